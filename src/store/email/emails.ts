import { createHash } from 'node:crypto';
import type { Db, Queryable } from '../../database/db.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import { arrayLiteral, rowSet } from '../row-set.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export type EmailOutcome = 'sent' | 'repeated' | 'dropped' | 'rejected' | 'error';

export type EmailRecord = {
  readonly id: string;
  readonly via: 'SMTP' | 'IMAP';
  readonly peer: string | undefined;
  readonly envelopeFrom: string;
  readonly from: string | undefined;
  readonly messageId: string | undefined;
  readonly subject: string;
  readonly headers: readonly { name: string; value: string }[];
  readonly tags: Readonly<Record<string, unknown>>;
  readonly proof: Readonly<Record<string, unknown>>;
  readonly outcome: EmailOutcome;
  readonly reason: string | undefined;
  readonly accountId: string | undefined;
  readonly submissionId: string | undefined;
  readonly messageIds: readonly string[];
  readonly size: number;
  readonly text: string | undefined;
};

const emailRows = rowSet<EmailRecord>(
  {
    id: 'uuid',
    via: 'text',
    peer: 'text',
    envelopeFrom: 'text',
    messageId: 'text',
    subject: 'text',
    headers: 'jsonb',
    tags: 'jsonb',
    proof: 'jsonb',
    outcome: 'text',
    reason: 'text',
    accountId: 'uuid',
    submissionId: 'uuid',
    size: 'integer',
    text: 'text',
  },
  { from_address: ['text', ({ from }) => from], message_ids: ['text', ({ messageIds }) => arrayLiteral(messageIds)] },
);
const insertText = `INSERT INTO emails (${emailRows.names})
  SELECT ${emailRows.names.replace('message_ids', 'message_ids::uuid[]')} FROM ${emailRows.from('w')}
  ON CONFLICT (id) DO NOTHING`;

/** Ignores e-mails that exist: the first attempt to store them was committed although its response was lost. */
export async function insertEmails(tx: Queryable, emails: readonly EmailRecord[]): Promise<void> {
  if (emails.length === 0) return;
  await tx.query({ name: 'insert e-mails', text: insertText, values: emailRows.values(emails) });
}

const hourMs = 3_600_000;
const countedReason = 'These were more within an hour than are listed one by one; count says how many';

type EmailCount = Pick<EmailRecord, 'id' | 'via' | 'outcome' | 'accountId'> & { count: number };
const countRows = rowSet<EmailCount>({ id: 'uuid', via: 'text', outcome: 'text', accountId: 'uuid', count: 'integer' });
const countText = `INSERT INTO emails (id, via, envelope_from, subject, headers, tags, proof, outcome, reason, account_id, message_ids,
    size, count)
  SELECT w.id, w.via, '', '', '[]', '{}', '{}', w.outcome, $6, w.account_id, '{}', 0, w.count FROM ${countRows.from('w')}
  ON CONFLICT (id) DO UPDATE SET count = emails.count + excluded.count`;

