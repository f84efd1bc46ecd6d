import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';
import { live, type SenderRow, shown } from './senders.ts';

export type AnySenderFilter = {
  readonly before: string;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
  readonly channel?: string | undefined;
};

/** Senders of all accounts, newest first. */
export function listAllSenders(db: Db, filter: AnySenderFilter): Promise<Walked<SenderRow>> {
  const { accountId, status, channel, before, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest(tx, {
      table: 'senders',
      columns: shown,
      key: [['account_id = ?', accountId]],
      // Those that were deleted stay in the table.
      fits: [
        ['(deleted_at IS NULL) = ?', true],
        ['status = ?', status],
        ['channel = ?', channel],
      ],
      before,
      limit,
    }),
  );
}

export async function findAnySender(db: Queryable, id: string): Promise<SenderRow | undefined> {
  const { rows } = await db.query<SenderRow>(`SELECT ${shown} FROM senders WHERE id = $1 AND ${live}`, [id]);
  return rows[0];
}
