/**
 * A customer's webhook endpoint, as a process of its own, which notes every request. `node chaos/endpoint.ts <journal>
 * <seed>` prints its port. A few requests are answered with an error or cut off, so that trying again is part of every run.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openJournal, type ReportLine } from './journal.ts';
import { seeded } from './random.ts';

const [file = '', seed = '0'] = process.argv.slice(2);
const journal = openJournal<ReportLine>(file);
const random = seeded(Number(seed), 'endpoint');
const answers = { '200': 985, '500': 10, '0': 5 } as const;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { messageId, status } = JSON.parse(body) as { messageId: string; status: string };
    const answered = Number(random.weighted(answers));
    const [webhookId, header] = ['webhook-id', 'x-message-id'].map((name) => String(request.headers[name])) as [
      string,
      string,
    ];
    journal.write({ at: Date.now(), webhookId, messageId, header, status, body, answered });
    if (answered === 0) request.socket.destroy();
    else response.writeHead(answered).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
