import type { Queryable } from '../database/db.ts';
import { isReading } from './live/now.ts';
import { noRouteQueue, scheduledQueue } from './message/queues.ts';
import { isGone } from './message/workers.ts';

/**
 * In SQL: whether there is work of a kind. Each reads one row of an index, regardless of how much waits; kinds whose index does not
 * begin with the time (queues, webhooks) also count work that is due later.
 */
const conditions = {
  /** One second ahead, because the loop that releases them runs once a second. */
  scheduled: `FROM messages WHERE queue = ${scheduledQueue} AND due_at <= now() + interval '1 second'`,
  queued: `FROM messages WHERE queue >= ${noRouteQueue}`,
  webhooks: `FROM outbox WHERE state = 'ready'`,
  blockedWebhooks: `FROM outbox WHERE state = 'blocked'`,
  parkedReceipts: 'FROM unmatched_receipts',
  fallbacks: 'FROM second_tries WHERE taken_at IS NULL AND due_at <= now()',
  inboundParts: 'FROM inbound_parts',
  goneWorkers: `FROM workers WHERE ${isGone}`,
  rateReaders: `FROM live_readers WHERE ${isReading}`,
  smppParts: 'FROM smpp_parts',
  mails: `FROM outgoing_mails WHERE state = 'waiting' AND due_at <= now()`,
} as const;

export type WorkKind = keyof typeof conditions;
export type WaitingWork = Readonly<Record<WorkKind, boolean>>;

const columns = Object.entries(conditions).map(([kind, condition]) => `EXISTS (SELECT ${condition}) AS "${kind}"`);

/** Which kinds of background work wait. Runs once a second in every process, so it is one prepared statement. */
export async function waitingWork(db: Queryable): Promise<WaitingWork> {
  return (await db.query<WaitingWork>({ name: 'waiting work', text: `SELECT ${columns.join(', ')}` })).rows[0]!;
}
