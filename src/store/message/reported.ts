import type { Queryable } from '../../database/db.ts';
import type { Reported } from '../../domain/callback/callback.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';

/** Without the status: the report has its own, which the message may have left since. */
export type ReportedFacts = Omit<Reported, 'status' | 'at'> & {
  readonly takenAt: Date | undefined;
  readonly stateAt: Date;
};

type Row = {
  account_id: string;
  id: string;
  destination: string;
  reason: string | null;
  state_at: Date;
  sender: string;
  encoding: string;
  accepted_at: Date;
  reference: string | null;
  taken_at: Date | null;
  carrier: string | null;
  receipt: string | null;
};

const text = `SELECT m.account_id, m.id, m.destination, m.reason, m.state_at, s.sender, s.encoding, s.accepted_at,
    p.reference, p.taken_at, c.name AS carrier, r.text AS receipt
  FROM ${messageRefs.from('w')}
  JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
  ${withSubmission}
  LEFT JOIN LATERAL (SELECT carrier_id, reference, taken_at FROM parts
    WHERE message_id = w.id AND account_id = w.account_id ORDER BY part, taken_at DESC LIMIT 1) p ON true
  LEFT JOIN carriers c ON c.id = p.carrier_id
  LEFT JOIN LATERAL (SELECT text FROM receipt_log
    WHERE message_id = w.id AND account_id = w.account_id ORDER BY received_at DESC LIMIT 1) r ON true`;

/** Facts for the callbacks of the compatibility APIs, in the order given; undefined for a message that no longer exists. */
export async function findReported(db: Queryable, refs: readonly MessageRef[]): Promise<(ReportedFacts | undefined)[]> {
  const { rows } = await db.query<Row>({ name: 'reported', text, values: messageRefs.values(refs) });
  const found = new Map(rows.map((row) => [row.id, toFacts(row)]));
  return refs.map(({ id }) => found.get(id));
}

function toFacts(row: Row): ReportedFacts {
  return {
    messageId: row.id,
    accountId: row.account_id,
    sender: row.sender,
    destination: row.destination,
    isUnicode: row.encoding === 'UCS-2',
    acceptedAt: row.accepted_at,
    takenAt: row.taken_at ?? undefined,
    stateAt: row.state_at,
    carrier: row.carrier ?? undefined,
    reference: row.reference ?? undefined,
    receipt: row.receipt ?? undefined,
    reason: row.reason ?? undefined,
  };
}
