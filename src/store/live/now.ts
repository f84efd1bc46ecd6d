import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { withSubmission } from '../message/messages.ts';
import { queuesInUse, waitingLines, waitingSql } from '../message/queues.ts';
import { rowsOf } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { accountsWithReadyEvents, blockedEvents } from '../webhook/outbox.ts';

/** Messages of a queue are counted up to this, as on the page of carriers. */
const mostMessages = 10_000;
/** Ready webhook events of an account are counted up to this. */
const mostReady = 1_000;
/** Accounts whose oldest message or event is read; and events that are counted over all accounts. */
const mostOwners = 200;
const mostEvents = 2_000;

const secondsSince = (time: string) =>
  `round(coalesce(greatest(0, extract(epoch FROM now() - ${time})), 0), 1)::float8`;

/** Messages that wait, by queue. */
export const waitingByQueue = (db: Queryable): Promise<{ queue: number; waiting: number }[]> =>
  rowsOf(db, {
    name: 'waiting by queue',
    text: `${queuesInUse}
      SELECT u.queue, ${waitingSql('u.queue', mostMessages)} AS waiting FROM used u`,
  });

/** The largest age among the messages that are next in line, one for each account and queue. */
export async function oldestWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'oldest waiting',
    text: `${waitingLines}
      SELECT ${secondsSince('min(coalesce(s.scheduled_at, s.accepted_at))')} AS seconds
      FROM (SELECT * FROM lines LIMIT ${mostOwners}) l
      JOIN submissions s ON s.account_id = l.account_id AND s.id = l.submission_id`,
  });
  return rows[0]!.seconds;
}

type Backlog = { readonly webhookBacklog: number; readonly webhookOldestSeconds: number };

/** Webhook events of all accounts that are not delivered yet. */
export async function webhookBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'webhook backlog',
    text: `${accountsWithReadyEvents(`'${firstUuid}'::uuid`)}
      SELECT count(*)::integer + (SELECT count(*)::integer FROM ${blockedEvents('1')} b) AS "webhookBacklog",
        ${secondsSince('min(created_at)')} AS "webhookOldestSeconds" FROM (
        SELECT e.created_at FROM (SELECT * FROM found LIMIT ${mostOwners}) w, LATERAL (
          SELECT o.created_at FROM outbox o WHERE o.account_id = w.account_id AND o.state = 'ready' LIMIT ${mostReady}) e
        LIMIT ${mostEvents}) c`,
  });
  return rows[0]!;
}

export type AccountNow = Backlog & {
  readonly accountId: string;
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
  readonly balance: string;
  readonly currency: string;
};

/** The current figures of each of these accounts, whose messages wait in these queues. */
export async function accountsNow(
  db: Queryable,
  accountIds: readonly string[],
  queues: readonly number[],
): Promise<AccountNow[]> {
  const line = 'm.queue = q.queue AND m.queue IS NOT NULL AND m.bulk = b.bulk AND m.account_id = a.id';
  const { rows } = await db.query<AccountNow>({
    name: 'accounts now',
    text: `WITH blocked AS MATERIALIZED (
        SELECT b.account_id, count(*)::integer AS events FROM ${blockedEvents('account_id')} b GROUP BY 1)
      SELECT a.id AS "accountId", trim_scale(a.balance)::text AS balance, a.currency,
        w.waiting, ${secondsSince('w.since')} AS "oldestWaitingSeconds",
        e.events + coalesce((SELECT b.events FROM blocked b WHERE b.account_id = a.id), 0) AS "webhookBacklog",
        ${secondsSince('e.since')} AS "webhookOldestSeconds"
      FROM accounts a, LATERAL (
        SELECT coalesce(sum(c.waiting), 0)::integer AS waiting, min(f.since) AS since
        FROM unnest($2::integer[]) AS q (queue) CROSS JOIN (VALUES (false), (true)) AS b (bulk)
        CROSS JOIN LATERAL (
          SELECT count(*) AS waiting FROM (SELECT 1 FROM messages m WHERE ${line} LIMIT ${mostMessages}) c) c
        LEFT JOIN LATERAL (
          SELECT coalesce(s.scheduled_at, s.accepted_at) AS since FROM (
            SELECT m.account_id, m.submission_id FROM messages m WHERE ${line} ORDER BY m.due_at LIMIT 1) m
          ${withSubmission}) f ON true) w, LATERAL (
        SELECT count(*)::integer AS events, min(o.created_at) AS since FROM (
          SELECT created_at FROM outbox WHERE account_id = a.id AND state = 'ready' LIMIT ${mostReady}) o) e
      WHERE a.id = ANY ($1::uuid[])`,
    values: [accountIds, queues],
  });
  return rows;
}

