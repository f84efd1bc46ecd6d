import type { Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Plan } from '../../domain/message/send.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { literal } from '../literal.ts';
import type { AccountContext } from './contexts.ts';
import { type Reservation, reservationLock } from './idempotency.ts';
import { scheduledQueue } from './queues.ts';
import { isAlive } from './workers.ts';

/** Who asked for a request, and by which way; kept with it for people who follow its messages. */
export type Origin = {
  readonly via: 'http' | 'email' | 'console' | 'smpp' | 'verify';
  readonly keyId?: string | undefined;
  /** As it stands in the log, of the characters that `requestIds` lets through. */
  readonly requestId?: string | undefined;
  /** The person, where it was one. */
  readonly by?: Pick<Actor, 'kind' | 'name'> | undefined;
};

/** Of an id that the caller chose. */
const longestRequestId = 64;

/** A planned request with its ids, and the version of the account that it was checked against. */
export type Candidate = {
  readonly accountId: string;
  readonly version: string;
  readonly validUntil: string;
  readonly submissionId: string;
  readonly messageIds: readonly string[];
  readonly plan: Plan;
  /** The queue in which each message waits, if nobody takes it at once. */
  readonly queues: readonly number[];
  /** The process that takes the messages straight to its carriers, if it has room: they are in no queue then. */
  readonly lease?: string | undefined;
  /** Who asked for it; unknown of what the service sends by itself. */
  readonly origin?: Origin | undefined;
  /** The same request checked against what the account is by now; throws if it is to be refused. */
  replan?(context: AccountContext | undefined): Plan;
};

/** Requests to more recipients than this wait behind those to fewer. */
export const mostSingle = 10;

/**
 * Accounts whose requests are now committed with the transaction, and the database's time in whole seconds. `held`: whether the
 * process holds what it wanted to take; if it was taken for gone, all went into the queues.
 */
export type Accepted = { accounts: Set<string>; now: number; held: boolean };

/**
 * Charge, submissions, messages and ledger of many requests in one statement and one round trip. An account is debited the
 * sum of its requests, if what they were checked against still holds and the money is there; otherwise nothing at all
 * happens for that account, and it is missing from the answer.
 *
 * Accounts are locked in the order of their ids, so two batches never wait for each other in a circle. The debit comes
 * first because the inserts depend on it; "inserts first, debit last" needs a second statement, and the round trip costs
 * more than the shorter lock gains (docs/decisions/0004).
 */
const acceptSql = ({ lock = '', before = '', condition = 'true', also = '', checks = '' } = {}) => `
  WITH ${before}wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::numeric[]) AS w (account_id, version, valid_until, total)
  ), locked AS (
    SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) AND ${condition} ORDER BY id FOR NO KEY UPDATE ${lock}
  ), debited AS (
    UPDATE accounts a SET balance = a.balance - w.total
    FROM wanted w JOIN locked l ON l.id = w.account_id
    WHERE a.id = w.account_id AND a.version = w.version AND now() < w.valid_until AND a.balance + a.credit_limit >= w.total
    RETURNING a.id
  ), offered AS (
    SELECT s.*, CASE WHEN s.scheduled_time > floor(extract(epoch FROM now())) THEN to_timestamp(s.scheduled_time) END AS scheduled_at
    FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::smallint[], $12::boolean[],
                $13::text[], $14::bigint[], $15::numeric[], $17::boolean[], $24::boolean[], $25::text[], $26::uuid[], $27::text[], $28::text[],
                $29::text[], $30::integer[], $31::smallint[])
      WITH ORDINALITY AS s (account_id, id, sender_id, sender, content, encoding, segments, price_report, url, scheduled_time, total,
        bulk, direct, via, key_id, request_id, actor, actor_kind, validity, registered_delivery, place)
    JOIN debited d ON d.id = s.account_id
  ), worker AS (
    ${isAlive('$16::uuid')}
  ), submitted AS (
    INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report,
                             delivery_report_url, scheduled_at, accepted_at, via, key_id, request_id, actor, actor_kind,
                             registered_delivery)
    SELECT account_id, id, sender_id, sender, content, encoding, segments, price_report, url, scheduled_at, now(),
      via, key_id, request_id, actor, actor_kind, registered_delivery FROM offered
  ), charged AS (
    INSERT INTO ledger (account_id, id, kind, amount, created_at)
    SELECT account_id, id, 'charge', -total, now() FROM offered
  ), created AS (
    INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, bulk, lease, queue,
                          expires_at)
    SELECT o.account_id, m.id, o.id, m.destination, m.country, m.price,
           CASE WHEN o.scheduled_at IS NULL THEN 'QUEUED' ELSE 'SCHEDULED' END, coalesce(o.scheduled_at, now()),
           now(), o.bulk, w.id, CASE WHEN o.scheduled_at IS NOT NULL THEN ${scheduledQueue} WHEN w.id IS NULL THEN m.queue END,
           coalesce(o.scheduled_at, now()) + o.validity * interval '1 second'
    FROM unnest($18::uuid[], $19::integer[], $20::text[], $21::text[], $22::numeric[], $23::integer[])
      AS m (id, place, destination, country, price, queue)
    JOIN offered o ON o.place = m.place LEFT JOIN worker w ON o.direct
  )${also}
  SELECT id AS account_id, floor(extract(epoch FROM now()))::bigint AS now, EXISTS (SELECT 1 FROM worker) AS held${checks}
  FROM debited`;

