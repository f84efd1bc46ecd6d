import { createHash } from 'node:crypto';
import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';

export type EmailOutcome = 'sent' | 'repeated' | 'dropped' | 'rejected' | 'error';

/** One mail that came in and what became of it, as it is stored. Texts are bounded and hold no key. */
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

/** One that is there already stays: the first try had gone through after all. */
export async function insertEmails(tx: Queryable, emails: readonly EmailRecord[]): Promise<void> {
  if (emails.length === 0) return;
  await tx.query({
    name: 'insert e-mails',
    text: `INSERT INTO emails (id, via, peer, envelope_from, from_address, message_id, subject, headers, tags, proof, outcome,
        reason, account_id, submission_id, message_ids, size, text)
      SELECT w.id, w.via, w.peer, w.envelope_from, w.from_address, w.message_id, w.subject, w.headers, w.tags, w.proof,
        w.outcome, w.reason, w.account_id, w.submission_id, w.message_ids::uuid[], w.size, w.text
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[],
        $10::jsonb[], $11::text[], $12::text[], $13::uuid[], $14::uuid[], $15::text[], $16::integer[], $17::text[])
        AS w (id, via, peer, envelope_from, from_address, message_id, subject, headers, tags, proof, outcome, reason,
          account_id, submission_id, message_ids, size, text)
      ON CONFLICT (id) DO NOTHING`,
    values: [
      emails.map(({ id }) => id),
      emails.map(({ via }) => via),
      emails.map(({ peer }) => peer ?? null),
      emails.map(({ envelopeFrom }) => envelopeFrom),
      emails.map(({ from }) => from ?? null),
      emails.map(({ messageId }) => messageId ?? null),
      emails.map(({ subject }) => subject),
      emails.map(({ headers }) => JSON.stringify(headers)),
      emails.map(({ tags }) => JSON.stringify(tags)),
      emails.map(({ proof }) => JSON.stringify(proof)),
      emails.map(({ outcome }) => outcome),
      emails.map(({ reason }) => reason ?? null),
      emails.map(({ accountId }) => accountId ?? null),
      emails.map(({ submissionId }) => submissionId ?? null),
      emails.map(({ messageIds }) => `{${messageIds.join(',')}}`),
      emails.map(({ size }) => size),
      emails.map(({ text }) => text ?? null),
    ],
  });
}

const hourMs = 3_600_000;
const countedReason = 'These were more within an hour than are listed one by one; count says how many';

/** Adds to the number of mails of each account, outcome and hour, in a row of its own. */
export async function countEmails(tx: Queryable, emails: readonly EmailRecord[]): Promise<void> {
  if (emails.length === 0) return;
  const counts = new Map<
    string,
    { accountId: string | undefined; outcome: EmailOutcome; via: string; count: number }
  >();
  for (const { id, accountId, outcome, via } of emails) {
    const row = hourRow(id, accountId, outcome);
    counts.set(row, { accountId, outcome, via, count: (counts.get(row)?.count ?? 0) + 1 });
  }
  // In one order, so that two transactions never wait for each other in a circle.
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  await tx.query({
    name: 'count e-mails',
    text: `INSERT INTO emails (id, via, envelope_from, subject, headers, tags, proof, outcome, reason, account_id, message_ids, size,
        count)
      SELECT w.id, w.via, '', '', '[]', '{}', '{}', w.outcome, $6, w.account_id, '{}', 0, w.count
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::integer[]) AS w (id, via, outcome, account_id, count)
      ON CONFLICT (id) DO UPDATE SET count = emails.count + excluded.count`,
    values: [
      rows.map(([id]) => id),
      rows.map(([, { via }]) => via),
      rows.map(([, { outcome }]) => outcome),
      rows.map(([, { accountId }]) => accountId ?? null),
      rows.map(([, { count }]) => count),
      countedReason,
    ],
  });
}

/** The same in every process, and at the beginning of the hour among the others. */
function hourRow(id: string, accountId: string | undefined, outcome: EmailOutcome): string {
  const hour = Math.floor(uuidTime(id) / hourMs) * hourMs;
  const hash = createHash('sha256')
    .update(`${hour} ${accountId ?? ''} ${outcome}`)
    .digest('hex');
  return `${uuidAt(hour).slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** A mail as an operator sees it in a list. */
export type EmailRow = {
  readonly id: string;
  readonly received_at: Date;
  readonly via: 'SMTP' | 'IMAP';
  readonly peer: string | null;
  readonly envelope_from: string;
  readonly from_address: string | null;
  readonly message_id: string | null;
  readonly subject: string;
  readonly outcome: EmailOutcome;
  readonly reason: string | null;
  readonly account_id: string | null;
  readonly submission_id: string | null;
  readonly message_ids: string[];
  readonly size: number;
  readonly count: number;
};

export type EmailDetail = EmailRow & {
  readonly headers: { name: string; value: string }[];
  readonly tags: Record<string, unknown>;
  readonly proof: Record<string, unknown>;
  readonly text: string | null;
};

export type EmailFilter = {
  /** Undefined: of all accounts, and of none. */
  readonly accountId?: string | undefined;
  readonly outcomes?: readonly EmailOutcome[] | undefined;
  /** The address in its From header. */
  readonly author?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Below this id, and not below that one. */
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly limit: number;
};

const listed = `id, received_at, via, peer, envelope_from, from_address, message_id, subject, outcome, reason, account_id,
  submission_id, message_ids, size, count`;

/** Newest first. */
export function listEmails(db: Db, filter: EmailFilter): Promise<Walked<EmailRow>> {
  const { accountId, outcomes, author, since, until, before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest(tx, {
      table: 'emails',
      columns: listed,
      key: [['account_id = ?', accountId]],
      fits: [
        ['outcome = ANY (?::text[])', outcomes],
        ['from_address = ?', author],
        ['received_at >= ?', since],
        ['received_at < ?', until],
      ],
      before,
      from,
      limit,
    }),
  );
}

export async function findEmail(db: Queryable, id: string): Promise<EmailDetail | undefined> {
  const { rows } = await db.query<EmailDetail>(
    `SELECT ${listed}, headers, tags, proof, text FROM emails WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** The same for an account, which has no e-mails of others. */
export async function findEmailOf(db: Queryable, accountId: string, id: string): Promise<EmailDetail | undefined> {
  const { rows } = await db.query<EmailDetail>(
    `SELECT ${listed}, headers, tags, proof, text FROM emails WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return rows[0];
}

const dayMs = 24 * 3_600_000;

/** Texts that have been kept long enough, and mails of strangers, which nobody asks for after a few days. */
export async function forgetEmails(
  db: Queryable,
  now: number,
  days: { texts: number; strangers: number },
): Promise<number> {
  const texts = await db.query('UPDATE emails SET text = NULL WHERE text IS NOT NULL AND id < $1', [
    uuidAt(now - days.texts * dayMs),
  ]);
  const strangers = await db.query('DELETE FROM emails WHERE account_id IS NULL AND id < $1', [
    uuidAt(now - days.strangers * dayMs),
  ]);
  return (texts.rowCount ?? 0) + (strangers.rowCount ?? 0);
}
