import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../base/problem.ts';
import type { Config } from '../config/config.ts';

/** A bound socket without a server, to be passed to a process. Node has the class, and documents it only for cluster. */
export type NativeListener = { getsockname(out: { port?: number }): number; close(): void };

type NativeBind = (
  address: string,
  port: number,
  family: number,
  fd: undefined,
  flags: number,
) => NativeListener | number;
const bind = (net as unknown as { _createServerHandle: NativeBind })._createServerHandle;
const reusePortFlag = 2; // UV_TCP_REUSEPORT

export type ListenAddress = { host: string; address: string; family: number; port: number };

type Names = { readonly host: string; readonly port: string };
const httpNames: Names = { host: 'HERMOD_HOST', port: 'HERMOD_PORT (or --port)' };
const smtpNames: Names = { host: 'HERMOD_SMTP_HOST', port: 'HERMOD_SMTP_PORT' };

export async function claimSmtpAddress(
  { smtpHost, smtpPort, port }: Config,
  patienceMs?: number,
): Promise<ListenAddress | undefined> {
  // Both would accept connections of the same port.
  if (smtpPort !== 0 && smtpPort === port) {
    throw new Problem(`HERMOD_SMTP_PORT and HERMOD_PORT are both ${port}`, 'Set HERMOD_SMTP_PORT to a free one');
  }
  return smtpPort === 0 ? undefined : claimAddress(smtpHost, smtpPort, patienceMs, smtpNames);
}

export async function claimSmppAddresses(config: Config, patienceMs?: number): Promise<void> {
  const { smppHost, smppPort, smppsPort, smtpPort, port } = config;
  const taken = new Map([
    [port, 'HERMOD_PORT'],
    [smtpPort, 'HERMOD_SMTP_PORT'],
  ]);
  for (const [name, wanted] of [
    ['HERMOD_SMPP_PORT', smppPort],
    ['HERMOD_SMPPS_PORT', smppsPort],
  ] as const) {
    if (wanted === 0) continue;
    const other = taken.get(wanted);
    if (other !== undefined) throw new Problem(`${name} and ${other} are both ${wanted}`, `Set ${name} to a free one`);
    taken.set(wanted, name);
    await claimAddress(smppHost, wanted, patienceMs, { host: 'HERMOD_SMPP_HOST', port: name });
  }
}

/**
 * Checks whether the port is free. With SO_REUSEPORT a second Hermod would silently share it, so the check goes without.
 * Processes of a supervisor that was just killed need a moment to release the port.
 */
export async function claimAddress(
  host: string,
  port: number,
  patienceMs = 2_000,
  names: Names = httpNames,
): Promise<ListenAddress> {
  const { address, family } = await lookup(host).catch(() => {
    const text = `${names.host} ${JSON.stringify(host)} is not an address of this machine`;
    throw new Problem(text, 'Use an IP address or localhost');
  });
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return { host, address, family, port: await probe(address, port) };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || performance.now() > until) throw cannotListen(host, port, code, names);
      await sleep(50);
    }
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

export const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
};

function cannotListen(host: string, port: number, code: string, names: Names): Problem {
  return new Problem(
    `${host}:${port} ${listenFaults[code] ?? `cannot be listened on (${code})`}`,
    code === 'EADDRNOTAVAIL' ? `Set ${names.host} to an address of this machine` : `Set ${names.port} to a free one`,
    exitCodes.unavailable,
  );
}

/**
 * One socket per process on the same port: the kernel spreads connections evenly, unlike several processes that accept from
 * one socket. The supervisor keeps every socket open, so connections queued while a process is replaced are accepted by its
 * successor; closing the socket would reset them (the kernel does not move them by default).
 */
export function openListener({ address, family, port }: ListenAddress): NativeListener {
  const handle = bind(address, port, family, undefined, reusePortFlag);
  if (typeof handle === 'number') throw new Error(`cannot bind ${address}:${port} (${handle})`);
  return handle;
}