/** Whether to wait for accounts that somebody else has locked, or to do nothing for them. */
export type Busy = 'wait' | 'skip';

const inBothWays = (parts: Parameters<typeof acceptSql>[0] = {}): Record<Busy, string> => ({
  wait: acceptSql(parts),
  skip: acceptSql({ ...parts, lock: 'SKIP LOCKED' }),
});

const usualSql = inBothWays();

export async function accept(db: Queryable, candidates: readonly Candidate[], busy: Busy = 'wait'): Promise<Accepted> {
  const values = columnsOf(candidates);
  const { rows } = await db.query<AcceptedRow>({ name: `accept, ${busy}`, text: usualSql[busy], values });
  return toAccepted(rows);
}

/**
 * The same with the answers to be stored for the customers' keys, which are locked first. If another request holds one of them,
 * nothing happens, and no account is in the answer. Nor if one of them has an answer: then the number of those that were stored is
 * wrong, and the statement divides by zero (`isKeyTaken`). An answer that has outlived its time is replaced.
 */
const keyedSql = inBothWays({
  before: `keys AS MATERIALIZED (
    SELECT bool_and(pg_try_advisory_xact_lock(${reservationLock})) AS free
    FROM unnest($32::text[], $33::text[]) AS k (api_key_id, key)
  ), `,
  condition: '(SELECT free FROM keys)',
  also: `, answered AS (
    INSERT INTO idempotent_answers AS a (api_key_id, key, request_hash, answer, expires_at)
    SELECT k.api_key_id::uuid, k.key, k.request_hash, k.answer, now() + k.hours * interval '1 hour'
    FROM unnest($32::text[], $33::text[], $34::bytea[], $35::text[], $36::integer[]) WITH ORDINALITY
      AS k (api_key_id, key, request_hash, answer, hours, place)
    JOIN offered o ON o.place = k.place
    ON CONFLICT (api_key_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      WHERE a.expires_at < now()
    RETURNING 1
  )`,
  checks:
    ', 1 / CASE WHEN (SELECT count(*) FROM answered) = (SELECT count(*) FROM offered) THEN 1 ELSE 0 END AS stored',
});

export type Keyed = { readonly candidate: Candidate; readonly reservation: Reservation; readonly answer: string };

export async function acceptKeyed(db: Queryable, items: readonly Keyed[], busy: Busy): Promise<Accepted> {
  const reservations = items.map(({ reservation }) => reservation);
  const { rows } = await db.query<AcceptedRow>({
    name: `accept keyed, ${busy}`,
    text: keyedSql[busy],
    values: [
      ...columnsOf(items.map(({ candidate }) => candidate)),
      literal(reservations.map(({ keyId }) => keyId)),
      reservations.map(({ key }) => key),
      reservations.map(({ requestHash }) => requestHash),
      items.map(({ answer }) => answer),
      literal(reservations.map(({ keptHours }) => keptHours)),
    ],
  });
  return toAccepted(rows);
}

/** Whether this is why a statement has failed. */
export const isKeyTaken = (error: unknown): boolean => (error as { code?: unknown }).code === divisionByZero;
const divisionByZero = '22012';

type AcceptedRow = { account_id: string; now: string; held: boolean };

function toAccepted(rows: readonly AcceptedRow[]): Accepted {
  const [first] = rows;
  return {
    accounts: new Set(rows.map((row) => row.account_id)),
    now: Number(first?.now ?? 0),
    held: first?.held ?? false,
  };
}

function columnsOf(candidates: readonly Candidate[]): unknown[] {
  return [
    ...accountColumns(candidates),
    ...submissionColumns(candidates),
    ...messageColumns(candidates),
    literal(candidates.map(({ lease }) => lease !== undefined)),
    ...originColumns(candidates.map(({ origin }) => origin)),
    literal(candidates.map(({ plan }) => plan.validitySeconds ?? 'NULL')),
    literal(candidates.map(({ plan }) => plan.registeredDelivery ?? 'NULL')),
  ];
}

