import { erased } from '../../domain/message/erasure.ts';
import { withoutReferenceSql } from '../../domain/message/payloads.ts';
import { subjectOfSql } from '../../domain/receipt/report-target.ts';

/** Where a phone number can occur, and how the row is changed. In SQL, `$1` is the pattern that matches it. */
export type Trace = {
  readonly table: string;
  readonly kind: string;
  /** Columns in which the number is replaced. If there are none, the row is deleted. */
  readonly redacted: readonly string[];
  /** Columns of type jsonb in which the number is replaced. */
  readonly json?: readonly string[];
  /** Columns that are searched, if not `redacted`. */
  readonly searched?: readonly string[];
  readonly unless?: string;
  /** Rows that are changed although they do not hold the number. */
  readonly orIf?: string;
  readonly also?: string;
  /**
   * The key of a table whose rows change during the search and may move to blocks that were already read. All other tables only grow,
   * and are read block by block, which is several times as fast.
   */
  readonly key?: readonly string[];
};

const open = `state IN ('ready', 'blocked')`;
/** Texts that the erased person wrote to a customer are erased completely. */
const inboundPayload = `CASE WHEN kind = 'inbound message' AND payload::json ->> 'Sender' ~ $1
  THEN json_build_object('Sender', '${erased}', 'Recipient', payload::json ->> 'Recipient', 'Message', '${erased}',
    'Time', payload::json ->> 'Time')::text
  ELSE regexp_replace(payload, $1, '${erased}', 'g') END`;

const namesNumber = `concat_ws('|', payload, url, origin, error, answer) ~ $1`;
/** Messages are erased before. */
const isReportOfErased = `t.kind = 'delivery report' AND t.payload LIKE '%"reference":%' AND EXISTS (SELECT 1 FROM messages m
  WHERE m.account_id = t.account_id AND m.id = ${subjectOfSql('t.subject_id')} AND m.destination = '${erased}')`;

/** Messages are not listed: they are found by their index and erased before. Names, notes and URLs of live senders are not changed. */
const all = [
  {
    table: 'submissions',
    kind: 'texts',
    redacted: ['sender', 'content', 'delivery_report_url', 'request_id', 'actor', 'reference'],
  },
  {
    table: 'inbound_messages',
    kind: 'inboundMessages',
    redacted: ['recipient'],
    searched: ['sender', 'recipient', 'text'],
    also: `text = CASE WHEN sender ~ $1 THEN '${erased}' ELSE regexp_replace(text, $1, '${erased}', 'g') END,
      sender = regexp_replace(sender, $1, '${erased}', 'g')`,
  },
  {
    table: 'outbox',
    kind: 'webhooks',
    redacted: ['url', 'origin', 'error', 'answer'],
    searched: ['payload', 'url', 'origin', 'error', 'answer'],
    orIf: isReportOfErased,
    // An undelivered event that held the number would be useless or fail after the change.
    also: `payload = CASE WHEN ${isReportOfErased} THEN ${withoutReferenceSql('payload')} ELSE ${inboundPayload} END,
      lease = CASE WHEN NOT ${namesNumber} THEN lease END,
      state = CASE WHEN ${open} AND ${namesNumber} THEN 'given up' ELSE state END`,
    key: ['account_id', 'id'],
  },
  { table: 'webhook_attempts', kind: 'webhookAttempts', redacted: ['error', 'answer'] },
  // A key that contains the number cannot be changed, because requests are matched by it.
  { table: 'idempotent_answers', kind: 'answers', redacted: [], searched: ['key'] },
  { table: 'idempotent_answers', kind: 'answers', redacted: ['answer'] },
  {
    table: 'unmatched_receipts',
    kind: 'receipts',
    redacted: [],
    searched: ['destination', 'error', 'text', 'keys', 'numbers'],
  },
  { table: 'receipt_log', kind: 'receipts', redacted: ['text'] },
  { table: 'inbound_parts', kind: 'inboundMessages', redacted: [], searched: ['sender', 'recipient'] },
  { table: 'inbound_done', kind: 'inboundMessages', redacted: [], searched: ['sender', 'recipient'] },
  { table: 'smpp_parts', kind: 'texts', redacted: [], searched: ['sender', 'destination'] },
  {
    table: 'emails',
    kind: 'emails',
    redacted: ['envelope_from', 'from_address', 'message_id', 'subject', 'reason'],
    searched: ['envelope_from', 'from_address', 'message_id', 'subject', 'reason', 'text'],
    json: ['headers', 'tags', 'proof'],
    // The text of the mail is erased together with the text of its request.
    also: `text = CASE WHEN EXISTS (SELECT 1 FROM submissions s
        WHERE s.account_id = t.account_id AND s.id = t.submission_id AND s.content = '${erased}')
      THEN NULL ELSE regexp_replace(text, $1, '${erased}', 'g') END`,
    key: ['id'],
  },
  { table: 'sender_codes', kind: 'senderCodes', redacted: [], searched: ['number', 'value', 'contact'] },
  { table: 'verifications', kind: 'verifications', redacted: [], searched: ['number', 'idempotency_key'] },
  {
    table: 'senders',
    kind: 'senders',
    redacted: ['value', 'delivery_report_url', 'inbound_url', 'status_callback_url', 'rejection_reason'],
    unless: 'deleted_at IS NULL',
    key: ['id'],
  },
  // Counts cannot be joined under another name, so they go with it; those by country and carrier stay.
  { table: 'traffic_by_origin', kind: 'statistics', redacted: [], searched: ['sender'] },
  // A sender with this number can no longer be used, so its opt-outs are deleted.
  { table: 'opt_outs', kind: 'optOuts', redacted: [], searched: ['sender'] },
  {
    table: 'outgoing_mails',
    kind: 'mails',
    redacted: ['recipient', 'subject', 'body', 'in_reply_to', 'error'],
    also: `lease = NULL, state = CASE state WHEN 'waiting' THEN 'given up' ELSE state END`,
    key: ['id'],
  },
] as const satisfies readonly Trace[];

export type TraceKind = (typeof all)[number]['kind'];
export const traces: readonly (Trace & { readonly kind: TraceKind })[] = all;
