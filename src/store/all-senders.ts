import type { Queryable } from '../db.ts';
import { live, type SenderRow, shown } from './senders.ts';

export type AnySenderFilter = {
  readonly before: string;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
  readonly channel?: string | undefined;
};

/** Senders of all accounts, newest first. */
export async function listAllSenders(db: Queryable, filter: AnySenderFilter): Promise<SenderRow[]> {
  const { rows } = await db.query<SenderRow>(
    `SELECT ${shown} FROM senders
     WHERE id < $1 AND ${live} AND ($3::uuid IS NULL OR account_id = $3)
       AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR channel = $5)
     ORDER BY id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.accountId ?? null, filter.status ?? null, filter.channel ?? null],
  );
  return rows;
}

export async function findAnySender(db: Queryable, id: string): Promise<SenderRow | undefined> {
  const { rows } = await db.query<SenderRow>(`SELECT ${shown} FROM senders WHERE id = $1 AND ${live}`, [id]);
  return rows[0];
}
