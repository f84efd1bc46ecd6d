import type { Db, Queryable } from '../../database/db.ts';
import { explainReason, type Reason } from '../../domain/carrier/reasons/reason.ts';
import { reasonCarriers } from '../../store/carrier/carriers.ts';
import { type AnyMessageRow, listMessages, type MessageFilter } from '../../store/message/all-messages.ts';

type WithReason = { readonly reason: string | null };

/** These rows with their reasons in plain words. The carriers are read only if there is a reason. */
export async function explainRows<Row extends WithReason>(
  db: Queryable,
  rows: readonly Row[],
  carrierId?: string,
): Promise<(Row & { readonly explained?: Reason })[]> {
  if (rows.every(({ reason }) => reason === null || reason === '')) return [...rows];
  const carriers = await reasonCarriers(db);
  return rows.map((row) =>
    row.reason === null || row.reason === ''
      ? row
      : { ...row, explained: explainReason(row.reason, carriers, carrierId) },
  );
}

export async function listExplained(db: Db, filter: MessageFilter) {
  const page = await listMessages(db, filter);
  return { ...page, rows: await explainRows<AnyMessageRow>(db, page.rows) };
}
