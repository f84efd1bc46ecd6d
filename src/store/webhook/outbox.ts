import type { Queryable } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { customerUrl } from '../../domain/callback/stored.ts';
import { bindOrigin, isBindUrl } from '../../domain/receipt/report-target.ts';
import { literal } from '../literal.ts';
import { uuidsBetween } from '../span.ts';

/** Longer than one exchange may take, so that a lease never ends under a request. */
export const deliveryLeaseSeconds = 30;

/**
 * An event for the binds of its account waits for one a thousand years from now: no look for what is due ever passes it, and those
 * that have waited longest are first. A process with such a bind looks there.
 */
export const parked = `now() + interval '1000 years'`;
export const isParked = (column: string): string => `${column} > now() + interval '500 years'`;
/** The time of an event that waits for a bind, as it is read. */
export const waitsForBind = (dueAt: Date): boolean => dueAt.getUTCFullYear() > 2500;

/** A webhook to be sent. Events of one subject are delivered in the order in which they were written. */
export type OutboxEvent = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'delivery report' | 'inbound message' | 'sender status';
  readonly subjectId: string;
  readonly url: string;
  readonly payload: string;
  /** An event of the same subject that is to go before, and that a process may have in its memory only. */
  readonly after?: string | undefined;
  /** It goes before all others of its subject, although they were written earlier. */
  readonly isFirst?: boolean;
};

/** Events that the process which writes them delivers itself, under its lease. */
export type Direct = { readonly lease: string; readonly ids: ReadonlySet<string> };

/**
 * An event behind another of its subject that has not ended waits for it. Returns those that were written as taken: the
 * direct ones that need not wait.
 */
export async function insertEvents(tx: Queryable, events: readonly OutboxEvent[], direct?: Direct): Promise<string[]> {
  if (events.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>({
    name: 'insert events',
    text: `WITH written AS (
        INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, lease, due_at, behind)
        -- not the beginning of the transaction: by then, the one that wrote the event before may not have ended
        SELECT account_id, id, kind, subject_id, url, origin, payload, clock_timestamp(), CASE WHEN behind THEN 'blocked' ELSE 'ready' END,
          CASE WHEN direct AND NOT behind THEN $9::uuid END,
          CASE WHEN direct AND NOT behind THEN now() + interval '${deliveryLeaseSeconds} seconds'
            WHEN origin = '${bindOrigin}' THEN ${parked} ELSE now() END,
          CASE WHEN behind THEN after END
        FROM (
          SELECT *, NOT first AND (after IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM outbox o WHERE o.account_id = w.account_id AND o.id = w.after) OR subject_id IN (
            -- no event is older than its subject, and none is of the future: that spares all other partitions
            SELECT o.subject_id FROM outbox o
            WHERE o.subject_id = ANY ($4) AND o.id >= $10::uuid AND o.id < $11::uuid AND o.state IN ('ready', 'blocked'))) AS behind
          FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[],
              $12::uuid[], $13::boolean[])
            AS w (account_id, id, kind, subject_id, url, origin, payload, direct, after, first)
          OFFSET 0) w -- without it, the search is done again for each column that it decides
        -- a database that went back in time may have forgotten a move and not its report, which is written later
        ON CONFLICT (account_id, id) DO NOTHING
        RETURNING id, lease)
      SELECT id FROM written WHERE lease IS NOT NULL`,
    values: [
      literal(events.map(({ accountId }) => accountId)),
      literal(events.map(({ id }) => id)),
      events.map(({ kind }) => kind),
      literal(events.map(({ subjectId }) => subjectId)),
      events.map(({ url }) => url),
      events.map(({ url }) => originOf(url)),
      events.map(({ payload }) => payload),
      literal(events.map(({ id }) => direct?.ids.has(id) ?? false)),
      direct?.lease ?? null,
      ...uuidsBetween(events.map(({ subjectId }) => subjectId)),
      literal(events.map(({ after }) => after ?? 'NULL')),
      literal(events.map(({ isFirst = false }) => isFirst)),
    ],
  });
  return rows.map(({ id }) => id);
}

/** No host name is longer than 253 characters, and an index takes no value of any length. */
const longestOrigin = 300;
const origins = new Cache<string, string>(1_000);

/** A URL nobody can call (the interface does not check that of a sender's status) still needs a place to fail from. */
export function originOf(url: string): string {
  return origins.of(url, parsedOrigin);
}

function parsedOrigin(url: string): string {
  if (isBindUrl(url)) return bindOrigin;
  const origin = URL.parse(customerUrl(url))?.origin ?? 'invalid';
  return origin.length <= longestOrigin ? origin : 'invalid';
}
