import type { Queryable } from '../../database/db.ts';
import { bindOrigin } from '../../domain/receipt/report-target.ts';
import { longestUrl } from '../../domain/webhook/web-url.ts';
import { rowSet } from '../row-set.ts';
import { accountsWithReadyEvents, deliveryLeaseSeconds, isParked, parked } from './outbox.ts';

/** An event that this process has claimed for delivery. */
export type ClaimedEvent = {
  readonly accountId: string;
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly url: string;
  readonly origin: string;
  readonly payload: string;
  readonly attempts: number;
  /** Whether there was an earlier attempt, possibly before a replay. */
  readonly attempted: boolean;
  /** How often it was claimed since its last result, including this time. */
  readonly claims: number;
  /** Stored in the outbox. A usual report is not stored before its first result. */
  readonly isStored: boolean;
};

export type EndpointRef = { readonly accountId: string; readonly origin: string };

/** Accounts that one search visits, at 13 µs each. */
export const accountsPerLook = 1_000;
/**
 * The state of an event that is looked up by its key. Written like this, it does not match the conditions of the partial indexes: with
 * old statistics the planner would read all unfinished events by one of them.
 */
export const isInState = (state: 'ready' | 'blocked') => `(o.state = '${state}') IS TRUE`;

/** Events under way first, then by the database's clock: ids come from machines whose clocks differ. */
export const inOrder = 'subject_id, state DESC, created_at, id';
export const eventRefs = rowSet<Pick<ClaimedEvent, 'accountId' | 'id'>>({ accountId: 'uuid', id: 'uuid' });
export const takenUntil = `now() + interval '${deliveryLeaseSeconds} seconds'`;

/** The next accounts with events that have not ended, and whether one of them is due. */
export async function accountsWithEvents(db: Queryable, after: string): Promise<{ accountId: string; due: boolean }[]> {
  const { rows } = await db.query<{ accountId: string; due: boolean }>({
    name: 'accounts with events',
    text: `${accountsWithReadyEvents('$1::uuid')}
      SELECT account_id AS "accountId", due_at <= now() AS due FROM found LIMIT ${accountsPerLook}`,
    values: [after],
  });
  return rows;
}

/** A position among the due events of an account. The time is a text of the database: a Date has no microseconds. */
export type DuePosition = { readonly dueAt: string; readonly id: string };

/** At most `room` events of an account: among its `oldest`, and among the `behind` events after a position. */
export type DueSearch = {
  readonly accountId: string;
  readonly room: number;
  readonly oldest: number;
  readonly after: DuePosition;
  readonly behind: number;
};

/** An event that may be claimed. */
export type Due = EndpointRef & { readonly id: string };

/** `reached`: the last position read, of accounts with more events than were read. */
export type DueEvents = { readonly due: Due[]; readonly reached: ReadonlyMap<string, DuePosition> };

const searchRows = rowSet<DueSearch>(
  { accountId: 'uuid', room: 'integer', oldest: 'integer', behind: 'integer' },
  { after_due_at: ['timestamptz', ({ after }) => after.dueAt], after_id: ['uuid', ({ after }) => after.id] },
);
const endpointRows = rowSet<EndpointRef>({ accountId: 'uuid', origin: 'text' });

const dueSql = (condition: string, limit: string) =>
  `SELECT o.id, o.origin, o.due_at FROM outbox o
   WHERE o.state = 'ready' AND o.account_id = w.account_id AND o.due_at <= now() AND ${condition}
   ORDER BY o.due_at, o.id LIMIT ${limit}`;
const lookText = `SELECT w.account_id, f.* FROM ${searchRows.from('w')}, LATERAL (
    WITH further AS MATERIALIZED (${dueSql('(o.due_at, o.id) > (w.after_due_at, w.after_id)', 'w.behind')}),
    seen AS ((${dueSql('true', 'w.oldest')}) UNION SELECT * FROM further)
    (SELECT id, origin, NULL AS due_at FROM (
      SELECT *, row_number() OVER (PARTITION BY origin ORDER BY due_at, id) AS turn FROM seen
      WHERE (w.account_id, origin) NOT IN (SELECT * FROM ${endpointRows.from('e', 7)})) turns
    WHERE turn <= $9 ORDER BY turn, turns.due_at LIMIT w.room)
    UNION ALL
    (SELECT id, NULL, due_at::text FROM further ORDER BY further.due_at, id OFFSET w.behind - 1)) f`;

