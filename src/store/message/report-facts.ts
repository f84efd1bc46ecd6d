import type { Queryable } from '../../database/db.ts';
import type { Reported } from '../../domain/callback/callback.ts';
import type { ReceiptBinds } from '../smpp/credentials.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';

/** What the SMPP receipt of a message is built from, besides the status. */
export type ReceiptFacts = {
  readonly destination: string;
  readonly sender: string;
  /** The beginning of the text. */
  readonly text: string;
  readonly acceptedAt: Date;
  readonly stateAt: Date;
  readonly reason: string | undefined;
  /** The customer's own text. */
  readonly reference?: string | undefined;
  /** The credential it was submitted with, if that was over SMPP, and the binds that may get its receipts. */
  readonly credential?: { readonly id: string; readonly receiptBinds: ReceiptBinds } | undefined;
};

/** Characters of the text that a receipt quotes. */
export const quotedCharacters = 20;

type OrNull<Facts, Name extends keyof Facts> = Omit<Facts, Name> & {
  readonly [N in Name]: Exclude<Facts[N], undefined> | null;
};
type ReceiptFactsRow = OrNull<Omit<ReceiptFacts, 'credential'>, 'reason' | 'reference'> & {
  readonly id: string;
  readonly credentialId: string | null;
  readonly receiptBinds: ReceiptBinds;
};

const receiptText = `SELECT m.id, m.destination, m.state_at AS "stateAt", m.reason, s.sender, s.accepted_at AS "acceptedAt", s.reference,
    coalesce(left(s.content, ${quotedCharacters}), '') AS text, c.id AS "credentialId", c.receipt_binds AS "receiptBinds"
  FROM ${messageRefs.from('w')}
  JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
  ${withSubmission}
  LEFT JOIN smpp_credentials c ON c.id = s.key_id`;

/** The receipt facts of these messages, in their order; undefined for a message that no longer exists. */
export async function findReceiptFacts(
  db: Queryable,
  refs: readonly MessageRef[],
): Promise<(ReceiptFacts | undefined)[]> {
  const query = { name: 'receipt facts', text: receiptText, values: messageRefs.values(refs) };
  return inOrder(refs, (await db.query<ReceiptFactsRow>(query)).rows, (row) => {
    const { id: _, reason, reference, credentialId: id, receiptBinds, ...facts } = row;
    const credential = id === null ? undefined : { id, receiptBinds };
    return { ...facts, reason: reason ?? undefined, reference: reference ?? undefined, credential };
  });
}

/** Without the status, which is that of the report: the message may have moved on since. */
export type ReportedFacts = Omit<Reported, 'status' | 'at'> & {
  readonly takenAt: Date | undefined;
  readonly stateAt: Date;
};

type ReportedRow = { readonly id: string } & OrNull<
  Omit<ReportedFacts, 'messageId'>,
  'takenAt' | 'carrier' | 'reference' | 'receipt' | 'reason' | 'customerReference'
>;

const reportedText = `SELECT m.account_id AS "accountId", m.id, m.destination, m.reason, m.state_at AS "stateAt", s.sender,
    s.encoding = 'UCS-2' AS "isUnicode", s.accepted_at AS "acceptedAt", p.reference, p.taken_at AS "takenAt", c.name AS carrier,
    r.text AS receipt, s.reference AS "customerReference"
  FROM ${messageRefs.from('w')}
  JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
  ${withSubmission}
  LEFT JOIN LATERAL (SELECT carrier_id, reference, taken_at FROM parts
    WHERE message_id = w.id AND account_id = w.account_id ORDER BY part, taken_at DESC LIMIT 1) p ON true
  LEFT JOIN carriers c ON c.id = p.carrier_id
  LEFT JOIN LATERAL (SELECT text FROM receipt_log
    WHERE message_id = w.id AND account_id = w.account_id ORDER BY received_at DESC LIMIT 1) r ON true`;

/** The facts for callbacks of the compatibility APIs, in the order of the messages; undefined for a message that no longer exists. */
export async function findReported(db: Queryable, refs: readonly MessageRef[]): Promise<(ReportedFacts | undefined)[]> {
  const query = { name: 'reported', text: reportedText, values: messageRefs.values(refs) };
  return inOrder(refs, (await db.query<ReportedRow>(query)).rows, (row) => {
    const { id: messageId, takenAt, carrier, reference, receipt, reason, customerReference, ...facts } = row;
    return {
      ...{ messageId, ...facts, takenAt: takenAt ?? undefined, carrier: carrier ?? undefined },
      ...{ reference: reference ?? undefined, receipt: receipt ?? undefined, reason: reason ?? undefined },
      customerReference: customerReference ?? undefined,
    };
  });
}

function inOrder<Row extends { readonly id: string }, Facts>(
  refs: readonly MessageRef[],
  rows: readonly Row[],
  of: (row: Row) => Facts,
): (Facts | undefined)[] {
  const found = new Map(rows.map((row) => [row.id, of(row)]));
  return refs.map(({ id }) => found.get(id));
}