type CarrierNow = {
  readonly carrierId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly queue: number;
  readonly linksUp: number;
  readonly throttled: boolean;
};

/** Carriers by name, with the connections of all processes. */
export const carriersNow = (db: Queryable): Promise<CarrierNow[]> =>
  rowsOf(db, {
    name: 'carriers now',
    text: `SELECT c.id AS "carrierId", c.name, c.enabled, c.queue, l.links AS "linksUp", l.throttled
      FROM carriers c, LATERAL (
        SELECT coalesce(sum(links), 0)::integer AS links, coalesce(bool_or(throttled_until > now()), false) AS throttled
        FROM carrier_links WHERE carrier_id = c.id AND seen_at > now() - interval '10 seconds') l
      ORDER BY c.name`,
  });

type Rate = { readonly accountId: string; readonly accepted: number; readonly delivered: number };
const rateRows = rowSet<Rate>({ accountId: 'uuid', accepted: 'float8', delivered: 'float8' });

/** A process writes every 2 s while there are readers; older rates are ignored. */
const freshSeconds = 6;
/** A reader renews its row at least every 2 s. */
const wantedSeconds = 10;

/** Registers this process as a reader, so that all processes write their rates. */
export async function wantRates(db: Queryable, holder: string): Promise<void> {
  await db.query({
    name: 'want rates',
    text: `INSERT INTO live_readers (holder, seen_at) VALUES ($1, now())
      ON CONFLICT (holder) DO UPDATE SET seen_at = excluded.seen_at`,
    values: [holder],
  });
}

/** In SQL: whether the process of a row of `live_readers` still reads. */
export const isReading = `seen_at > now() - interval '${wantedSeconds} seconds'`;

/** Replaces the rates of this process, and deletes those of dead processes. */
export async function writeRates(db: Queryable, holder: string, rates: readonly Rate[]): Promise<void> {
  await db.query({
    name: 'write rates',
    text: `WITH gone AS (
        DELETE FROM live_rates WHERE holder = $1 AND account_id <> ALL ($2::uuid[]) OR seen_at < now() - interval '1 minute'),
      readers AS (DELETE FROM live_readers WHERE seen_at < now() - interval '1 minute')
      INSERT INTO live_rates (holder, account_id, accepted, delivered, seen_at)
      SELECT $1, *, now() FROM ${rateRows.from('w', 2)}
      ON CONFLICT (account_id, holder) DO UPDATE
        SET accepted = excluded.accepted, delivered = excluded.delivered, seen_at = excluded.seen_at`,
    values: [holder, ...rateRows.values(rates)],
  });
}

type Rates = { readonly acceptedPerSecond: number; readonly deliveredPerSecond: number };
const noRates: Rates = { acceptedPerSecond: 0, deliveredPerSecond: 0 };

/** The rates over all processes: of each of these accounts, or the total, under an empty id. */
export async function readRates(
  db: Queryable,
  accountIds: readonly string[] | undefined,
): Promise<(accountId: string) => Rates> {
  const { rows } = await db.query<Rates & { accountId: string }>({
    name: accountIds === undefined ? 'rates of all' : 'rates of accounts',
    text: `SELECT ${accountIds === undefined ? `''` : 'account_id'} AS "accountId",
        round(coalesce(sum(accepted), 0)::numeric, 1)::float8 AS "acceptedPerSecond",
        round(coalesce(sum(delivered), 0)::numeric, 1)::float8 AS "deliveredPerSecond" FROM live_rates
      WHERE seen_at > now() - interval '${freshSeconds} seconds'
        ${accountIds === undefined ? '' : 'AND account_id = ANY ($1::uuid[]) GROUP BY account_id'}`,
    values: accountIds === undefined ? [] : [accountIds],
  });
  const byId = new Map(rows.map(({ accountId, ...rates }) => [accountId, rates]));
  return (accountId) => byId.get(accountId) ?? noRates;
}
