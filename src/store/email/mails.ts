import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { lockSeed } from '../locks/seed.ts';
import { rowSet } from '../row-set.ts';
import { type ScanPage, scanNewest } from '../scan/newest.ts';
import { deleteInSets } from '../scan/sets.ts';
import type { Walked } from '../scan/walk.ts';

/** An e-mail to be sent through the relay, or kept for the operator if there is no relay. */
export type OutgoingMail = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'sender code' | 'email2sms error';
  readonly subjectId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo?: string | undefined;
  /** No more error e-mails for this account and recipient before this; the e-mail says so. */
  readonly silentUntil?: Date | undefined;
  /** Never sent, only shown to the operator: there is no recipient. */
  readonly kept?: boolean | undefined;
};

const mailRows = rowSet<OutgoingMail>({
  id: 'uuid',
  accountId: 'uuid',
  kind: 'text',
  subjectId: 'uuid',
  recipient: 'text',
  subject: 'text',
  body: 'text',
  inReplyTo: 'text',
  silentUntil: 'timestamptz',
  kept: 'boolean',
});
const insertText = `INSERT INTO outgoing_mails (id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, silent_until,
    state, ended_at)
  SELECT id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, silent_until,
    CASE WHEN kept THEN 'kept' ELSE 'waiting' END, CASE WHEN kept THEN now() END
  FROM ${mailRows.from('w')}`;

export async function insertMails(tx: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.query({ name: 'insert mails', text: insertText, values: mailRows.values(mails) });
}

type ErrorRecipient = { readonly accountId: string; readonly recipient: string };
type ErrorMails = { readonly count: number; readonly now: Date; readonly silentUntil: Date | null };

const recipientRows = rowSet<ErrorRecipient>({ accountId: 'uuid', recipient: 'text' });

/** The error e-mails that these recipients were sent within the last hour. Locks the recipients until the transaction ends. */
export async function findErrorMails(tx: Queryable, recipients: readonly ErrorRecipient[]): Promise<ErrorMails[]> {
  const values = recipientRows.values(recipients);
  // In a fixed order, so that two transactions never deadlock.
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(account_id || ' ' || recipient, ${lockSeed.errorMails}))
     FROM ${recipientRows.from('w')} ORDER BY account_id, recipient`,
    values,
  );
  const { rows } = await tx.query<ErrorMails>(
    `SELECT m.count, m.silent_until AS "silentUntil", now()
     FROM ${recipientRows.from('w', 1, 'place')}
     CROSS JOIN LATERAL (
       SELECT count(*)::integer AS count, max(silent_until) FILTER (WHERE silent_until > now()) AS silent_until
       FROM outgoing_mails o WHERE o.kind = 'email2sms error' AND o.account_id = w.account_id
         AND lower(o.recipient) = lower(w.recipient) AND o.created_at > now() - interval '1 hour'
     ) m ORDER BY w.place`,
    values,
  );
  return rows;
}

export type ClaimedMail = Pick<OutgoingMail, 'id' | 'kind' | 'recipient' | 'subject' | 'body'> & {
  readonly in_reply_to: string | null;
  readonly attempts: number;
  readonly age_seconds: number;
};

/** Longer than sending one mail may take. */
const leaseSeconds = 120;

export async function claimMails(db: Queryable, lease: string, most: number): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>({
    name: 'claim mails',
    text: `WITH taken AS (
        SELECT id FROM outgoing_mails WHERE state = 'waiting' AND due_at <= now()
        ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
      UPDATE outgoing_mails m SET lease = $1, due_at = now() + interval '${leaseSeconds} seconds'
      FROM taken t WHERE m.id = t.id
      RETURNING m.id, m.kind, m.recipient, m.subject, m.body, m.in_reply_to, m.attempts,
        extract(epoch FROM now() - m.created_at)::integer AS age_seconds`,
    values: [lease, most],
  });
  return rows;
}

export type MailResult = {
  readonly id: string;
  readonly state: 'sent' | 'given up' | 'waiting';
  readonly error: string | undefined;
  readonly delayMs: number;
};

const resultRows = rowSet<MailResult>(
  { id: 'uuid', state: 'text', error: 'text' },
  { delay: ['bigint', ({ delayMs }) => Math.round(delayMs)] },
);

/** Ignores the results of a process whose lease has ended. */
export async function settleMails(db: Queryable, lease: string, results: readonly MailResult[]): Promise<void> {
  await db.query({
    name: 'settle mails',
    text: `UPDATE outgoing_mails m SET state = w.state, error = w.error, attempts = m.attempts + 1, lease = NULL,
        due_at = now() + w.delay * interval '1 millisecond', ended_at = CASE w.state WHEN 'waiting' THEN NULL ELSE now() END
      FROM ${resultRows.from('w', 2)}
      WHERE m.id = w.id AND m.lease = $1`,
    values: [lease, ...resultRows.values(results)],
  });
}

export async function keepMails(db: Queryable): Promise<number> {
  const { rowCount } = await db.query({
    name: 'keep mails',
    text: `UPDATE outgoing_mails SET state = 'kept', ended_at = now() WHERE state = 'waiting'`,
  });
  return rowCount ?? 0;
}

export type OutgoingMailRow = Pick<OutgoingMail, 'id' | 'kind' | 'recipient' | 'subject' | 'body'> & {
  readonly account_id: string;
  readonly subject_id: string;
  readonly state: 'waiting' | 'kept' | 'sent' | 'given up';
  readonly attempts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};

type OutgoingMailFilter = ScanPage & {
  readonly [Name in 'accountId' | 'subjectId' | 'state' | 'kind']?: string | undefined;
};

const shown =
  'id, account_id, kind, subject_id, recipient, subject, body, state, attempts, error, created_at, ended_at';

export function listOutgoingMails(db: Queryable, filter: OutgoingMailFilter): Promise<Walked<OutgoingMailRow>> {
  const { accountId, state, kind, subjectId } = filter;
  return scanNewest(db, {
    table: 'outgoing_mails',
    columns: shown,
    key: [
      ['account_id = ?', accountId],
      ['subject_id = ?', subjectId],
    ],
    fits: [
      ['state = ?', state],
      ['kind = ?', kind],
    ],
    page: filter,
  });
}

export async function findOutgoingMail(db: Queryable, id: string): Promise<OutgoingMailRow | undefined> {
  return (await db.query<OutgoingMailRow>(`SELECT ${shown} FROM outgoing_mails WHERE id = $1`, [id])).rows[0];
}

/** Twice as long as a code can be used. */
const codeKeptMs = 3_600_000;

/** Erases expired codes, and deletes mails that ended long ago. */
export async function forgetMails(db: Queryable, now: number, retentionDays: number): Promise<number> {
  const erased = await db.query(
    `UPDATE outgoing_mails SET body = '' WHERE kind = 'sender code' AND body <> '' AND state <> 'waiting' AND id < $1`,
    [uuidAt(now - codeKeptMs)],
  );
  const oldest = uuidAt(now - retentionDays * 24 * 3_600_000);
  const deleted = await deleteInSets(db, 'outgoing_mails', `state <> 'waiting' AND id < $1`, [oldest]);
  return (erased.rowCount ?? 0) + deleted;
}
