import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { exitCodes, Problem } from '../../base/problem.ts';
import { cell, cut, pad } from '../terminal/cell.ts';
import { Changes } from '../terminal/changes.ts';
import { type Client, collected, type Query, type Row } from '../terminal/client.ts';
import { type Screen, tinted } from '../terminal/layout.ts';
import { accountOption, type Common, operating, operation, type Session } from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { accountQuery } from '../terminal/resolve.ts';
import { moment } from '../terminal/time.ts';

type TailOptions = Common & { account?: string; sender?: string; destination?: string; since?: string };

const pollMs = 1_000;
/** More in one look would only scroll by. */
const mostMessages = 5_000;

export function registerTail(program: Command): void {
  operation(program, 'tail', 'follow messages and their states as they change', 'hermod tail --account "Corner Shop"')
    .addOption(accountOption())
    .option('--sender <sender>', 'from this sender')
    .option('--destination <number>', 'to this number')
    .option('--since <time>', 'begin with what came in since: a time, or 5m ago as 5m')
    .action(operating(tail));
}

async function tail({ api, out }: Session, options: TailOptions): Promise<void> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const { sender, destination, since = '0s' } = options;
  const query = { ...(await accountQuery(api, options.account)), sender, destination, content: 'true' };
  const changes = new Changes(moment(since, 'ago', Date.now()).getTime());
  note('following messages; Ctrl-C ends it');
  let looks = 0;
  while (!ended.signal.aborted) {
    const looked = look(api, { ...query, from: new Date(changes.from).toISOString() });
    // What is wrong from the start is said at once; a service that goes away later is waited for.
    const messages = await (looks++ === 0 ? looked : looked.catch(patiently));
    for (const message of changes.take(messages)) await out.next((screen) => line(message, screen), message);
    await sleep(pollMs, undefined, { signal: ended.signal }).catch(() => undefined);
  }
}

function look(api: Client, query: Query): Promise<Row[]> {
  return collected(api.rows('/messages', 'messages', query, mostMessages));
}

function patiently(error: unknown): Row[] {
  if (!(error instanceof Problem) || error.exitCode !== exitCodes.unavailable) throw error;
  console.error(`hermod: ${error.message}; trying again`);
  return [];
}

function line(message: Row, screen: Screen): string {
  const { updatedAt, acceptedAt, status, sender, destination, messageId, reason, content } = message;
  const time = cell(updatedAt ?? acceptedAt).slice(11, 19);
  const state = tinted(pad(cell(status), 9, 'right'), screen);
  const start = `${time}  ${state}  ${cell(messageId)}  ${cell(sender)} → ${cell(destination)}  `;
  const text = cell(reason ?? content);
  const room = screen.width - start.length + (state.length - 9);
  return (start + (screen.width > 0 ? cut(text, Math.max(room, 8)) : text)).trimEnd();
}
