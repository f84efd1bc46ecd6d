import type { Queryable } from '../../database/db.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';

/** A receipt that belongs to no message we know, for people who look for the reason. */
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

export type UnmatchedFilter = {
  readonly before: string;
  readonly limit: number;
  readonly carrierId?: string | undefined;
};

/** Newest first. */
export function listUnmatched(db: Queryable, filter: UnmatchedFilter): Promise<Walked<UnmatchedRow>> {
  const { before, limit, carrierId } = filter;
  const fits = [['carrier_id = ?', carrierId]] as const;
  return scanNewest(db, { table: 'unmatched_receipts', columns: '*', fits, before, limit });
}
