import type { Queryable } from '../../database/db.ts';
import type { Route } from '../../domain/carrier/route.ts';
import { parseMoney } from '../../domain/money/money.ts';
import type { Encoding } from '../../domain/text/text.ts';
import type { MessageRef, ReportFacts } from './messages.ts';
import { heldQueue, nowhereQueue, undecidedQueue } from './queues.ts';
import { isAlive } from './workers.ts';

/** A message that this process has taken, with all that a carrier needs. */
export type Claimed = MessageRef & {
  readonly destination: string;
  readonly country: string;
  readonly sender: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly attempts: number;
  /** Those of them that nobody answered. */
  readonly unanswered: number;
  /** When its sending began, by the clock of this process: at acceptance, or at its scheduled time. The validity counts from here. */
  readonly since: Date;
  /** As its request says; undefined: as long as the service tries. */
  readonly validitySeconds?: number | undefined;
  /** Where it waited until it was taken. */
  readonly queue: number;
  /** From a request to many. */
  readonly isBulk?: boolean;
  /** A process was about to hand it to this carrier and has vanished: nobody knows whether it did. */
  readonly carrierId?: string | undefined;
  readonly report: ReportFacts;
};

export const queueChannel = 'hermod_queue';

/** Tells the processes that look into these queues that there is something to do. */
export async function notifyQueue(db: Queryable, queues: Iterable<number> = [undecidedQueue]): Promise<void> {
  await db.query({
    name: 'notify queue',
    text: 'SELECT pg_notify($1, $2)',
    values: [queueChannel, [...queues].join()],
  });
}

/** Most lines looked at in one claim. The next one goes on behind the last of them, so that every account has its turn. */
export const linesPerClaim = 64;

/** The messages of one account in one queue. */
export type Line = { readonly queue: number; readonly accountId: string };

/**
 * Accounts with messages that may be taken now, in each queue from behind the given account on. Jumps from account to
 * account through the index, so an account with a million waiting messages costs as much as one with a single one. Those
 * that are paused are passed over.
 */
export async function linesWithWork(
  db: Queryable,
  bulk: boolean,
  after: readonly Line[],
  most: number,
  without: readonly string[] = [],
): Promise<Line[]> {
  const next = (from: string) => `LATERAL (
    SELECT q.account_id, q.due_at FROM messages q
    WHERE q.queue = ${from}.queue AND q.bulk = $1 AND q.account_id > ${from}.account_id
    ORDER BY q.account_id, q.due_at LIMIT 1) n`;
  const { rows } = await db.query<{ queue: number; account_id: string }>({
    name: 'lines with work',
    text: `WITH RECURSIVE found AS (
        (SELECT w.queue, n.account_id, n.due_at FROM unnest($2::integer[], $3::uuid[]) AS w (queue, account_id), ${next('w')})
        UNION ALL
        SELECT f.queue, n.account_id, n.due_at FROM found f, ${next('f')})
      SELECT queue, account_id FROM found WHERE due_at <= now() AND account_id <> ALL ($5::uuid[]) LIMIT $4`,
    values: [
      bulk,
      after.map(({ queue }) => queue),
      after.map(({ accountId }) => accountId),
      Math.min(most, linesPerClaim),
      without,
    ],
  });
  return rows.map(({ queue, account_id: accountId }) => ({ queue, accountId }));
}

/** The queues in which anything waits, whoever looks into them. */
export async function queuesInUse(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ queue: number }>({
    name: 'queues in use',
    text: `WITH RECURSIVE found AS (
        (SELECT queue AS queue FROM messages WHERE queue >= ${nowhereQueue} ORDER BY queue LIMIT 1)
        UNION ALL
        SELECT n.queue FROM found f, LATERAL (
          SELECT queue AS queue FROM messages WHERE queue > f.queue ORDER BY queue LIMIT 1) n)
      SELECT queue FROM found`,
  });
  return rows.map(({ queue }) => queue);
}

type ClaimedRow = {
  account_id: string;
  id: string;
  destination: string;
  country: string;
  attempts: number;
  unanswered: number;
  sender: string;
  content: string;
  encoding: Encoding;
  age: number;
  validity: number | null;
  queue: number;
  carrier_id: string | null;
  price: string;
  segments: number;
  price_report: boolean;
  delivery_report_url: string | null;
  scheduled: boolean;
};

/** Takes up to `perLine` messages of each line. Rows that another process is taking are passed over. */
export async function claim(
  db: Queryable,
  lease: string,
  bulk: boolean,
  lines: readonly Line[],
  perLine: number,
): Promise<Claimed[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'claim',
    text: claimSql('true'),
    values: [lease, bulk, lines.map(({ queue }) => queue), lines.map(({ accountId }) => accountId), perLine],
  });
  return rows.map((row) => toClaimed(row, bulk));
}

/** The same, but only messages that one of these routes takes. */
export async function claimMatching(
  db: Queryable,
  lease: string,
  bulk: boolean,
  lines: readonly Line[],
  perLine: number,
  routes: readonly Pick<Route, 'country' | 'prefix'>[],
): Promise<Claimed[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'claim matching',
    text: claimSql(`EXISTS (SELECT 1 FROM unnest($6::text[], $7::text[]) AS r (country, prefix)
      WHERE (r.country IS NULL OR r.country = q.country) AND (r.prefix IS NULL OR starts_with(q.destination, r.prefix)))`),
    values: [
      lease,
      bulk,
      lines.map(({ queue }) => queue),
      lines.map(({ accountId }) => accountId),
      perLine,
      routes.map(({ country }) => country ?? null),
      routes.map(({ prefix }) => prefix ?? null),
    ],
  });
  return rows.map((row) => toClaimed(row, bulk));
}