function originColumns(origins: readonly (Origin | undefined)[]): unknown[] {
  return [
    literal(origins.map((origin) => origin?.via ?? 'NULL')),
    literal(origins.map((origin) => origin?.keyId ?? 'NULL')),
    literal(origins.map((origin) => origin?.requestId?.slice(0, longestRequestId) ?? 'NULL')),
    origins.map((origin) => origin?.by?.name ?? null),
    literal(origins.map((origin) => origin?.by?.kind ?? 'NULL')),
  ];
}

function accountColumns(candidates: readonly Candidate[]): unknown[] {
  const sums = new Map<string, { version: string; validUntil: string; total: Money }>();
  for (const { accountId, version, validUntil, plan } of candidates) {
    const sum = sums.get(accountId);
    if (sum) sum.total += plan.total;
    else sums.set(accountId, { version, validUntil, total: plan.total });
  }
  const rows = [...sums.values()];
  return [
    literal([...sums.keys()]),
    literal(rows.map((row) => row.version)),
    rows.map((row) => row.validUntil),
    literal(rows.map((row) => formatMoney(row.total))),
  ];
}

function submissionColumns(candidates: readonly Candidate[]): unknown[] {
  const plans = candidates.map(({ plan }) => plan);
  return [
    literal(candidates.map(({ accountId }) => accountId)),
    literal(candidates.map(({ submissionId }) => submissionId)),
    literal(plans.map((plan) => plan.senderId)),
    plans.map((plan) => plan.sender),
    plans.map((plan) => plan.text),
    literal(plans.map((plan) => plan.encoding)),
    literal(plans.map((plan) => plan.segments)),
    literal(plans.map((plan) => plan.priceReport)),
    plans.map((plan) => plan.deliveryReportUrl ?? null),
    literal(plans.map((plan) => plan.scheduledTime ?? 'NULL')),
    literal(plans.map((plan) => formatMoney(plan.total))),
    candidates.find(({ lease }) => lease !== undefined)?.lease ?? null,
    literal(plans.map((plan) => plan.recipients.length > mostSingle)),
  ];
}

function messageColumns(candidates: readonly Candidate[]): unknown[] {
  const ids: string[] = [];
  const places: number[] = [];
  const destinations: string[] = [];
  const countries: string[] = [];
  const prices: string[] = [];
  const allQueues: number[] = [];
  for (const [index, { plan, messageIds, queues }] of candidates.entries()) {
    for (const [place, { destination, country, price }] of plan.recipients.entries()) {
      ids.push(messageIds[place]!);
      places.push(index + 1);
      destinations.push(destination);
      countries.push(country);
      prices.push(formatMoney(price));
      allQueues.push(queues[place]!);
    }
  }
  return [ids, places, destinations, countries, prices, allQueues].map(literal);
}

export type Existing = { readonly now: number; readonly held: boolean };

/** Those of these submissions that exist, and whether their process holds them: what really happened after an answer was lost. */
export async function existingSubmissions(
  db: Queryable,
  candidates: readonly Candidate[],
): Promise<Map<string, Existing>> {
  const { rows } = await db.query<{ id: string; accepted: string; held: boolean }>(
    `SELECT s.id, floor(extract(epoch FROM s.accepted_at))::bigint AS accepted, m.lease IS NOT DISTINCT FROM w.lease AS held
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS w (account_id, id, message_id, lease)
     JOIN submissions s ON s.account_id = w.account_id AND s.id = w.id
     JOIN messages m ON m.account_id = w.account_id AND m.id = w.message_id`,
    [
      candidates.map(({ accountId }) => accountId),
      candidates.map(({ submissionId }) => submissionId),
      candidates.map(({ messageIds }) => messageIds[0]),
      candidates.map(({ lease }) => lease ?? null),
    ],
  );
  return new Map(rows.map((row) => [row.id, { now: Number(row.accepted), held: row.held }]));
}

export type Funds = { version: string; available: string };

/**
 * What each account can spend, with its row locked until the transaction ends.
 *
 * The order of locks: price lists, existing messages and senders, then accounts by their ids, and nothing of these behind an
 * account. Whoever inserts a row that refers to an account locks the account first: the check of the reference would share
 * its row, and PostgreSQL lets those who wait for a shared row that was changed meanwhile wait for each other.
 */
export async function lockFunds(tx: Queryable, accountIds: readonly string[]): Promise<Map<string, Funds>> {
  const { rows } = await tx.query<Funds & { id: string }>(
    `SELECT id, version, balance + credit_limit AS available FROM accounts
     WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [accountIds],
  );
  return new Map(rows.map(({ id, version, available }) => [id, { version, available }]));
}
