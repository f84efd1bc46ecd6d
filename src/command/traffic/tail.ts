import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Status, statuses } from '../../domain/message/message.ts';
import type { CommandSession } from '../terminal/access.ts';
import { cell, cut, pad } from '../terminal/cell.ts';
import { type ApiClient, collected, type Row } from '../terminal/client.ts';
import { account, moment } from '../terminal/field.ts';
import { type Screen, tinted } from '../terminal/layout.ts';
import { printNote } from '../terminal/output.ts';
import type { Verb, VerbInput } from '../terminal/verb.ts';

const pollMs = 1_000;
const mostMessages = 5_000;

export const tail: Verb = {
  summary: 'follow messages and their states as they change',
  example: '--account "Corner Shop"',
  fields: {
    ...account,
    '--sender <sender>': 'from this sender',
    '--destination <number>': 'to this number',
    '--since <time>': {
      help: 'start with messages accepted since: a time, or 5m ago as 5m',
      read: (text) => moment(text, 'ago', Date.now()),
      orElse: () => new Date(),
    },
  },
  act: follow,
};

async function follow({ api, out }: CommandSession, { fields }: VerbInput): Promise<void> {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const { since, ...filter } = fields;
  const query = { ...filter, content: 'true' };
  const changes = new Changes((since as Date).getTime());
  printNote('following messages; Ctrl-C ends it');
  let looks = 0;
  while (!ended.signal.aborted) {
    const looked = look(api, { ...query, from: new Date(changes.from).toISOString() });
    // If the first query fails, the command ends. Later it waits for a service that is unavailable.
    const messages = await (looks++ === 0 ? looked : looked.catch(patiently));
    for (const message of changes.take(messages)) await out.next((screen) => line(message, screen), message);
    await sleep(pollMs, undefined, { signal: ended.signal }).catch(() => undefined);
  }
}

function look(api: ApiClient, query: Row): Promise<Row[]> {
  return collected(api.rows('/messages', 'messages', query, mostMessages));
}

function patiently(error: unknown): Row[] {
  if (!(error instanceof Problem) || error.exitCode !== exitCodes.unavailable) throw error;
  console.error(`hermod: ${error.message}; trying again`);
  return [];
}

function line(message: Row, screen: Screen): string {
  const { updatedAt, acceptedAt, status, sender, destination, messageId, reason, reasonText, content } = message;
  const time = cell(updatedAt ?? acceptedAt).slice(11, 19);
  const state = tinted(pad(cell(status), 9, 'right'), screen);
  const start = `${time}  ${state}  ${cell(messageId)}  ${cell(sender)} → ${cell(destination)}  `;
  const said = reasonText === undefined ? reason : `${cell(reasonText)} (${cell(reason)})`;
  const text = cell(said ?? content);
  const room = screen.width - start.length + (state.length - 9);
  return (start + (screen.width > 0 ? cut(text, Math.max(room, 8)) : text)).trimEnd();
}

/** How long after its acceptance a message is followed. */
export const followedMs = 600_000;
/** A message becomes visible with its commit, later than its `acceptedAt`. */
const overlapMs = 30_000;

/** Finds what is new in the latest messages. After the start it uses their times: the clocks of this machine and the service may differ. */
export class Changes {
  readonly #shown = new Map<string, { status: unknown; acceptedAt: number }>();
  readonly #since: number;
  #newest: number;

  constructor(since: number) {
    this.#since = since;
    this.#newest = since;
  }

  /** Start of the next query: the oldest message that may still change, within limits. */
  get from(): number {
    const open = [...this.#shown.values()].filter(({ status }) => !isOver(status));
    const oldest = open.reduce((least, { acceptedAt }) => Math.min(least, acceptedAt), this.#newest - overlapMs);
    return Math.max(this.#since, this.#newest - followedMs, oldest);
  }

  /** Messages that are new or have a new state, in the order of these changes. */
  take(messages: readonly Row[]): Row[] {
    const news = messages.filter(({ messageId, status }) => this.#shown.get(messageId as string)?.status !== status);
    for (const { messageId, status, acceptedAt } of news)
      this.#remember(messageId as string, status, acceptedAt as string);
    for (const [messageId, { acceptedAt }] of this.#shown)
      if (acceptedAt < this.#newest - followedMs - overlapMs) this.#shown.delete(messageId);
    return news.sort((a, b) => movedAt(a).localeCompare(movedAt(b)));
  }

  #remember(messageId: string, status: unknown, accepted: string): void {
    const acceptedAt = Date.parse(accepted);
    this.#shown.set(messageId, { status, acceptedAt });
    this.#newest = Math.max(this.#newest, acceptedAt);
  }
}

function movedAt(row: Row): string {
  return String(row['updatedAt'] ?? row['acceptedAt']);
}

const waiting: readonly Status[] = ['ACCEPTED', 'SCHEDULED', 'SENT'];

/** UNKNOWN may still be corrected by a late receipt, but is not waited for. */
export function isOver(status: unknown): boolean {
  return statuses.includes(status as Status) && !waiting.includes(status as Status);
}
