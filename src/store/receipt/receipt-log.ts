import type { Queryable } from '../../database/db.ts';
import { type Page, scanNewest } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

/** A receipt that matches no message. */
export type UnmatchedRow = {
  readonly id: string;
  readonly carrier_id: string;
  readonly keys: string[];
  readonly outcome: string;
  readonly destination: string;
  readonly error: string | null;
  readonly text: string;
  readonly received_at: Date;
};

export type UnmatchedFilter = Page & { readonly carrierId?: string | undefined };

/** Newest first. */
export function listUnmatched(db: Queryable, filter: UnmatchedFilter): Promise<Walked<UnmatchedRow>> {
  const fits = [['carrier_id = ?', filter.carrierId]] as const;
  return scanNewest(db, { table: 'unmatched_receipts', columns: '*', fits, page: filter });
}