/** Adds to the count of each account, outcome and hour, which has its own row. */
export async function countEmails(tx: Queryable, emails: readonly EmailRecord[]): Promise<void> {
  if (emails.length === 0) return;
  const counts = new Map<string, EmailCount>();
  for (const { id, accountId, outcome, via } of emails) {
    const row = hourRow(id, accountId, outcome);
    counts.set(row, { id: row, accountId, outcome, via, count: (counts.get(row)?.count ?? 0) + 1 });
  }
  // In a fixed order, so that two transactions never deadlock.
  const rows = [...counts.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  await tx.query({ name: 'count e-mails', text: countText, values: [...countRows.values(rows), countedReason] });
}

/** An id that is the same in every process, and sorts at the beginning of the hour. */
function hourRow(id: string, accountId: string | undefined, outcome: EmailOutcome): string {
  const hour = Math.floor(uuidTime(id) / hourMs) * hourMs;
  const hash = createHash('sha256')
    .update(`${hour} ${accountId ?? ''} ${outcome}`)
    .digest('hex');
  return `${uuidAt(hour).slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

export type EmailRow = Pick<EmailRecord, 'id' | 'via' | 'subject' | 'outcome' | 'size'> & {
  readonly received_at: Date;
  readonly peer: string | null;
  readonly envelope_from: string;
  readonly from_address: string | null;
  readonly message_id: string | null;
  readonly reason: string | null;
  readonly account_id: string | null;
  readonly message_ids: string[];
  readonly count: number;
};

export type EmailDetail = EmailRow & {
  readonly headers: { name: string; value: string }[];
  readonly tags: Record<string, unknown>;
  readonly proof: Record<string, unknown>;
  readonly text: string | null;
};

type EmailFilter = TimedPage & { readonly [Name in 'accountId' | 'outcome' | 'author']?: string | undefined };

const listed = `id, received_at, via, peer, envelope_from, from_address, message_id, subject, outcome, reason, account_id,
  message_ids, size, count`;

export function listEmails(db: Db, filter: EmailFilter): Promise<Walked<EmailRow>> {
  const { accountId, outcome, author } = filter;
  return listNewest(db, {
    table: 'emails',
    columns: listed,
    key: [['account_id = ?', accountId]],
    fits: [['outcome = ?', outcome], ['from_address = ?', author], ...within('received_at', filter)],
    page: filter,
  });
}

export async function findEmail(db: Queryable, id: string, accountId?: string): Promise<EmailDetail | undefined> {
  const text = `SELECT ${listed}, headers, tags, proof, text FROM emails
    WHERE id = $1 AND ($2::uuid IS NULL OR account_id = $2)`;
  return (await db.query<EmailDetail>(text, [id, accountId ?? null])).rows[0];
}

const dayMs = 24 * 3_600_000;

export async function forgetEmails(
  db: Queryable,
  now: number,
  days: { texts: number; unowned: number },
): Promise<number> {
  const before = (age: number) => [uuidAt(now - age * dayMs)];
  const texts = await db.query('UPDATE emails SET text = NULL WHERE text IS NOT NULL AND id < $1', before(days.texts));
  const unowned = await db.query('DELETE FROM emails WHERE account_id IS NULL AND id < $1', before(days.unowned));
  return (texts.rowCount ?? 0) + (unowned.rowCount ?? 0);
}

export async function findGivenUp(
  db: Queryable,
  hashes: readonly Buffer[],
  mostTries: number,
): Promise<(string | undefined)[]> {
  const { rows } = await db.query<{ hash: Buffer; reason: string }>({
    name: 'find unreadable mails',
    text: 'SELECT hash, reason FROM unreadable_mails WHERE hash = ANY ($1::bytea[]) AND tries >= $2',
    values: [hashes, mostTries],
  });
  const reasons = new Map(rows.map(({ hash, reason }) => [hash.toString('hex'), reason]));
  return hashes.map((hash) => reasons.get(hash.toString('hex')));
}

/** Counts attempts over all processes and restarts. Returns the new number. */
export async function countTries(db: Queryable, hash: Buffer, tries: number, reason: string): Promise<number> {
  const { rows } = await db.query<{ tries: number }>(
    `INSERT INTO unreadable_mails AS u (hash, tries, reason) VALUES ($1, $2, $3)
     ON CONFLICT (hash) DO UPDATE SET tries = u.tries + excluded.tries, reason = excluded.reason, tried_at = now()
     RETURNING tries`,
    [hash, tries, reason],
  );
  return rows[0]!.tries;
}

/** The application_name of the session that holds the lock of the process which reads the mailbox. */
export const mailboxSession = 'hermod sole lock';

export async function noteMailbox(db: Queryable, mailbox: string, error: string | undefined): Promise<void> {
  await db.query(
    `INSERT INTO mailbox_readers AS r (mailbox, error) VALUES ($1, $2)
     ON CONFLICT (mailbox) DO UPDATE SET error = excluded.error, since = now()
     WHERE r.error IS DISTINCT FROM excluded.error`,
    [mailbox, error ?? null],
  );
}

/** Whether a process reads the mailbox, and its error; of several mailboxes, the one whose state changed last. */
export async function findMailbox(db: Queryable): Promise<{ isRead: boolean; error: string | undefined }> {
  const { rows } = await db.query<{ held: boolean; error: string | null }>(
    `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = $1) AS held,
       (SELECT error FROM mailbox_readers ORDER BY since DESC LIMIT 1) AS error`,
    [mailboxSession],
  );
  return { isRead: rows[0]!.held, error: rows[0]!.error ?? undefined };
}
