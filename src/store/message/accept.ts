import type { Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { SendPlan } from '../../domain/message/send.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { rowSet } from '../row-set.ts';
import type { AccountContext } from './contexts.ts';
import { answerRows, type KeyedAnswer, reservationLock, storeAnswersSql } from './idempotency.ts';
import { scheduledQueue } from './queues.ts';
import { aliveWorker } from './workers.ts';

/** Who sent a request, and over which channel; stored with it for people who trace its messages. */
export type RequestOrigin = {
  readonly via: 'http' | 'email' | 'console' | 'smpp' | 'verify';
  readonly keyId?: string | undefined;
  /** The request id as in the log. Holds only characters that `requestIds` allows. */
  readonly requestId?: string | undefined;
  /** The person, if it was one. */
  readonly by?: Pick<Actor, 'kind' | 'name'> | undefined;
};

/** Characters kept of a request id that the caller chose. */
const longestRequestId = 64;

/** A planned request with its ids, and the version of the account that it was checked against. */
export type PlannedRequest = {
  readonly accountId: string;
  readonly version: string;
  readonly validUntil: string;
  readonly submissionId: string;
  readonly messageIds: readonly string[];
  readonly plan: SendPlan;
  /** The queue in which each message waits unless a process takes it immediately. */
  readonly queues: readonly number[];
  /** Lease of the process that sends the messages directly to their carriers, if it has room; otherwise they are queued. */
  readonly lease?: string | undefined;
  /** Undefined for messages of the service itself. */
  readonly origin?: RequestOrigin | undefined;
  /** Checks the request again, against the current state of the account; throws if it must be refused. */
  replan?(context: AccountContext | undefined): SendPlan;
};

/** Requests to more recipients than this wait behind those to fewer. */
export const mostSingle = 10;

/** `now`: database time in whole seconds. `held`: the process holds the messages it wanted; if considered dead, all were queued. */
export type Acceptance = { readonly now: number; readonly held: boolean };

type Accepted = Acceptance & { readonly accounts: ReadonlySet<string> };

type AccountSum = { accountId: string; version: string; validUntil: string; total: Money };

const accountRows = rowSet<AccountSum>(
  { accountId: 'uuid', version: 'bigint', validUntil: 'timestamptz' },
  { total: ['numeric', ({ total }) => formatMoney(total)] },
);

const requestRows = rowSet<PlannedRequest>(
  { accountId: 'uuid' },
  {
    id: ['uuid', ({ submissionId }) => submissionId],
    sender_id: ['uuid', ({ plan }) => plan.senderId],
    sender: ['text', ({ plan }) => plan.sender],
    content: ['text', ({ plan }) => plan.text],
    encoding: ['code', ({ plan }) => plan.encoding],
    segments: ['smallint', ({ plan }) => plan.segments],
    price_report: ['boolean', ({ plan }) => plan.priceReport],
    url: ['text', ({ plan }) => plan.deliveryReportUrl],
    scheduled_time: ['bigint', ({ plan }) => plan.scheduledTime],
    total: ['numeric', ({ plan }) => formatMoney(plan.total)],
    bulk: ['boolean', ({ plan }) => plan.recipients.length > mostSingle],
    message_count: ['integer', ({ plan }) => plan.recipients.length],
    only_message: ['uuid', ({ messageIds }) => (messageIds.length === 1 ? messageIds[0] : undefined)],
    direct: ['boolean', ({ lease }) => lease !== undefined],
    via: ['code', ({ origin }) => origin?.via],
    key_id: ['uuid', ({ origin }) => origin?.keyId],
    request_id: ['code', ({ origin }) => origin?.requestId?.slice(0, longestRequestId)],
    actor: ['text', ({ origin }) => origin?.by?.name],
    actor_kind: ['code', ({ origin }) => origin?.by?.kind],
    validity: ['integer', ({ plan }) => plan.validitySeconds],
    registered_delivery: ['smallint', ({ plan }) => plan.registeredDelivery],
    reference: ['text', ({ plan }) => plan.reference],
  },
);

type Recipient = SendPlan['recipients'][number];
/** `request` counts the requests from 1. */
type NewMessage = Pick<Recipient, 'destination' | 'country'> & {
  readonly id: string;
  readonly request: number;
  readonly queue: number;
  readonly price: Money;
};

const messageRows = rowSet<NewMessage>(
  { id: 'uuid', request: 'integer', destination: 'code', country: 'code', queue: 'integer' },
  { price: ['numeric', ({ price }) => formatMoney(price)] },
);

/** The first parameter of each part of the statement. */
const requestsAt = 1 + accountRows.width;
const workerAt = requestsAt + requestRows.width;
const messagesAt = workerAt + 1;
const answersAt = messagesAt + messageRows.width;

const requests = `
    SELECT s.*, CASE WHEN s.scheduled_time > floor(extract(epoch FROM now())) THEN to_timestamp(s.scheduled_time) END AS scheduled_at
    FROM ${requestRows.from('s', requestsAt, 'place')}`;

/** SQL from the lock on the accounts to `accepted`, the requests that are paid for; `ids` selects what the statement returns. */
type Charging = { readonly sql: (lock: string) => string; readonly ids: string };

/**
 * Charge, submissions, messages and ledger of many requests in one statement and one round trip. An account is debited the
 * sum of its requests if it still has the version they were checked against and its balance covers them; otherwise nothing
 * happens for that account, and it is missing from the result.
 *
 * Accounts are locked in the order of their ids, so two batches never deadlock. The debit comes first because the inserts
 * depend on it; "inserts first, debit last" needs a second statement, and the round trip costs more than the shorter lock
 * gains (docs/decisions/0004).
 */
const acceptSql = ({ sql, ids }: Charging, lock: string) => `
  WITH wanted AS (
    SELECT * FROM ${accountRows.from('w')}
  ), ${sql(lock)}, worker AS (
    ${aliveWorker(`$${workerAt}::uuid`)}
  ), submitted AS (
    INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report,
                             delivery_report_url, scheduled_at, accepted_at, via, key_id, request_id, actor, actor_kind,
                             registered_delivery, reference)
    SELECT account_id, id, sender_id, sender, content, encoding, segments, price_report, url, scheduled_at, now(),
      via, key_id, request_id, actor, actor_kind, registered_delivery, reference FROM accepted
  ), charged AS (
    INSERT INTO ledger (account_id, id, kind, amount, created_at, messages, message_id)
    SELECT account_id, id, 'charge', -total, now(), message_count, only_message FROM accepted
  ), created AS (
    INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, bulk, lease, queue,
                          expires_at)
    SELECT o.account_id, m.id, o.id, m.destination, m.country, m.price,
           CASE WHEN o.scheduled_at IS NULL THEN 'QUEUED' ELSE 'SCHEDULED' END, coalesce(o.scheduled_at, now()),
           now(), o.bulk, w.id, CASE WHEN o.scheduled_at IS NOT NULL THEN ${scheduledQueue} WHEN w.id IS NULL THEN m.queue END,
           coalesce(o.scheduled_at, now()) + o.validity * interval '1 second'
    FROM ${messageRows.from('m', messagesAt)}
    JOIN accepted o ON o.place = m.request LEFT JOIN worker w ON o.direct
  )
  SELECT id, floor(extract(epoch FROM now()))::bigint AS now, EXISTS (SELECT 1 FROM worker) AS held FROM ${ids}`;

/** Whether to wait for accounts that another transaction has locked, or to do nothing for them. */
export type Busy = 'wait' | 'skip';

const inBothWays = (charging: Charging): Record<Busy, string> => ({
  wait: acceptSql(charging, ''),
  skip: acceptSql(charging, 'SKIP LOCKED'),
});

const acceptText = inBothWays({
  ids: 'debited',
  sql: (lock) => `locked AS (
    SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE ${lock}
  ), debited AS (
    UPDATE accounts a SET balance = a.balance - w.total
    FROM wanted w JOIN locked l ON l.id = w.account_id
    WHERE a.id = w.account_id AND a.version = w.version AND now() < w.valid_until AND a.balance + a.credit_limit >= w.total
    RETURNING a.id
  ), accepted AS (${requests}
    JOIN debited d ON d.id = s.account_id
  )`,
});

export async function accept(
  db: Queryable,
  candidates: readonly PlannedRequest[],
  busy: Busy = 'wait',
): Promise<Accepted> {
  const query = { name: `accept, ${busy}`, text: acceptText[busy], values: valuesOf(candidates) };
  const { ids, ...acceptance } = toAcceptance((await db.query<AcceptedRow>(query)).rows);
  return { ...acceptance, accounts: ids };
}

/**
 * Like `acceptSql`, with the answers to be stored for the customers' keys, which are locked first. If another request holds one of
 * the keys, nothing happens. A request whose key has an answer is neither charged nor inserted, and is missing from the result.
 *
 * The insert decides whether a key is taken: the snapshot of the statement is older than the lock on the key, so a SELECT would
 * miss an answer that was committed in between. The accounts are locked and can pay when it runs, so the debit that follows cannot
 * fail.
 */
const acceptKeyedText = inBothWays({
  ids: 'accepted',
  sql: (lock) => `keys AS MATERIALIZED (
    SELECT bool_and(pg_try_advisory_xact_lock(${reservationLock})) AS free FROM ${answerRows.from('k', answersAt)}
  ), locked AS (
    SELECT id, version, balance + credit_limit AS available FROM accounts
    WHERE id = ANY ($1::uuid[]) AND (SELECT free FROM keys) ORDER BY id FOR NO KEY UPDATE ${lock}
  ), payable AS (
    SELECT l.id FROM wanted w JOIN locked l ON l.id = w.account_id
    WHERE l.version = w.version AND now() < w.valid_until AND l.available >= w.total
  ), requested AS MATERIALIZED (
    SELECT r.*, ${answerRows.names} FROM (${requests}) r JOIN payable p ON p.id = r.account_id JOIN ${answerRows.from('k', answersAt, 'place')} ON k.place = r.place
  ), stored AS (${storeAnswersSql('requested k')}
    RETURNING a.api_key_id, a.key
  ), accepted AS MATERIALIZED (
    SELECT r.* FROM requested r JOIN stored t ON t.api_key_id = r.api_key_id::uuid AND t.key = r.key
  ), debited AS (
    UPDATE accounts a SET balance = a.balance - t.total
    FROM (SELECT account_id, sum(total) AS total FROM accepted GROUP BY account_id) t WHERE a.id = t.account_id
  )`,
});

type KeyedCandidate = { readonly candidate: PlannedRequest; readonly answer: KeyedAnswer };

export type AcceptedKeyed = Acceptance & { readonly submissions: ReadonlySet<string> };

export async function acceptKeyed(db: Queryable, items: readonly KeyedCandidate[], busy: Busy): Promise<AcceptedKeyed> {
  const values = valuesOf(items.map(({ candidate }) => candidate));
  const { rows } = await db.query<AcceptedRow>({
    name: `accept keyed, ${busy}`,
    text: acceptKeyedText[busy],
    values: [...values, ...answerRows.values(items.map(({ answer }) => answer))],
  });
  const { ids, ...acceptance } = toAcceptance(rows);
  return { ...acceptance, submissions: ids };
}

type AcceptedRow = { id: string; now: string; held: boolean };

function toAcceptance(rows: readonly AcceptedRow[]): Acceptance & { readonly ids: ReadonlySet<string> } {
  const [first] = rows;
  return { ids: new Set(rows.map(({ id }) => id)), now: Number(first?.now ?? 0), held: first?.held ?? false };
}

function valuesOf(candidates: readonly PlannedRequest[]): unknown[] {
  return [
    ...accountRows.values(sumsOf(candidates)),
    ...requestRows.values(candidates),
    candidates.find(({ lease }) => lease !== undefined)?.lease ?? null,
    ...messageRows.values(messagesOf(candidates)),
  ];
}

function sumsOf(candidates: readonly PlannedRequest[]): AccountSum[] {
  const sums = new Map<string, AccountSum>();
  for (const { accountId, version, validUntil, plan } of candidates) {
    const sum = sums.get(accountId);
    if (sum) sum.total += plan.total;
    else sums.set(accountId, { accountId, version, validUntil, total: plan.total });
  }
  return [...sums.values()];
}

function messagesOf(candidates: readonly PlannedRequest[]): NewMessage[] {
  const messages: NewMessage[] = [];
  for (const [index, { plan, messageIds, queues }] of candidates.entries()) {
    for (const [place, { destination, country, price }] of plan.recipients.entries()) {
      messages.push({ id: messageIds[place]!, request: index + 1, destination, country, price, queue: queues[place]! });
    }
  }
  return messages;
}

const candidateRows = rowSet<PlannedRequest>(
  { accountId: 'uuid', lease: 'uuid' },
  { id: ['uuid', ({ submissionId }) => submissionId], message_id: ['uuid', ({ messageIds }) => messageIds[0]] },
);

/** Which of these submissions exist, and whether their process holds them. Used after a response was lost. */
export async function existingSubmissions(
  db: Queryable,
  candidates: readonly PlannedRequest[],
): Promise<Map<string, Acceptance>> {
  const { rows } = await db.query<{ id: string; accepted: string; held: boolean }>(
    `SELECT s.id, floor(extract(epoch FROM s.accepted_at))::bigint AS accepted, m.lease IS NOT DISTINCT FROM w.lease AS held
     FROM ${candidateRows.from('w')}
     JOIN submissions s ON s.account_id = w.account_id AND s.id = w.id
     JOIN messages m ON m.account_id = w.account_id AND m.id = w.message_id`,
    candidateRows.values(candidates),
  );
  return new Map(rows.map((row) => [row.id, { now: Number(row.accepted), held: row.held }]));
}

type Funds = { version: string; available: string };

/**
 * What each account can spend, with its row locked until the transaction ends.
 *
 * The order of locks: price lists, existing messages and senders, then accounts by their ids; none of the former is locked after an
 * account. A transaction that inserts a row with a foreign key to an account locks the account first: the foreign key check takes a
 * share lock on the row, and transactions that wait with it for a row that was changed in the meantime deadlock.
 */
export async function lockFunds(tx: Queryable, accountIds: readonly string[]): Promise<Map<string, Funds>> {
  const { rows } = await tx.query<Funds & { id: string }>(
    `SELECT id, version, balance + credit_limit AS available FROM accounts
     WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [accountIds],
  );
  return new Map(rows.map(({ id, version, available }) => [id, { version, available }]));
}
