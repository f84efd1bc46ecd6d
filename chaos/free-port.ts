import { createServer, type Server } from 'node:net';

/** Below the range that the system uses for outgoing connections: one of those may be taken before it is listened on. */
const lowest = 12_000;
const ranges = 200;
const perRange = 100;

/** The first port of this process's own range. */
let claimed: Promise<number> | undefined;
let next = 0;

/**
 * A port of 127.0.0.1 without a listener. Every other process, of another test file or another run, draws ports
 * from another range: an allocated port stays free until its owner listens on it.
 */
export async function freePort(): Promise<number> {
  claimed ??= claimRange();
  const first = await claimed;
  for (let tries = 1; tries < perRange; tries++) {
    const port = first + 1 + (next++ % (perRange - 1));
    const server = await listening(port);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`all ports from ${first} to ${first + perRange - 1} are taken`);
}

/** The process that listens on the first port of a range owns the range until it ends, however it ends. */
async function claimRange(): Promise<number> {
  for (let tries = 0; tries < ranges; tries++) {
    const first = lowest + ((process.pid + tries) % ranges) * perRange;
    const server = await listening(first);
    if (server === undefined) continue;
    server.unref();
    return first;
  }
  throw new Error(`no range of ports from ${lowest} on is free`);
}

function listening(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
