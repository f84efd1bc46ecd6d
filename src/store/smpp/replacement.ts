import type { Queryable } from '../../database/db.ts';
import type { SendPlan } from '../../domain/message/send.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { type MessageRef, withSubmission } from '../message/messages.ts';

/** A scheduled message that can be replaced. */
export type Replaceable = {
  readonly destination: string;
  readonly price: string;
  readonly sender: string;
  readonly encoding: 'GSM-7' | 'UCS-2';
  readonly price_report: boolean;
  readonly delivery_report_url: string | null;
  /** Unix time. */
  readonly scheduled: number;
  /** Seconds from its scheduled time; null: the validity of the service. */
  readonly validity: number | null;
  readonly registered_delivery: number | null;
  readonly reference: string | null;
};

/** Locks the message's row; undefined if the message is not scheduled any more, or never was. */
export async function lockReplaceable(tx: Queryable, { accountId, id }: MessageRef): Promise<Replaceable | undefined> {
  const { rows } = await tx.query<Replaceable>(
    `SELECT m.destination, m.price, s.sender, s.encoding, s.price_report, s.delivery_report_url,
       floor(extract(epoch FROM m.due_at))::float8 AS scheduled,
       round(extract(epoch FROM m.expires_at - m.due_at))::float8 AS validity, s.registered_delivery, s.reference
     FROM messages m ${withSubmission}
     WHERE m.account_id = $1 AND m.id = $2 AND m.state = 'SCHEDULED' AND m.lease IS NULL FOR NO KEY UPDATE OF m`,
    [accountId, id],
  );
  return rows[0];
}

export type Replacement = {
  readonly ref: MessageRef;
  readonly submissionId: string;
  readonly plan: SendPlan;
  readonly keyId: string;
};

/** Stores and charges a new submission for the new text, because other messages may share the old one. */
export async function storeReplacement(tx: Queryable, { ref, submissionId, plan, keyId }: Replacement): Promise<void> {
  const { accountId, id } = ref;
  await tx.query(
    `INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, delivery_report_url,
       scheduled_at, accepted_at, via, key_id, registered_delivery, reference)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10), now(), 'smpp', $11, $12, $13)`,
    [
      ...[accountId, submissionId, plan.senderId, plan.sender, plan.text, plan.encoding, plan.segments],
      ...[plan.priceReport, plan.deliveryReportUrl ?? null, plan.scheduledTime, keyId, plan.registeredDelivery ?? null],
      plan.reference ?? null,
    ],
  );
  await tx.query(
    `UPDATE messages SET submission_id = $3, price = $4, due_at = to_timestamp($5),
       expires_at = to_timestamp($5) + $6 * interval '1 second'
     WHERE account_id = $1 AND id = $2`,
    [accountId, id, submissionId, formatMoney(plan.total), plan.scheduledTime, plan.validitySeconds ?? null],
  );
  await tx.query(
    `INSERT INTO ledger (account_id, id, kind, amount, messages, message_id) VALUES ($1, $2, 'charge', $3, 1, $4)`,
    [...[accountId, submissionId, formatMoney(-plan.total), id]],
  );
  await tx.query('UPDATE accounts SET balance = balance - $2 WHERE id = $1', [accountId, formatMoney(plan.total)]);
}
