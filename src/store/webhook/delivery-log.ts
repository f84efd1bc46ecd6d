import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { bindSubject } from '../../domain/receipt/report-target.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { endpointOrigin } from '../../domain/webhook/endpoint.ts';
import { longestUrl } from '../../domain/webhook/web-url.ts';
import type { MessageRow } from '../message/messages.ts';
import { lightEnough, scanNewest, type TimedPage, within } from '../scan/newest.ts';
import { type ScanWindow, type Walked, walkBack } from '../scan/walk.ts';

/** An event as its owner sees it, with its last attempt. */
export type DeliveryRow = {
  readonly id: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly url: string;
  /** The managed endpoint that the event goes to. */
  readonly endpoint_id: string | null;
  readonly payload: string;
  readonly state: 'ready' | 'blocked' | 'delivered' | 'given up';
  readonly created_at: Date;
  readonly due_at: Date;
  readonly attempts: number;
  readonly attempted_at: Date | null;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
};

export type DeliveryFilter = TimedPage & {
  readonly accountId: string;
  readonly states?: readonly string[] | undefined;
  /** At least one attempt has failed. */
  readonly failed?: boolean | undefined;
  readonly kind?: string | undefined;
  /** Scheme, host and port. */
  readonly origin?: string | undefined;
  readonly subjectId?: string | undefined;
};

const endpointId = `CASE WHEN starts_with(origin, '${endpointOrigin('')}') THEN substr(origin, ${endpointOrigin('').length + 1})::uuid END`;
/** URLs are cut at the limit: old ones may have a megabyte. That of a managed endpoint is the present one, to which events are sent. */
export const deliveryShown = `id, kind, subject_id, ${endpointId} AS endpoint_id,
  coalesce((SELECT present FROM (SELECT id AS managed, account_id AS owner, url AS present FROM webhook_endpoints) e
    WHERE managed = ${endpointId} AND owner = account_id), left(url, ${longestUrl})) AS url, payload, state, created_at, due_at, attempts,
  attempted_at, duration_ms, status, error, answer`;
export const shownBytes = 'octet_length(payload) + octet_length(url) + coalesce(octet_length(answer), 0)';

/** Newest first, by the primary key. */
export function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<Walked<DeliveryRow>> {
  const { accountId, states, failed, kind, origin, subjectId } = filter;
  return scanNewest(db, {
    table: 'outbox',
    columns: deliveryShown,
    key: [['account_id = ?', accountId]],
    fits: [
      ['state = ANY (?::text[])', states],
      [`(state = 'ready' AND attempts > 0) = ?`, failed],
      ['kind = ?', kind],
      ['origin = ?', origin],
      ['subject_id = ANY (?::uuid[])', subjectId === undefined ? undefined : [subjectId, bindSubject(subjectId)]],
      ...within('created_at', filter),
    ],
    page: filter,
    bytes: shownBytes,
  });
}

/** Attempts shown of one event; each round has eleven. */
const mostAttempts = 200;

export type AttemptRow = Pick<DeliveryRow, 'status' | 'error' | 'answer'> & { attempted_at: Date; duration_ms: number };

/** One event with its latest attempts, oldest first. */
export async function findDelivery(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<{ event: DeliveryRow; attempts: AttemptRow[] } | undefined> {
  const sql = `SELECT ${deliveryShown} FROM outbox WHERE account_id = $1 AND id = $2`;
  const [event] = (await db.query<DeliveryRow>(sql, [accountId, id])).rows;
  if (event === undefined) return undefined;
  const { attempted_at, duration_ms } = event;
  const last = attempted_at === null ? [] : [{ ...event, attempted_at, duration_ms: duration_ms! }];
  return { event, attempts: [...(await earlierAttempts(db, accountId, [id])), ...last] };
}

/** All but the last attempts of these events, oldest first. */
export async function earlierAttempts(
  db: Queryable,
  accountId: string,
  eventIds: readonly string[],
): Promise<(AttemptRow & { readonly event_id: string })[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await db.query<AttemptRow & { event_id: string }>({
    name: 'attempts of events',
    text: `SELECT a.* FROM unnest($2::uuid[]) AS w (id), LATERAL (
        SELECT event_id, attempted_at, duration_ms, status, error, answer FROM webhook_attempts
        WHERE account_id = $1 AND event_id = w.id ORDER BY attempted_at DESC LIMIT ${mostAttempts}) a
      ORDER BY a.attempted_at`,
    values: [accountId, eventIds],
  });
  return rows;
}

const startAgain = `UPDATE outbox SET state = 'ready', attempts = 0, claims = 0, due_at = now(), lease = NULL WHERE account_id = $1`;

/** Starts a new round for an event immediately, with all retries and the same id. */
export async function replayEvent(db: Queryable, accountId: string, id: string): Promise<boolean> {
  return (await db.query(`${startAgain} AND id = $2`, [accountId, id])).rowCount === 1;
}

export type FailedSince = {
  readonly accountId: string;
  readonly since: Date;
  /** Scheme, host and port, or that of a managed endpoint; undefined for all endpoints. */
  readonly origin: string | undefined;
};

const failed = `SELECT id FROM outbox WHERE account_id = $1 AND id >= $2 AND ($3::text IS NULL OR origin = $3) AND attempted_at < $5`;
const failedEvents = `SELECT id FROM (
    (${failed} AND state = 'given up' LIMIT $4)
    UNION ALL
    (${failed} AND state = 'ready' AND attempts > 0 AND due_at > now() AND lease IS NULL LIMIT $4)
  ) both_kinds LIMIT $4`;

/** How many events `replayEvents` would deliver again; counts up to `most`. */
export async function countFailed(db: Queryable, { accountId, since, origin }: FailedSince, most: number) {
  const { rows } = await db.query<{ failed: number }>(`SELECT count(*)::integer AS failed FROM (${failedEvents}) f`, [
    accountId,
    uuidAt(since.getTime()),
    origin ?? null,
    most,
    'infinity',
  ]);
  return rows[0]!.failed;
}

/**
 * Replays up to `most` events since a time that were given up or are being retried, of one endpoint or of all. Only events last
 * tried before `triedBefore`: otherwise those of an endpoint that still fails would be replayed again and again.
 */
export async function replayEvents(
  db: Queryable,
  { accountId, since, origin }: FailedSince,
  { most, triedBefore }: { most: number; triedBefore: Date },
): Promise<number> {
  const { rowCount } = await db.query(`${startAgain} AND lease IS NULL AND id = ANY (ARRAY(${failedEvents}))`, [
    accountId,
    uuidAt(since.getTime()),
    origin ?? null,
    most,
    triedBefore,
  ]);
  return rowCount ?? 0;
}

export type AnyDeliveryRow = DeliveryRow & { readonly account_id: string };

export type AnyDeliveryFilter = Omit<DeliveryFilter, 'accountId' | 'subjectId' | 'before' | 'from'> &
  ScanWindow & { readonly accountId?: string | undefined };

export function listAllDeliveries(db: Db, filter: AnyDeliveryFilter): Promise<Walked<AnyDeliveryRow>> {
  const { before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) => {
    const look = (window: ScanWindow, most: number) => query(tx, filter, window, most);
    return walkBack({ before, from, limit, now: Date.now(), look });
  });
}

