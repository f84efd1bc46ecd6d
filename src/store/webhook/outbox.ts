import type { Queryable } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { customerUrl } from '../../domain/callback/callback.ts';
import { bindOrigin, isBindUrl } from '../../domain/receipt/report-target.ts';
import { uuidsBetween } from '../../domain/uuid.ts';
import { type EventKind, endpointIn, endpointOrigin } from '../../domain/webhook/endpoint.ts';
import { rowSet } from '../row-set.ts';

/** Longer than one exchange may take, so that a lease never ends during a request. */
export const deliveryLeaseSeconds = 30;

/**
 * The due time of an event that waits for a bind of its account, a thousand years from now: no search for due events passes it, and
 * the events that have waited longest come first. A process with such a bind searches there.
 */
export const parked = `now() + interval '1000 years'`;
export const isParked = (column: string): string => `${column} > now() + interval '500 years'`;
export const waitsForBind = (dueAt: Date): boolean => dueAt.getUTCFullYear() > 2500;

/** A webhook to be sent. Events of one subject are delivered in the order in which they were written. */
export type OutboxEvent = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: EventKind;
  readonly subjectId: string;
  readonly url: string;
  readonly payload: string;
  /** An event of the same subject that must be delivered before, and that may exist only in the memory of a process. */
  readonly after?: string | undefined;
  /** Delivered before all others of its subject, although they were written earlier. */
  readonly isFirst?: boolean;
};

/** Events that the process which writes them delivers itself, under its lease. */
export type Direct = { readonly lease: string; readonly ids: ReadonlySet<string> };

const eventRows = rowSet<OutboxEvent & { readonly isDirect: boolean }>(
  { accountId: 'uuid', id: 'uuid', kind: 'text', subjectId: 'uuid', url: 'text', payload: 'text', after: 'uuid' },
  {
    origin: ['text', ({ url }) => originOf(url)],
    direct: ['boolean', ({ isDirect }) => isDirect],
    first: ['boolean', ({ isFirst = false }) => isFirst],
  },
);

const insertText = `WITH written AS (
        INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, lease, due_at, behind)
        -- not now(): when this transaction began, the one that wrote the previous event may not have ended
        SELECT account_id, id, kind, subject_id, url, origin, payload, clock_timestamp(), CASE WHEN behind THEN 'blocked' ELSE 'ready' END,
          CASE WHEN direct AND NOT behind THEN $1::uuid END,
          CASE WHEN direct AND NOT behind THEN now() + interval '${deliveryLeaseSeconds} seconds'
            WHEN origin = '${bindOrigin}' THEN ${parked} ELSE now() END,
          CASE WHEN behind THEN after END
        FROM (
          SELECT *, NOT first AND (after IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM outbox o WHERE o.account_id = w.account_id AND o.id = w.after) OR subject_id IN (
            -- no event is older than its subject, and none is in the future: that excludes all other partitions
            SELECT o.subject_id FROM outbox o
            WHERE o.subject_id = ANY ($7) AND o.id >= $2::uuid AND o.id < $3::uuid AND o.state IN ('ready', 'blocked'))) AS behind
          FROM ${eventRows.from('w', 4)}
          OFFSET 0) w -- without OFFSET, the search runs again for each column that depends on it
        -- a database restored to an earlier time may lack a move but have its report, which is written later
        ON CONFLICT (account_id, id) DO NOTHING
        RETURNING id, lease)
      SELECT id FROM written WHERE lease IS NOT NULL`;

/**
 * An event behind another of its subject that has not ended waits for it. Returns the ids of the direct events that do not wait: this
 * process has claimed them.
 */
export async function insertEvents(tx: Queryable, events: readonly OutboxEvent[], direct?: Direct): Promise<string[]> {
  if (events.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>({
    name: 'insert events',
    text: insertText,
    values: [
      direct?.lease ?? null,
      ...uuidsBetween(
        events.map(({ subjectId }) => subjectId),
        Date.now(),
      ),
      ...eventRows.values(events.map((event) => ({ ...event, isDirect: direct?.ids.has(event.id) ?? false }))),
    ],
  });
  return rows.map(({ id }) => id);
}

/** Host names have at most 253 characters; an index does not take longer values. */
const longestOrigin = 300;
const origins = new Cache<string, string>(1_000);

/** A URL that cannot be called (the API does not check that of a sender's status) still needs an origin to fail with. */
export function originOf(url: string): string {
  return origins.of(url, parsedOrigin);
}

function parsedOrigin(url: string): string {
  if (isBindUrl(url)) return bindOrigin;
  const endpoint = endpointIn(url);
  if (endpoint !== undefined) return endpointOrigin(endpoint.id);
  const origin = URL.parse(customerUrl(url))?.origin ?? 'invalid';
  return origin.length <= longestOrigin ? origin : 'invalid';
}

/**
 * Webhook events that have not ended are `ready`, to be sent now or at a time, or `blocked` behind an earlier event of the same subject.
 * All figures count both. Ready events are found by account; blocked events have an index by their time only, so they are read for all
 * accounts together, oldest first, up to this many.
 */
export const mostBlocked = 2_000;

export const blockedEvents = (columns: string): string =>
  `(SELECT ${columns} FROM outbox WHERE state = 'blocked' ORDER BY created_at LIMIT ${mostBlocked})`;

const nextAccount = (after: string) =>
  `SELECT account_id, due_at FROM outbox WHERE state = 'ready' AND account_id > ${after} ORDER BY account_id, due_at LIMIT 1`;

/**
 * WITH `found`: the accounts after an id that have ready events, and when the first of them is due. Skips from account to account through
 * the index, so a hundred thousand events of one account cost as much as one.
 */
export const accountsWithReadyEvents = (after: string): string => `WITH RECURSIVE found AS (
    (${nextAccount(after)}) UNION ALL SELECT n.* FROM found f, LATERAL (${nextAccount('f.account_id')}) n)`;
