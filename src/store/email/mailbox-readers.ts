import type { Queryable } from '../../database/db.ts';

/** The application_name of the session that holds the lock of the process which reads the mailbox. */
export const mailboxSession = 'hermod sole lock';

/** Without an error, the mailbox is being read. */
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
