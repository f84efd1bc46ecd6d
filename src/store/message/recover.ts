import type { Queryable } from '../../database/db.ts';
import { reportIdSql, type UsualStatus } from '../../domain/message/payloads.ts';
import { isReportedSql } from '../../domain/receipt/report-target.ts';
import {
  type MessageRef,
  type ReportFacts,
  type ReportRow,
  reportColumns,
  toReportFacts,
  withSubmission,
} from './messages.ts';
import { heldQueue, undecidedQueue } from './queues.ts';
import type { GoneWorker } from './workers.ts';

/** Returns messages that a process held and has not settled: claimed ones are found by the queue index, accepted ones by their age. */
export async function putBackHeld(tx: Queryable, { id, oldest }: GoneWorker): Promise<number> {
  const back = `SET queue = ${undecidedQueue}, lease = NULL, due_at = now() WHERE lease = $1 AND state = 'QUEUED'`;
  const claimed = await tx.query(`UPDATE messages ${back} AND queue = ${heldQueue}`, [id]);
  const accepted = await tx.query(`UPDATE messages ${back} AND queue IS NULL AND id >= $2`, [id, oldest]);
  return (claimed.rowCount ?? 0) + (accepted.rowCount ?? 0);
}

export type Unreported = MessageRef & { readonly report: ReportFacts };

/** Messages that a process held when they reached this state, and whose report is not stored: oldest first, after an id if given. */
export async function findUnreported(
  tx: Queryable,
  { id, oldest }: GoneWorker,
  status: UsualStatus,
  { most, after }: { readonly most: number; readonly after: string | undefined },
): Promise<Unreported[]> {
  const { rows } = await tx.query<ReportRow & { account_id: string; id: string }>(
    `SELECT m.account_id, m.id, ${reportColumns}
     FROM messages m ${withSubmission}
     WHERE m.id >= $2 AND ($4::uuid IS NULL OR m.id > $4) AND m.lease = $1 AND s.delivery_report_url IS NOT NULL
       AND ${status === 'SENT' ? `m.state <> 'QUEUED'` : `m.state = 'DELIVERED'`} AND ${isReportedSql('s.delivery_report_url', status)}
       AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account_id = m.account_id AND o.id = ${reportIdSql('m.id', status)})
     ORDER BY m.id LIMIT $3`,
    [id, oldest, most, after ?? null],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    report: { ...toReportFacts(row), isScheduled: false },
  }));
}
