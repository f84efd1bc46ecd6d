import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type OnReadOpts, connect as openTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as openTls } from 'node:tls';
import ipaddr from 'ipaddr.js';

/** All addresses of a name. Never asked for IP literals. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/**
 * A target that webhooks may not reach. The text is for the customer: of a name it does not say where it leads, since
 * that would let anyone explore the operator's internal names. `address` is for the log.
 */
export class Refused extends Error {
  readonly code = 'REFUSED';
  readonly address: string;

  constructor(host: string, address: string) {
    super(
      isIP(host) === 0
        ? `the name ${host} leads to an address that webhooks may not reach`
        : `webhooks may not reach the address ${host}`,
    );
    this.name = 'Refused';
    this.address = address;
  }
}

/** Azure answers virtual machines from here, with secrets; the one such address outside every special range. */
const publicMetadata = ['168.63.129.16'];
const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Only public unicast addresses, and the ranges in `allow`, which win over everything else: they are the operator's word.
 *
 * - IPv4-mapped (`::ffff:a.b.c.d`) is IPv4 on the wire, and judged as that IPv4 address throughout.
 * - NAT64 (`64:ff9b::/96`) is how an IPv6-only host reaches public IPv4, so it passes with a public address inside.
 *   A private one inside belongs to the gateway's network, not to ours: it passes only if the IPv6 form is listed.
 * - Local NAT64 (`64:ff9b:1::/48`), IPv4-compatible, 6to4, Teredo and ISATAP can hide any IPv4 address and have no public
 *   use: refused whatever is inside, unless the IPv6 form is listed.
 * - A zone id (`fe80::1%eth0`) names an interface of this machine: always refused.
 */
export function isAllowed(address: string, allow: readonly string[]): boolean {
  // ipaddr.js also reads 0x7f.1 and the like; nothing but what the system's own parser takes may get that far.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const judged = ipaddr.process(canonical(address));
  return allow.some((range) => contains(range, judged)) || isPublic(judged);
}

/** Without dots: ipaddr.js takes `::a.b.c.d` for IPv4-mapped, and that is how the system writes IPv4-compatible addresses. */
function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

function contains(range: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && address.match(network, bits);
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && !publicMetadata.includes(address.toString());
  if (address.match(nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // "unicast" is what is left over in ipaddr.js, IPv4-compatible addresses among it; the world only routes 2000::/3.
  return address.match(globalUnicast) && address.range() === 'unicast' && !isIsatap(address);
}

function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & ~0x0200) === 0 && parts[5] === 0x5efe;
}

export type DialOptions = {
  /** Name, connection and TLS together. */
  readonly timeoutMs: number;
  readonly lookup?: Lookup;
  /** Aborted when the service stops: connections that are still being made are dropped. */
  readonly stopping?: AbortSignal;
};

export type Target = { readonly hostname: string; readonly port: number; readonly secure: boolean };

/** Called with what comes in, in a buffer that is used again afterwards. */
export type Received = (bytes: Buffer) => void;

export type Dial = (target: Target, received: Received) => Promise<Socket>;

/**
 * Opens connections. It resolves the name itself, vets every address, and connects to those very addresses, so an answer
 * of DNS that changes afterwards changes nothing. A `lookup` handed to the socket would not do: it is never called for IP
 * literals. No proxy is used, whatever the environment says.
 */
export function guardedDial(allow: readonly string[], options: DialOptions): Dial {
  const lookup = sharing(options.lookup ?? systemLookup);
  return async ({ hostname, port, secure }, received) => {
    const limit = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs),
      ...(options.stopping ? [options.stopping] : []),
    ]);
    const addresses = await within(limit, vetted(hostname, allow, lookup));
    const reading = secure ? {} : { onread: into(received) };
    const socket = await connected({ host: hostname, port, ...reading }, addresses, limit);
    checkPeer(socket, hostname, allow);
    return secure ? (await secured(socket, hostname, limit)).on('data', received) : socket;
  };
}

/** One for all sockets, as each is read and heard before the next: a new one for every read costs 9 µs of 42. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

function into(received: Received): OnReadOpts {
  return {
    buffer,
    callback: (size) => {
      received(buffer.subarray(0, size));
      return true;
    },
  };
}

const systemLookup: Lookup = (name) => dns.lookup(name, { all: true });

/** One question at a time per name: a name whose servers hang must not take up all the threads that look up names. */
function sharing(lookup: Lookup): Lookup {
  const running = new Map<string, ReturnType<Lookup>>();
  return (name) => {
    const answer = running.get(name) ?? lookup(name).finally(() => running.delete(name));
    running.set(name, answer);
    return answer;
  };
}

/** Of DNS; with the dot at its end. What is longer, every system refuses in a way of its own. */
const longestName = 254;

/** One forbidden address among several refuses the name: which of them gets connected would be a matter of luck. */
async function vetted(hostname: string, allow: readonly string[], lookup: Lookup): Promise<readonly LookupAddress[]> {
  const family = isIP(hostname);
  if (hostname.length > longestName) throw coded('NAME_TOO_LONG', 'no name is so long');
  const addresses = family === 0 ? await lookup(hostname) : [{ address: hostname, family }];
  const forbidden = addresses.find(({ address }) => !isAllowed(address, allow));
  if (forbidden) throw new Refused(hostname, forbidden.address);
  if (addresses.length === 0) throw coded('ENOTFOUND', 'the name has no address');
  return addresses;
}

async function connected(
  to: TcpNetConnectOpts,
  addresses: readonly LookupAddress[],
  limit: AbortSignal,
): Promise<Socket> {
  const socket = openTcp({
    ...to,
    lookup: (_name, _options, answer) => answer(null, [...addresses]),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  });
  return await ready(socket, 'connect', limit);
}

/** Belt and braces: whatever went before, nothing is said to a peer that is not allowed. */
function checkPeer(socket: Socket, hostname: string, allow: readonly string[]): void {
  const peer = socket.remoteAddress;
  if (peer !== undefined && isAllowed(peer, allow)) return;
  socket.destroy();
  throw peer === undefined ? coded('ECONNRESET', 'closed at once') : new Refused(hostname, peer);
}

/** The certificate must be good for the name in the URL. Said outright, so that no environment variable turns it off. */
function secured(socket: Socket, host: string, limit: AbortSignal): Promise<Socket> {
  // A name goes without its last dot, an address not at all: servers know neither.
  const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : '';
  const ALPNProtocols = ['http/1.1'];
  const secure = openTls({ socket, host, servername, rejectUnauthorized: true, ALPNProtocols });
  return ready(secure, 'secureConnect', limit);
}

async function ready<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', limit: AbortSignal): Promise<S> {
  try {
    const opened = new Promise<void>((resolve, reject) => {
      socket.once(event, resolve);
      // Stays on: an error between here and the connection's own listener must not end the process.
      socket.on('error', reject);
      socket.once('close', () => reject(coded('ECONNRESET', 'closed at once')));
    });
    await within(limit, opened);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function within<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(limit.reason);
  limit.addEventListener('abort', stop);
  if (limit.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    limit.removeEventListener('abort', stop);
  }
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
