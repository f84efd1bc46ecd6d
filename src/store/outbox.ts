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

export async function insertEvents(tx: Queryable, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    name: 'insert events',
    text: `INSERT INTO outbox (account_id, id, kind, subject_id, url, payload, created_at)
      SELECT w.*, now() FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[]) AS w`,
    values: [
      events.map(({ accountId }) => accountId),
      events.map(({ id }) => id),
      events.map(({ kind }) => kind),
      events.map(({ subjectId }) => subjectId),
      events.map(({ url }) => url),
      events.map(({ payload }) => payload),
    ],
  });
}
