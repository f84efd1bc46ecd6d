import type { Queryable } from '../../database/db.ts';

/** How PostgreSQL names the session whose lock says which process reads the mailbox. */
export const mailboxSession = 'hermod sole lock';

/** Without an error the mailbox is being read. */
export async function noteMailbox(db: Queryable, mailbox: string, error: string | undefined): Promise<void> {
  await db.query(
    `INSERT INTO mailbox_readers AS r (mailbox, error) VALUES ($1, $2)
     ON CONFLICT (mailbox) DO UPDATE SET error = excluded.error, since = now()
     WHERE r.error IS DISTINCT FROM excluded.error`,
    [mailbox, error ?? null],
  );
}

/** Whether a process holds the mailbox, and what is wrong with it; the mailbox whose state changed last, should there have been several. */
export async function findMailbox(db: Queryable): Promise<{ isRead: boolean; error: string | undefined }> {
  const { rows } = await db.query<{ held: boolean; error: string | null }>(
    `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = $1) AS held,
       (SELECT error FROM mailbox_readers ORDER BY since DESC LIMIT 1) AS error`,
    [mailboxSession],
  );
  return { isRead: rows[0]!.held, error: rows[0]!.error ?? undefined };
}
