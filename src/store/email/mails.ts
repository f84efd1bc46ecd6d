import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { scanNewest } from '../erasure/scan.ts';
import { lockSeed } from '../lock-seed.ts';
import { deleteInSets } from '../sets.ts';
import type { Walked } from '../walk.ts';

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
  /** No more error e-mails for this account and recipient before that: it says so. */
  readonly silentUntil?: Date | undefined;
  /** Never sent, only shown to the operator: there is nobody to send it to. */
  readonly kept?: boolean | undefined;
};

export async function insertMails(tx: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.query({
    name: 'insert mails',
    text: `INSERT INTO outgoing_mails (id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, silent_until,
        state, ended_at)
      SELECT id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, silent_until,
        CASE WHEN kept THEN 'kept' ELSE 'waiting' END, CASE WHEN kept THEN now() END
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
        $10::boolean[]) AS w (id, account_id, kind, subject_id, recipient, subject, body, in_reply_to, silent_until, kept)`,
    values: [
      mails.map(({ id }) => id),
      mails.map(({ accountId }) => accountId),
      mails.map(({ kind }) => kind),
      mails.map(({ subjectId }) => subjectId),
      mails.map(({ recipient }) => recipient),
      mails.map(({ subject }) => subject),
      mails.map(({ body }) => body),
      mails.map(({ inReplyTo }) => inReplyTo ?? null),
      mails.map(({ silentUntil }) => silentUntil ?? null),
      mails.map(({ kept }) => kept ?? false),
    ],
  });
}

/** An address, in small letters, for one account. */
export type Answered = { readonly accountId: string; readonly recipient: string };
export type Answers = { readonly count: number; readonly now: Date; readonly silentUntil: Date | undefined };

/** What error e-mails these were sent within the last hour; whoever asks holds their place until it commits. */
export async function findAnswersTo(tx: Queryable, those: readonly Answered[]): Promise<Answers[]> {
  const values = [those.map(({ accountId }) => accountId), those.map(({ recipient }) => recipient)];
  // In one order, so that two transactions never wait for each other in a circle.
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(account_id || ' ' || recipient, ${lockSeed.errorMails}))
     FROM unnest($1::text[], $2::text[]) AS w (account_id, recipient) ORDER BY account_id, recipient`,
    values,
  );
  const { rows } = await tx.query<{ count: number; silent_until: Date | null; now: Date }>(
    `SELECT m.count, m.silent_until, now()
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS w (account_id, recipient, place)
     CROSS JOIN LATERAL (
       SELECT count(*)::integer AS count, max(silent_until) FILTER (WHERE silent_until > now()) AS silent_until
       FROM outgoing_mails o WHERE o.kind = 'email2sms error' AND o.account_id = w.account_id
         AND lower(o.recipient) = lower(w.recipient) AND o.created_at > now() - interval '1 hour'
     ) m ORDER BY w.place`,
    values,
  );
  return rows.map(({ count, silent_until, now }) => ({ count, now, silentUntil: silent_until ?? undefined }));
}

/** A mail that this process has taken to send. */
export type ClaimedMail = {
  readonly id: string;
  readonly kind: OutgoingMail['kind'];
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly in_reply_to: string | null;
  readonly attempts: number;
  /** Since it was written. */
  readonly age_seconds: number;
};

/** Longer than one mail may take, so that a lease never ends under it. */
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
  /** Until the next try. */
  readonly delayMs: number;
};

/** A result of a process that slept through its lease is refused. */
export async function settleMails(db: Queryable, lease: string, results: readonly MailResult[]): Promise<void> {
  await db.query({
    name: 'settle mails',
    text: `UPDATE outgoing_mails m SET state = w.state, error = w.error, attempts = m.attempts + 1, lease = NULL,
        due_at = now() + w.delay * interval '1 millisecond', ended_at = CASE w.state WHEN 'waiting' THEN NULL ELSE now() END
      FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[]) AS w (id, state, error, delay)
      WHERE m.id = w.id AND m.lease = $1`,
    values: [
      lease,
      results.map(({ id }) => id),
      results.map(({ state }) => state),
      results.map(({ error }) => error ?? null),
      results.map(({ delayMs }) => Math.round(delayMs)),
    ],
  });
}

/** Where there is no relay. */
export async function keepMails(db: Queryable): Promise<number> {
  const { rowCount } = await db.query({
    name: 'keep mails',
    text: `UPDATE outgoing_mails SET state = 'kept', ended_at = now() WHERE state = 'waiting'`,
  });
  return rowCount ?? 0;
}

export type OutgoingMailRow = {
  readonly id: string;
  readonly account_id: string;
  readonly kind: OutgoingMail['kind'];
  readonly subject_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly state: 'waiting' | 'kept' | 'sent' | 'given up';
  readonly attempts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};

export type OutgoingMailFilter = {
  readonly accountId?: string | undefined;
  readonly state?: OutgoingMailRow['state'] | undefined;
  readonly kind?: OutgoingMail['kind'] | undefined;
  readonly subjectId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

const shown =
  'id, account_id, kind, subject_id, recipient, subject, body, state, attempts, error, created_at, ended_at';

/** Newest first. */
export function listOutgoingMails(db: Queryable, filter: OutgoingMailFilter): Promise<Walked<OutgoingMailRow>> {
  const { accountId, state, kind, subjectId, before, limit } = filter;
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
    before,
    limit,
  });
}

export async function findOutgoingMail(db: Queryable, id: string): Promise<OutgoingMailRow | undefined> {
  const { rows } = await db.query<OutgoingMailRow>(`SELECT ${shown} FROM outgoing_mails WHERE id = $1`, [id]);
  return rows[0];
}

/** Twice as long as a code can be used. */
const codeKeptMs = 3_600_000;

/** Codes that nobody can use any more are erased; mails that ended long ago are deleted. */
export async function forgetMails(db: Queryable, now: number, retentionDays: number): Promise<number> {
  const erased = await db.query(
    `UPDATE outgoing_mails SET body = '' WHERE kind = 'sender code' AND body <> '' AND state <> 'waiting' AND id < $1`,
    [uuidAt(now - codeKeptMs)],
  );
  const oldest = uuidAt(now - retentionDays * 24 * 3_600_000);
  const deleted = await deleteInSets(db, 'outgoing_mails', `state <> 'waiting' AND id < $1`, [oldest]);
  return (erased.rowCount ?? 0) + deleted;
}
