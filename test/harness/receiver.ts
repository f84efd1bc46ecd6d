/** A customer's webhook endpoint: keeps what it was sent, and answers as the test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './endings.ts';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: number };
export type Receiver = {
  url: string;
  received: Received[];
  answer: (request: Received) => number;
  /** What its answers say. */
  says: string;
  until(count: number): Promise<Received[]>;
};

export async function webhookReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const got = { method, path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
      receiver.received.push(got);
      response.writeHead(receiver.answer(got)).end(receiver.says);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => 200,
    says: '',
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (receiver.received.length < count) return;
          waiting.delete(look);
          resolve(receiver.received);
        };
        waiting.add(look);
        look();
      }),
  };
  return receiver;
}