/**
 * Due events of these accounts, with their endpoints taking turns: the first event of each, then the second, up to `most`. Skips
 * endpoints that are full. If all of the oldest events are theirs, those of others are found behind them, position by position.
 */
export async function lookAtDue(
  db: Queryable,
  searches: readonly DueSearch[],
  { full, most }: { readonly full: readonly EndpointRef[]; readonly most: number },
): Promise<DueEvents> {
  const { rows } = await db.query<{ account_id: string; id: string; origin: string | null; due_at: string | null }>({
    name: 'look at due events',
    text: lookText,
    values: [...searchRows.values(searches), ...endpointRows.values(full), most],
  });
  const due = rows.flatMap(({ account_id: accountId, id, origin }) =>
    origin === null ? [] : [{ accountId, id, origin }],
  );
  const ends = rows.flatMap(({ account_id: accountId, id, due_at: dueAt }): [string, DuePosition][] =>
    dueAt === null ? [] : [[accountId, { dueAt, id }]],
  );
  return { due, reached: new Map(ends) };
}

/** URLs are cut where they exceed the limit: old ones may have a megabyte. */
export const claimedColumns = `o.account_id AS "accountId", o.id, o.kind, o.subject_id AS "subjectId", left(o.url, ${longestUrl + 1}) AS url,
  o.origin, o.payload, o.attempts, o.attempted_at IS NOT NULL AS attempted, o.claims, true AS "isStored"`;

/** Bytes of URLs and payloads in one claim; the first event always fits. */
const mostBytes = 8 * 1024 * 1024;

/** Claims those of these events that are still free, as many as fit. */
export async function claimEvents(db: Queryable, lease: string, due: readonly Due[]): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<ClaimedEvent>({
    name: 'claim events',
    text: claimText,
    values: [lease, ...eventRefs.values(due)],
  });
  return rows;
}

const claimText = `WITH locked AS (
        SELECT o.account_id, o.id, w.place, octet_length(o.payload) + least(octet_length(o.url), ${4 * longestUrl}) AS bytes
        FROM ${eventRefs.from('w', 2, 'place')}
        JOIN outbox o ON o.account_id = w.account_id AND o.id = w.id
        WHERE ${isInState('ready')} AND (o.due_at <= now() OR ${isParked('o.due_at')}) FOR UPDATE OF o SKIP LOCKED),
      taken AS (
        SELECT account_id, id FROM (SELECT *, sum(bytes) OVER (ORDER BY place) - bytes AS before FROM locked) l
        WHERE before < ${mostBytes})
      UPDATE outbox o SET lease = $1, due_at = ${takenUntil}, claims = least(o.claims, 1000) + 1
      FROM taken t WHERE o.account_id = t.account_id AND o.id = t.id
      RETURNING ${claimedColumns}`;

const returnedRows = rowSet<ClaimedEvent>(
  { accountId: 'uuid', id: 'uuid', claims: 'smallint' },
  { url: ['text', ({ url, origin }) => (origin === bindOrigin ? url : '')] },
);
const giveBackText = `UPDATE outbox o SET lease = NULL, claims = greatest(w.claims - 1, 0),
    due_at = CASE o.origin WHEN '${bindOrigin}' THEN ${parked} ELSE now() END,
    url = CASE o.origin WHEN '${bindOrigin}' THEN w.url ELSE o.url END
  FROM ${returnedRows.from('w', 2)}
  WHERE o.account_id = w.account_id AND o.id = w.id AND o.lease = $1 AND ${isInState('ready')}`;

/** Releases claimed events that were not tried; the claim does not count. Events for binds may wait for other binds than before. */
export async function giveBackEvents(db: Queryable, lease: string, events: readonly ClaimedEvent[]): Promise<void> {
  await db.query({ name: 'give back events', text: giveBackText, values: [lease, ...returnedRows.values(events)] });
}
