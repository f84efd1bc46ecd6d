import type { LookupAddress } from 'node:dns';
import { isIP, type OnReadOpts, connect as openTcp, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as openTls } from 'node:tls';
import { isReachable } from '../domain/webhook/address.ts';
import { longestName } from '../domain/webhook/web-url.ts';

/** All addresses of a name, for an account. Never called with IP literals. */
export type Lookup = (name: string, account: string) => Promise<readonly LookupAddress[]>;

/** Ranges that an account may reach in addition to `allow`. */
type Exceptions = {
  of(account: string): Promise<readonly string[]>;
  /** An exception may end at any time, so a connection opened by one is checked again after this time. */
  readonly holdsMs: number;
};

/**
 * A target that webhooks may not reach. The text is for the customer and does not contain the address of a name, which would let
 * anyone explore the operator's internal names. `address` is for the log.
 */
export class TargetRefused extends Error {
  readonly code = 'REFUSED';
  readonly address: string;

  constructor(host: string, address: string) {
    super(
      isIP(host) === 0
        ? `the name ${host} leads to an address that webhooks may not reach`
        : `webhooks may not reach the address ${host}`,
    );
    this.name = 'TargetRefused';
    this.address = address;
  }
}

export type DialOptions = {
  /** Name, connection and TLS together. */
  readonly timeoutMs: number;
  readonly lookup: Lookup;
  /** Called for every connection to an address that `allow` does not list. */
  readonly exceptions?: Exceptions | undefined;
  /** Refused even if allowed. */
  readonly isClosed?: ((address: string, port: number) => boolean) | undefined;
  /** Aborted when the service stops: connections that are being opened are dropped. */
  readonly stopping?: AbortSignal;
};

export type ConnectTarget = {
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  readonly account: string;
};

/** Called with incoming bytes, in a buffer that is reused afterwards. */
type Received = (bytes: Buffer) => void;

/** An open connection. If an exception allowed it, exchanges may begin for `servesMs`, and longer each time `renew` allows it. */
export type Dialled = { readonly socket: Socket; readonly servesMs: number; renew(): Promise<boolean> };

export type Dial = (target: ConnectTarget, received: Received) => Promise<Dialled>;

/**
 * Opens connections. It resolves the name, checks every address, and connects to exactly those addresses, so a DNS answer that changes
 * later has no effect (DNS rebinding). A `lookup` given to the socket would not suffice: it is not called for IP literals. Proxy
 * settings of the environment are ignored.
 */
export function guardedDial(allow: readonly string[], options: DialOptions): Dial {
  return async (target, received) => {
    const { hostname, port, secure } = target;
    const limit = AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs),
      ...(options.stopping ? [options.stopping] : []),
    ]);
    const { addresses, ranges } = await within(limit, vetted(target, allow, options));
    const reading = secure ? {} : { onread: into(received) };
    const socket = await connected({ host: hostname, port, ...reading }, addresses, limit);
    checkPeer(socket, hostname, ranges);
    const { exceptions } = options;
    return {
      socket: secure ? (await secured(socket, hostname, limit)).on('data', received) : socket,
      servesMs: ranges === allow || exceptions === undefined ? Number.POSITIVE_INFINITY : exceptions.holdsMs,
      renew: async () => forbidden(addresses, (await exceptions?.of(target.account)) ?? allow) === undefined,
    };
  };
}

/** One for all sockets, since each read is handled before the next: a new buffer per read costs 9 µs of 42. */
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

/** One forbidden address among several refuses the name, since any of them might be connected. */
async function vetted(
  { hostname, port, account }: ConnectTarget,
  allow: readonly string[],
  { lookup, exceptions, isClosed }: DialOptions,
): Promise<{ addresses: readonly LookupAddress[]; ranges: readonly string[] }> {
  const family = isIP(hostname);
  if (hostname.length > longestName) throw coded('NAME_TOO_LONG', 'the name is too long');
  const addresses = family === 0 ? await lookup(hostname, account) : [{ address: hostname, family }];
  if (addresses.length === 0) throw coded('ENOTFOUND', 'the name has no address');
  const ranges = forbidden(addresses, allow) && exceptions ? await exceptions.of(account) : allow;
  const refused = forbidden(addresses, ranges) ?? addresses.find(({ address }) => isClosed?.(address, port));
  if (refused) throw new TargetRefused(hostname, refused.address);
  return { addresses, ranges };
}

const forbidden = (addresses: readonly LookupAddress[], ranges: readonly string[]): LookupAddress | undefined =>
  addresses.find(({ address }) => !isReachable(address, ranges));

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

function checkPeer(socket: Socket, hostname: string, allow: readonly string[]): void {
  const peer = socket.remoteAddress;
  if (peer !== undefined && isReachable(peer, allow)) return;
  socket.destroy();
  throw peer === undefined ? coded('ECONNRESET', 'closed immediately') : new TargetRefused(hostname, peer);
}

/** The certificate must be valid for the name in the URL. Set explicitly, so that an environment variable cannot turn it off. */
function secured(socket: Socket, host: string, limit: AbortSignal): Promise<Socket> {
  // SNI takes a name without its final dot, and no IP address.
  const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : '';
  const ALPNProtocols = ['http/1.1'];
  const secure = openTls({ socket, host, servername, rejectUnauthorized: true, ALPNProtocols });
  return ready(secure, 'secureConnect', limit);
}

async function ready<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', limit: AbortSignal): Promise<S> {
  try {
    const opened = new Promise<void>((resolve, reject) => {
      socket.once(event, resolve);
      // Not removed: an error before the connection adds its own listener must not end the process.
      socket.on('error', reject);
      socket.once('close', () => reject(coded('ECONNRESET', 'closed immediately')));
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
