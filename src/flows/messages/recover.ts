import type { Transaction } from '../../database/db.ts';
import type { Event } from '../../domain/message/message.ts';
import { reportId } from '../../domain/message/payloads.ts';
import { notifyQueue } from '../../store/message/queue.ts';
import { findUnreported, putBackHeld, type Unreported } from '../../store/message/recover.ts';
import type { GoneWorker } from '../../store/message/workers.ts';
import { insertEvents } from '../../store/webhook/outbox.ts';
import { reportOf } from './advance.ts';

const mostInOne = 5_000;

/**
 * Recovers the work of a process that is gone: messages return to the queue, and reports that were only in its memory are recreated
 * under the same ids. A message that was sent but not stored is sent again; a report that was posted but not stored is posted again.
 */
export async function recover(tx: Transaction, gone: GoneWorker): Promise<void> {
  const messages = await putBackHeld(tx, gone);
  if (messages > 0) await notifyQueue(tx);
  for (const event of ['submitted', 'receipt: delivered'] as const) await reportAgain(tx, gone, event);
}

async function reportAgain(tx: Transaction, gone: GoneWorker, event: Event): Promise<void> {
  const status = event === 'submitted' ? 'SENT' : 'DELIVERED';
  for (let after: string | undefined; ; ) {
    const messages: Unreported[] = await findUnreported(tx, gone, status, { most: mostInOne, after });
    const reports = messages.flatMap((message) => reportOf(message, message.report, event) ?? []);
    // Another process may already have written later reports, which wait behind this one.
    const isFirst = event === 'submitted';
    await insertEvents(
      tx,
      reports.map((report) => ({ ...report, id: reportId(report.subjectId, status), isFirst })),
    );
    if (messages.length < mostInOne) return;
    // Continue after the last one: messages without a wanted report would be found again.
    after = messages.at(-1)!.id;
  }
}
