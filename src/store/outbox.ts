import type { Queryable } from '../db.ts';

/** A webhook to be sent. Events of one subject are delivered in the order of their ids. */
export type OutboxEvent = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'delivery report' | 'inbound message' | 'sender status';
  readonly subjectId: string;
  readonly url: string;
  readonly payload: string;
};

/** An event behind another of its subject that has not ended waits for it. */
export async function insertEvents(tx: Queryable, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: 'insert events',
    text: `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state)
      SELECT w.*, now(), CASE WHEN EXISTS (
          -- no event is older than its subject, which spares the partitions before it
          SELECT 1 FROM outbox o WHERE o.subject_id = w.subject_id AND o.id >= w.subject_id AND o.state IN ('ready', 'blocked'))
        THEN 'blocked' ELSE 'ready' END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[])
        AS w (account_id, id, kind, subject_id, url, origin, payload)`,
    values: [
      events.map(({ accountId }) => accountId),
      events.map(({ id }) => id),
      events.map(({ kind }) => kind),
      events.map(({ subjectId }) => subjectId),
      events.map(({ url }) => url),
      events.map(({ url }) => originOf(url)),
      events.map(({ payload }) => payload),
    ],
  });
}

/** No host name is longer than 253 characters, and an index takes no value of any length. */
const longestOrigin = 300;

/** A URL nobody can call (the interface does not check that of a sender's status) still needs a place to fail from. */
function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : 'invalid';
  return origin.length <= longestOrigin ? origin : 'invalid';
}
