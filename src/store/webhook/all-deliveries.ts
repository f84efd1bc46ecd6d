import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { bindSubject } from '../../domain/receipt/report-target.ts';
import { uuidAt } from '../../domain/uuid.ts';
import type { MessageRow } from '../message/messages.ts';
import { lightEnough } from '../scan/newest.ts';
import { type Walked, type Window, walkBack } from '../scan/walk.ts';
import { type DeliveryFilter, type DeliveryRow, shown, shownBytes } from './delivery-log.ts';

export type AnyDeliveryRow = DeliveryRow & { readonly account_id: string };

export type AnyDeliveryFilter = Omit<DeliveryFilter, 'accountId' | 'subjectId' | 'before' | 'from'> &
  Window & { readonly accountId?: string | undefined };

export function listAllDeliveries(db: Db, filter: AnyDeliveryFilter): Promise<Walked<AnyDeliveryRow>> {
  const { before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) => {
    const look = (window: Window, most: number) => query(tx, filter, window, most);
    return walkBack({ before, from, limit, now: Date.now(), look });
  });
}

async function query(db: Queryable, filter: AnyDeliveryFilter, window: Window, most: number) {
  const { states, failed, kind, since, until, limit } = filter;
  const isFiltered = [states, failed, kind, since, until].some((value) => value !== undefined);
  const { rows } = await db.query<AnyDeliveryRow & { seen: string; fitting: string | null }>({
    name: 'events of every account',
    text: `WITH seen AS MATERIALIZED (
        SELECT o.* FROM accounts a, LATERAL (
          SELECT * FROM outbox WHERE account_id = a.id AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3) o
        WHERE ($5::uuid IS NULL OR a.id = $5) LIMIT $4),
      fitting AS (
        SELECT account_id, ${shown} FROM seen
        WHERE ($6::text[] IS NULL OR state = ANY ($6)) AND ($7::boolean IS NULL OR (state = 'ready' AND attempts > 0) = $7)
          AND ($8::text IS NULL OR kind = $8)
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
    ],
  });
  const found = rows.filter(({ id }) => id !== null);
  return { rows: found, seen: Number(rows[0]!.seen), isFull: found.length < Number(rows[0]!.fitting) };
}

/** While a process has claimed it, `due_at` is when others may claim it. */
export type ReportRow = AnyDeliveryRow & { readonly is_held: boolean };

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
): Promise<ReportRow[]> {
  const around = (condition: string, direction: string) =>
    `SELECT id FROM (SELECT id, subject_id FROM outbox WHERE account_id = $1 AND id >= $2 AND ${condition}
       ORDER BY id ${direction} LIMIT ${mostAround}) e WHERE subject_id IN ($2, $5)`;
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<ReportRow>({
      name: 'reports of a message',
      text: `WITH found AS (
        ${around('true', 'ASC')} UNION ${around('id >= $3', 'ASC')} UNION ${around('id < $4', 'DESC')} UNION
        SELECT id FROM outbox WHERE subject_id IN ($2, $5) AND id >= $2 AND state IN ('ready', 'blocked'))
      SELECT account_id, ${shown}, lease IS NOT NULL AS is_held FROM outbox JOIN found USING (id) WHERE account_id = $1 ORDER BY id`,
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
