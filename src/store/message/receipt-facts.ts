import type { Queryable } from '../../database/db.ts';
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
  /** The credential it was submitted with, if that was over SMPP, and the binds that may get its receipts. */
  readonly credential?: { readonly id: string; readonly receiptBinds: ReceiptBinds } | undefined;
};

/** Characters of the text that a receipt quotes. */
export const quotedCharacters = 20;

type FactsRow = {
  place: string;
  destination: string;
  sender: string;
  text: string | null;
  accepted_at: Date;
  state_at: Date;
  reason: string | null;
  credential_id: string | null;
  receipt_binds: ReceiptBinds;
};

const text = `SELECT w.place, m.destination, m.state_at, m.reason, s.sender, s.accepted_at,
    left(s.content, ${quotedCharacters}) AS text, c.id AS credential_id, c.receipt_binds
  FROM ${messageRefs.from('w', 1, 'place')}
  JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
  ${withSubmission}
  LEFT JOIN smpp_credentials c ON c.id = s.key_id`;

/** Of these messages, in their order; undefined for one that no longer exists. */
export async function findReceiptFacts(
  db: Queryable,
  refs: readonly MessageRef[],
): Promise<(ReceiptFacts | undefined)[]> {
  const { rows } = await db.query<FactsRow>({ name: 'receipt facts', text, values: messageRefs.values(refs) });
  const found = new Map(rows.map((row) => [Number(row.place) - 1, row]));
  return refs.map((_, place) => {
    const row = found.get(place);
    if (row === undefined) return undefined;
    const { destination, sender, accepted_at: acceptedAt, state_at: stateAt } = row;
    const { credential_id: id, receipt_binds: receiptBinds } = row;
    const facts = { destination, sender, text: row.text ?? '', acceptedAt, stateAt, reason: row.reason ?? undefined };
    return { ...facts, credential: id === null ? undefined : { id, receiptBinds } };
  });
}
