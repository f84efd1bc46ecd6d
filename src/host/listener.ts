import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../problem.ts';

/** A bound socket without a server on it, to be handed to a process. Node has the class, but only says so for cluster. */
export type Listener = { getsockname(out: { port?: number }): number; close(): void };

type Bind = (address: string, port: number, family: number, fd: undefined, flags: number) => Listener | number;
const bind = (net as unknown as { _createServerHandle: Bind })._createServerHandle;
const reusePortFlag = 2; // UV_TCP_REUSEPORT

export type Address = { host: string; address: string; family: number; port: number };

/**
 * Finds out whether the port is free. With SO_REUSEPORT alone a second Hermod would silently share it, so it is asked
 * for without. Processes of a parent killed a moment ago need an instant to notice and let go.
 */
export async function claimAddress(host: string, port: number, patienceMs = 2_000): Promise<Address> {
  const { address, family } = await resolveHost(host);
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return { host, address, family, port: await probe(address, port) };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || Date.now() > until) throw cannotListen(host, port, code);
      await sleep(50);
    }
  }
}

async function resolveHost(host: string): Promise<{ address: string; family: number }> {
  try {
    return await lookup(host);
  } catch {
    throw new Problem(
      `HERMOD_HOST ${JSON.stringify(host)} is not an address of this machine`,
      'Use an IP address or localhost',
    );
  }
}

function probe(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const found = (server.address() as net.AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}

function cannotListen(host: string, port: number, code: string): Problem {
  const reason: Record<string, string> = {
    EADDRINUSE: 'is in use by another program',
    EACCES: 'may not be used by this user',
    EADDRNOTAVAIL: 'is not an address of this machine',
  };
  return new Problem(
    `${host}:${port} ${reason[code] ?? `cannot be listened on (${code})`}`,
    'Set HERMOD_PORT (or --port) to a free one',
    exitCodes.unavailable,
  );
}

/**
 * One socket per process on the same port: the kernel spreads connections evenly, which several processes accepting from
 * one socket do not. The supervisor keeps every socket open, so connections that wait in its queue while a process is
 * replaced are taken by the successor; closing it would reset them (the kernel does not move them by default).
 */
export function openListener({ address, family, port }: Address): Listener {
  const handle = bind(address, port, family, undefined, reusePortFlag);
  if (typeof handle === 'number') throw new Error(`cannot bind ${address}:${port} (${handle})`);
  return handle;
}
