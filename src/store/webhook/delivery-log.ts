import type { Queryable } from '../../database/db.ts';
import { bindSubject } from '../../domain/receipt/report-target.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { longestUrl } from '../../domain/webhook/web-url.ts';
import { scanNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

/** An event as its owner sees it, with its last attempt. */
export type DeliveryRow = {
  readonly id: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly url: string;
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
  readonly subjectId?: string | undefined;
};

/** URLs are cut at the limit: old ones may have a megabyte. */
export const shown = `id, kind, subject_id, left(url, ${longestUrl}) AS url, payload, state, created_at, due_at, attempts,
  attempted_at, duration_ms, status, error, answer`;
export const shownBytes = 'octet_length(payload) + octet_length(url) + coalesce(octet_length(answer), 0)';

/** Newest first, by the primary key. */
export function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<Walked<DeliveryRow>> {
  const { accountId, states, failed, kind, subjectId } = filter;
  return scanNewest(db, {
    table: 'outbox',
    columns: shown,
    key: [['account_id = ?', accountId]],
    fits: [
      ['state = ANY (?::text[])', states],
      [`(state = 'ready' AND attempts > 0) = ?`, failed],
      ['kind = ?', kind],
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
  const sql = `SELECT ${shown} FROM outbox WHERE account_id = $1 AND id = $2`;
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
  /** Scheme, host and port; undefined for all endpoints. */
  readonly origin: string | undefined;
};

/**
 * Replays up to `most` events since a time that were given up or are being retried, of one endpoint or of all. Only events last
 * tried before `triedBefore`: otherwise those of an endpoint that still fails would be replayed again and again.
 */
export async function replayEvents(
  db: Queryable,
  { accountId, since, origin }: FailedSince,
  { most, triedBefore }: { most: number; triedBefore: Date },
): Promise<number> {
  const failed = `SELECT id FROM outbox WHERE account_id = $1 AND id >= $2 AND ($3::text IS NULL OR origin = $3) AND attempted_at < $5`;
  const { rowCount } = await db.query(
    `${startAgain} AND lease IS NULL AND id = ANY (ARRAY(
       SELECT id FROM (
         (${failed} AND state = 'given up' LIMIT $4)
         UNION ALL
         (${failed} AND state = 'ready' AND attempts > 0 AND due_at > now() AND lease IS NULL LIMIT $4)
       ) both_kinds LIMIT $4))`,
    [accountId, uuidAt(since.getTime()), origin ?? null, most, triedBefore],
  );
  return rowCount ?? 0;
}
