import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections: one of those may be taken before it is listened on. */
const lowest = 12_000;
const perWorker = 1_000;

/** Test files run beside each other, each in a process that has a number. */
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 20) * perWorker;
let next = Math.floor(Math.random() * perWorker);

/** A port of 127.0.0.1 on which nobody listens, and that this process hands out only once in a thousand times. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % perWorker);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
