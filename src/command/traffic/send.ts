import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { newId } from '../../base/ids.ts';
import { exitCodes } from '../../base/problem.ts';
import { type CustomerOptions, customerClient, customerOperation } from '../customers/customer.ts';
import { at, type Client, type Row } from '../terminal/client.ts';
import { readInput } from '../terminal/input.ts';
import { texts, whole, wholeNumber } from '../terminal/operation.ts';
import { isOver } from '../terminal/outcome.ts';
import { createOutput, note } from '../terminal/output.ts';
import { moment } from '../terminal/time.ts';

type SendOptions = CustomerOptions & {
  from: string;
  to: string[];
  at?: string;
  validity?: string;
  fallback?: string;
  unicode?: boolean;
  deliveryReportUrl?: string;
  priceReport?: boolean;
  idempotencyKey?: string;
  preview?: boolean;
  wait?: boolean;
  timeout: string;
};

const numbers = (value: string, before: string[] = []): string[] => [...before, ...value.split(',')];
const columns = [...whole('messageId', 'destination', 'status'), ...texts('reason')];
const pollMs = 500;

export function registerSend(program: Command): void {
  customerOperation(
    program,
    'send <text>',
    'send an SMS with the key of an account (- reads the text from standard input)',
    'hermod send --from Hermod --to +38640123456 --wait "Hello from Hermod"',
  )
    .requiredOption('--from <sender>', 'sender name or number of the account')
    .requiredOption('--to <numbers>', 'recipients, with commas or repeated', numbers)
    .option('--at <time>', 'when: a time, or 2h from now (default: now)')
    .option('--validity <seconds>', 'not sent later than so long after that')
    .option('--fallback <seconds>', 'over another carrier too without a receipt for so long; may arrive twice')
    .option('--unicode', 'keep the text as it is, sent as Unicode')
    .option('--delivery-report-url <url>', 'where delivery reports go')
    .option('--price-report', 'with the price in delivery reports')
    .option('--idempotency-key <text>', 'the same key twice sends once (default: a new one)')
    .option('--preview', 'show text, segments and prices, and send nothing')
    .option('--wait', 'until every message has its final state; ends with 5 if one was not delivered')
    .option('--timeout <seconds>', 'how long --wait waits', '60')
    .action((text: string, options: SendOptions) => send(text, options));
}

async function send(text: string, options: SendOptions): Promise<void> {
  const api = customerClient(options);
  const out = createOutput(options);
  const seconds = wholeNumber('--timeout', options.timeout);
  const body = bodyOf(text === '-' ? (await readInput('-')).replace(/\r?\n$/, '') : text, options);
  if (options.preview) return out.one(await api.call('POST', '/sms/messages/preview', { body }));
  const key = options.idempotencyKey ?? newId();
  const sent = await api.call('POST', '/sms/messages', {
    body,
    headers: { 'idempotency-key': key },
    again: `repeat it with --idempotency-key ${key}`,
  });
  if (!options.wait) return out.one(sent);
  const messages = await outcomes(api, sent['messages'] as Row[], seconds * 1_000);
  await out.list(columns, eachOf(messages));
  if (messages.some(({ status }) => status !== 'DELIVERED')) process.exitCode = exitCodes.notDelivered;
}

function bodyOf(content: string, options: SendOptions): object {
  const { from, to, at: when, validity, fallback, unicode, deliveryReportUrl, priceReport } = options;
  return {
    sender: from,
    destinations: to.map((number) => number.trim()),
    message: { content, ...(unicode ? { isUnicode: true } : {}) },
    ...(when === undefined ? {} : { scheduledTime: Math.ceil(moment(when, 'ahead', Date.now()).getTime() / 1_000) }),
    ...(validity === undefined ? {} : { validitySeconds: wholeNumber('--validity', validity) }),
    ...(fallback === undefined ? {} : { fallbackSeconds: wholeNumber('--fallback', fallback) }),
    ...(deliveryReportUrl === undefined ? {} : { deliveryReportUrl }),
    ...(priceReport ? { priceReport } : {}),
  };
}

async function outcomes(api: Client, sent: readonly Row[], patienceMs: number): Promise<Row[]> {
  const end = Date.now() + patienceMs;
  const messages = [...sent];
  for (;;) {
    for (const [index, { messageId, status }] of messages.entries()) {
      if (!isOver(status)) messages[index] = await api.call('GET', at`/sms/messages/${messageId as string}`);
    }
    if (messages.every(({ status }) => isOver(status))) return messages;
    if (Date.now() >= end) {
      note(`${messages.filter(({ status }) => !isOver(status)).length} messages have no final state yet`);
      return messages;
    }
    await sleep(pollMs);
  }
}

async function* eachOf(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
