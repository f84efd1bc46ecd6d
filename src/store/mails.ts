import type { Queryable } from '../db.ts';

/** An e-mail to be sent through the relay, or kept for the operator where there is none. */
export type OutgoingMail = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'sender code' | 'email2sms error';
  /** The sender or the incoming e-mail that it is about. */
  readonly subjectId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo?: string | undefined;
  /** Never sent, only shown to the operator: there is nobody to send it to. */
  readonly kept?: boolean | undefined;
};

export async function insertMails(tx: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.query({
    name: 'insert mails',
    text: `INSERT INTO outgoing_mails (id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, state, ended_at)
      SELECT id, account_id, kind, subject_id, recipient, subject, body, in_reply_to,
        CASE WHEN kept THEN 'kept' ELSE 'waiting' END, CASE WHEN kept THEN now() END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[])
        AS w (id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, kept)`,
    values: [
      mails.map(({ id }) => id),
      mails.map(({ accountId }) => accountId),
      mails.map(({ kind }) => kind),
      mails.map(({ subjectId }) => subjectId),
      mails.map(({ recipient }) => recipient),
      mails.map(({ subject }) => subject),
      mails.map(({ body }) => body),
      mails.map(({ inReplyTo }) => inReplyTo ?? null),
      mails.map(({ kept }) => kept ?? false),
    ],
  });
}
