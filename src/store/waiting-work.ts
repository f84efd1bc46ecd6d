import type { Queryable } from '../database/db.ts';
import { isReading } from './live/rates.ts';
import { nowhereQueue, scheduledQueue } from './message/queues.ts';
import { isGone } from './message/workers.ts';

/**
 * In SQL: whether there is work of a kind. Each reads one row of an index, however much waits; so those whose index does not begin with the
 * time (queues, webhooks) also count what is due later.
 */
const conditions = {
  /** The loop that releases them is exact to its period, so that it starts a second ahead. */
  scheduled: `FROM messages WHERE queue = ${scheduledQueue} AND due_at <= now() + interval '1 second'`,
  queued: `FROM messages WHERE queue >= ${nowhereQueue}`,
  webhooks: `FROM outbox WHERE state = 'ready'`,
  blockedWebhooks: `FROM outbox WHERE state = 'blocked'`,
  parkedReceipts: 'FROM unmatched_receipts',
  secondTries: 'FROM second_tries WHERE taken_at IS NULL AND due_at <= now()',
  inboundParts: 'FROM inbound_parts',
  goneWorkers: `FROM workers WHERE ${isGone}`,
  rateReaders: `FROM live_readers WHERE ${isReading}`,
  smppParts: 'FROM smpp_parts',
  mails: `FROM outgoing_mails WHERE state = 'waiting' AND due_at <= now()`,
} as const;

export type WorkKind = keyof typeof conditions;
export type WaitingWork = Readonly<Record<WorkKind, boolean>>;

const columns = Object.entries(conditions).map(([kind, condition]) => `EXISTS (SELECT ${condition}) AS "${kind}"`);

/** Which kinds of background work there are. Asked by every process once a second, so it is one statement with a kept plan. */
export async function waitingWork(db: Queryable): Promise<WaitingWork> {
  const { rows } = await db.query<WaitingWork>({ name: 'waiting work', text: `SELECT ${columns.join(', ')}` });
  return rows[0]!;
}
