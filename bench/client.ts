/**
 * A load generator that costs little: prepared bytes on kept-alive connections, one request at a time on each. Runs in a
 * process of its own (`node bench/client.ts '<options as JSON>'`) and prints its result as JSON.
 */
import { connect } from 'node:net';

export type LoadOptions = {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Defaults to GET without a body. */
  body?: string;
  connections: number;
  /** Duration of the load, or its upper bound if `requests` is set. */
  seconds: number;
  requests?: number;
  /** Responses during the warm-up are not counted: connections, caches and compiled code have to settle. */
  warmupSeconds: number;
};
export type LoadResult = {
  requests: number;
  /** Including the warm-up. */
  total: number;
  seconds: number;
  perSecond: number;
  statuses: Record<string, number>;
  p50: number;
  p95: number;
  p99: number;
  cpuSeconds: number;
};

const separator = Buffer.from('\r\n\r\n');
/** Placeholder for the running number. */
const marker = '@N@';

export async function load(options: LoadOptions): Promise<LoadResult> {
  const request = toBytes(options);
  const nextRequest = request.includes(marker) ? () => numbered(request, asked) : () => request;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const counted = performance.now() + options.warmupSeconds * 1_000;
  const until = counted + options.seconds * 1_000;
  let total = 0;
  let asked = 0;
  const mayAsk = () => performance.now() < until && asked++ < (options.requests ?? Number.POSITIVE_INFINITY);
  const onAnswer = (status: string, began: number) => {
    total += 1;
    const now = performance.now();
    if (began < counted || now > until) return;
    latencies.push(now - began);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(
    Array.from({ length: options.connections }, () => converse(options.port, nextRequest, mayAsk, onAnswer)),
  );
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
  return {
    requests: latencies.length,
    total,
    seconds: options.seconds,
    perSecond: Math.round(latencies.length / options.seconds),
    statuses,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  };
}

function toBytes({ path, headers, body, port }: LoadOptions): Buffer {
  const length =
    body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body.replaceAll(marker, '0'.repeat(10)))}` };
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...length });
  const method = body === undefined ? 'GET' : 'POST';
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`,
  );
}

/** Ten digits, so the length of a request does not depend on its number. */
function numbered(request: Buffer, number: number): Buffer {
  return Buffer.from(request.toString('latin1').replaceAll(marker, `${number}`.padStart(10, '0')), 'latin1');
}

/** One connection that sends the next request as soon as the previous one is answered. */
function converse(
  port: number,
  nextRequest: () => Buffer,
  mayAsk: () => boolean,
  onAnswer: (status: string, began: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let began = 0;
    let pending = Buffer.alloc(0);
    let missing = 0;
    let status = '';
    const ask = () => {
      if (!mayAsk()) {
        socket.end();
        return;
      }
      began = performance.now();
      socket.write(nextRequest());
    };
    const finish = () => {
      onAnswer(status, began);
      status = '';
      ask();
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      if (status !== '') {
        missing -= chunk.length;
        if (missing <= 0) finish();
        return;
      }
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = pending.indexOf(separator);
      if (end < 0) return;
      const head = pending.toString('latin1', 0, end);
      status = head.slice(9, 12);
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (pending.length - end - 4);
      pending = Buffer.alloc(0);
      if (missing <= 0) finish();
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

if (process.argv[2] !== undefined && import.meta.main) {
  console.log(JSON.stringify(await load(JSON.parse(process.argv[2]) as LoadOptions)));
}