async function query(db: Queryable, filter: AnyDeliveryFilter, window: ScanWindow, most: number) {
  const { states, failed, kind, origin, since, until, limit } = filter;
  const isFiltered = [states, failed, kind, origin, since, until].some((value) => value !== undefined);
  const { rows } = await db.query<AnyDeliveryRow & { seen: string; fitting: string | null }>({
    name: 'events of every account',
    text: `WITH seen AS MATERIALIZED (
        SELECT o.* FROM accounts a, LATERAL (
          SELECT * FROM outbox WHERE account_id = a.id AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3) o
        WHERE ($5::uuid IS NULL OR a.id = $5) LIMIT $4),
      fitting AS (
        SELECT account_id, ${deliveryShown} FROM seen
        WHERE ($6::text[] IS NULL OR state = ANY ($6)) AND ($7::boolean IS NULL OR (state = 'ready' AND attempts > 0) = $7)
          AND ($8::text IS NULL OR kind = $8) AND ($12::text IS NULL OR origin = $12)
          AND ($9::timestamptz IS NULL OR created_at >= $9) AND ($10::timestamptz IS NULL OR created_at < $10)
        ORDER BY id DESC LIMIT $11)
      SELECT f.*, t.seen FROM (SELECT count(*) AS seen FROM seen) t
      LEFT JOIN (${lightEnough('fitting', shownBytes)}) f ON true ORDER BY f.id DESC`,
    values: [
      window.from,
      window.before,
      isFiltered ? most + 1 : limit,
      most + 1,
      filter.accountId ?? null,
      states ?? null,
      failed ?? null,
      kind ?? null,
      since ?? null,
      until ?? null,
      limit,
      origin ?? null,
    ],
  });
  const found = rows.filter(({ id }) => id !== null);
  return { rows: found, seen: Number(rows[0]!.seen), isFull: found.length < Number(rows[0]!.fitting) };
}

/** While a process has claimed it, `due_at` is when others may claim it. */
export type LoggedReportRow = AnyDeliveryRow & { readonly is_held: boolean };

/** Events read around each time at which the message may have changed. */
const mostAround = 5_000;
/** Difference between the clock of a process, which ids carry, and that of the database. */
const skewMs = 5_000;

/**
 * The reports of a message, oldest first. No index leads from a message to reports that have ended, but they are written when it
 * changes: soon after it was accepted or due, and just before its last change. So a bounded number of the account's events is read
 * around those times; reports that still wait have an index.
 */
export async function reportsOf(
  db: Db,
  accountId: string,
  message: Pick<MessageRow, 'id' | 'scheduled_at' | 'state_at'>,
): Promise<LoggedReportRow[]> {
  const around = (condition: string, direction: string) =>
    `SELECT id FROM (SELECT id, subject_id FROM outbox WHERE account_id = $1 AND id >= $2 AND ${condition}
       ORDER BY id ${direction} LIMIT ${mostAround}) e WHERE subject_id IN ($2, $5)`;
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<LoggedReportRow>({
      name: 'reports of a message',
      text: `WITH found AS (
        ${around('true', 'ASC')} UNION ${around('id >= $3', 'ASC')} UNION ${around('id < $4', 'DESC')} UNION
        SELECT id FROM outbox WHERE subject_id IN ($2, $5) AND id >= $2 AND state IN ('ready', 'blocked'))
      SELECT account_id, ${deliveryShown}, lease IS NOT NULL AS is_held FROM outbox JOIN found USING (id) WHERE account_id = $1 ORDER BY id`,
      values: [
        accountId,
        message.id,
        uuidAt((message.scheduled_at?.getTime() ?? 0) - skewMs),
        uuidAt(message.state_at.getTime() + skewMs),
        bindSubject(message.id),
      ],
    }),
  );
  return rows;
}
