/** Stands between the service and PostgreSQL, and breaks a connection at the worst moment. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/**
 * before: the statement never reaches the server. after: it does, and what the server answers is lost. at once: it does,
 * and the connection breaks while the server still works on it.
 */
export type Moment = 'before' | 'after' | 'at once';

export type FaultProxy = {
  /** The database as seen through the proxy. */
  readonly url: string;
  /** Breaks the next connection on which this text goes to the server; resolves when that has happened. */
  cut(text: string, moment: Moment): Promise<void>;
};

type Fault = { text: string; moment: Moment; done: () => void };

const sync = Buffer.from('S\0\0\0\x04', 'latin1');

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const target = `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`;
  const faults: Fault[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    link(client, upstream, faults);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `postgres://hermod@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    cut: (text, moment) => new Promise((done) => faults.push({ text, moment, done })),
  };
}

function link(client: Socket, upstream: Socket, faults: Fault[]): void {
  let hit: Fault | undefined;
  const breakOff = () => {
    client.destroy();
    // Not destroyed: what is on its way to the server must arrive.
    upstream.end();
    upstream.resume();
    hit?.done();
  };
  client.on('data', (data) => {
    const index = faults.findIndex(({ text }) => data.includes(text, 0, 'latin1'));
    if (index >= 0) [hit] = faults.splice(index, 1);
    if (hit?.moment === 'before') return breakOff();
    upstream.write(data);
    if (hit?.moment === 'at once' && isWhole(data)) breakOff();
  });
  upstream.on('data', (data) => {
    if (hit === undefined) client.write(data);
    else if (hit.moment === 'after') breakOff();
  });
  client.on('close', () => upstream.end());
  upstream.on('close', () => client.destroy());
}

/** The end of a prepared statement's message, or a statement in plain text. */
function isWhole(data: Buffer): boolean {
  return data.subarray(-sync.length).equals(sync) || data[0] === 'Q'.charCodeAt(0);
}