function claimSql(condition: string): string {
  return `WITH worker AS (${isAlive('$1')}),
    taken AS (
      SELECT m.account_id, m.id, m.queue FROM worker, unnest($3::integer[], $4::uuid[]) AS a (queue, account_id), LATERAL (
        SELECT q.account_id, q.id, q.queue FROM messages q
        WHERE q.queue = a.queue AND q.bulk = $2 AND q.account_id = a.account_id AND q.due_at <= now()
          AND ${condition}
        ORDER BY q.due_at LIMIT $5 FOR UPDATE SKIP LOCKED) m),
    leased AS (
      UPDATE messages m SET lease = $1, queue = ${heldQueue}
      FROM taken t WHERE m.account_id = t.account_id AND m.id = t.id
      RETURNING m.account_id, m.id, m.submission_id, m.destination, m.country, m.attempts, m.unanswered, m.carrier_id, m.price,
        m.expires_at, t.queue AS queue)
    SELECT l.account_id, l.id, l.destination, l.country, l.attempts, l.unanswered, l.queue, l.carrier_id, l.price,
      s.sender, s.content, s.encoding, s.segments, s.price_report, s.delivery_report_url,
      s.scheduled_at IS NOT NULL AS scheduled,
      extract(epoch FROM now() - coalesce(s.scheduled_at, s.accepted_at))::float8 AS age,
      extract(epoch FROM l.expires_at - coalesce(s.scheduled_at, s.accepted_at))::float8 AS validity
    FROM leased l JOIN submissions s ON s.account_id = l.account_id AND s.id = l.submission_id`;
}

function toClaimed(row: ClaimedRow, isBulk: boolean): Claimed {
  const {
    account_id: accountId,
    content: text,
    carrier_id,
    price,
    segments,
    price_report,
    delivery_report_url,
    scheduled,
    age,
    validity,
    ...rest
  } = row;
  const report = {
    url: delivery_report_url ?? undefined,
    segments,
    price: parseMoney(price),
    showsPrice: price_report,
    isScheduled: scheduled,
  };
  const since = new Date(Date.now() - age * 1_000);
  const validitySeconds = validity ?? undefined;
  return { ...rest, isBulk, accountId, text, since, validitySeconds, carrierId: carrier_id ?? undefined, report };
}

/**
 * Notes that these messages are about to go to a carrier that must never get one twice. Only with this on disk is it
 * known later, if the process vanishes now, that they may have gone. Returns the ids of those that are still ours: another
 * process may have taken the others, and sent them.
 */
export async function markSubmitting(
  db: Queryable,
  lease: string,
  marks: readonly (MessageRef & { carrierId: string })[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE messages m SET carrier_id = w.carrier_id
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS w (account_id, id, carrier_id)
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1
     RETURNING m.id`,
    [
      lease,
      marks.map(({ accountId }) => accountId),
      marks.map(({ id }) => id),
      marks.map(({ carrierId }) => carrierId),
    ],
  );
  return new Set(rows.map((row) => row.id));
}

/** What goes back into a queue. With a reason if it was tried and not taken. */
export type Returned = MessageRef & {
  readonly queue: number;
  readonly delayMs: number;
  readonly tried: boolean;
  readonly unanswered: boolean;
  readonly reason: string | undefined;
};

/** Puts messages back into a queue, to be taken again after their delay. Only those that are still ours. */
export async function putBack(db: Queryable, lease: string, messages: readonly Returned[]): Promise<void> {
  await db.query({
    name: 'put back',
    text: `UPDATE messages m SET lease = NULL, carrier_id = NULL, attempts = m.attempts + w.tried::int,
        unanswered = m.unanswered + w.unanswered::int, reason = coalesce(w.reason, m.reason),
        queue = w.queue, due_at = now() + w.delay * interval '1 millisecond'
      FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::boolean[], $6::integer[], $7::boolean[], $8::text[])
        AS w (account_id, id, delay, tried, queue, unanswered, reason)
      WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1`,
    values: [
      lease,
      messages.map(({ accountId }) => accountId),
      messages.map(({ id }) => id),
      messages.map(({ delayMs }) => Math.round(delayMs)),
      messages.map(({ tried }) => tried),
      messages.map(({ queue }) => queue),
      messages.map(({ unanswered }) => unanswered),
      messages.map(({ reason }) => reason ?? null),
    ],
  });
}

/** What a process has taken from the queues and not settled. */
export async function claimedBy(db: Queryable, lease: string): Promise<MessageRef[]> {
  const { rows } = await db.query<{ account_id: string; id: string }>(
    `SELECT account_id, id FROM messages WHERE queue = ${heldQueue} AND lease = $1`,
    [lease],
  );
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Messages that a process may hold without knowing of them: the answer to their acceptance was lost. */
export async function putBackOwn(db: Queryable, lease: string, refs: readonly MessageRef[]): Promise<void> {
  await db.query(
    `UPDATE messages m SET lease = NULL, queue = ${undecidedQueue} FROM unnest($2::uuid[], $3::uuid[]) AS w (account_id, id)
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1`,
    [lease, refs.map(({ accountId }) => accountId), refs.map(({ id }) => id)],
  );
}
