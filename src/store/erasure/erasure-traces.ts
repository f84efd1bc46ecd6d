import { erased } from '../../domain/erasure.ts';

type Kind =
  | 'texts'
  | 'inboundMessages'
  | 'receipts'
  | 'webhooks'
  | 'webhookAttempts'
  | 'answers'
  | 'emails'
  | 'mails'
  | 'senders'
  | 'senderCodes'
  | 'optOuts'
  | 'verifications';

/** Where a phone number can stand, and what becomes of the row. In SQL, `$1` is the expression that finds it. */
export type Trace = {
  readonly table: string;
  /** Under which it is counted. */
  readonly kind: Kind;
  /** Columns in which the number itself is replaced. Without any, the whole row goes. */
  readonly redacted: readonly string[];
  /** The same, of type jsonb. */
  readonly json?: readonly string[];
  /** Columns that are looked at, where they are others than those. */
  readonly searched?: readonly string[];
  /** Rows that are left as they are. */
  readonly unless?: string;
  /** What else is set, as SQL. */
  readonly also?: string;
  /**
   * Rows that change while they are looked for move to places that were seen already; such a table is walked by its key. The
   * others only grow, and are read block by block, which is several times as fast.
   */
  readonly key?: readonly string[];
};

const open = `state IN ('ready', 'blocked')`;
/** What a person wrote to a customer goes as a whole. */
const inboundPayload = `CASE WHEN kind = 'inbound message' AND payload::json ->> 'Sender' ~ $1
  THEN json_build_object('Sender', '${erased}', 'Recipient', payload::json ->> 'Recipient', 'Message', '${erased}',
    'Time', payload::json ->> 'Time')::text
  ELSE regexp_replace(payload, $1, '${erased}', 'g') END`;

/**
 * Messages are missing: they are found by their index, and go before these. What is written with words of their own by
 * customers and operators (names, notes, URLs of live senders) is theirs, and is not touched.
 */
export const traces: readonly Trace[] = [
  {
    table: 'submissions',
    kind: 'texts',
    redacted: ['sender', 'content', 'delivery_report_url', 'request_id', 'actor'],
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
    // An event that has not reached its endpoint would now reach it without sense, or not at all.
    also: `payload = ${inboundPayload}, lease = NULL, state = CASE WHEN ${open} THEN 'given up' ELSE state END`,
    key: ['account_id', 'id'],
  },
  { table: 'webhook_attempts', kind: 'webhookAttempts', redacted: ['error', 'answer'] },
  // A key that holds the number cannot be changed without changing what it means.
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
    // With the text of its request goes the mail that held it.
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
  // From a sender of this number nobody can send any more; with it goes who did not want to hear from it.
  { table: 'opt_outs', kind: 'optOuts', redacted: [], searched: ['sender'] },
  {
    table: 'outgoing_mails',
    kind: 'mails',
    redacted: ['recipient', 'subject', 'body', 'in_reply_to', 'error'],
    also: `lease = NULL, state = CASE state WHEN 'waiting' THEN 'given up' ELSE state END`,
    key: ['id'],
  },
];
