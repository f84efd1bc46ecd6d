import type { Queryable } from '../../db.ts';
import { type Charge, knownDays } from '../../domain/access/attempts.ts';
import { deleteInSets } from '../sets.ts';

/**
 * Adds to the debts of these subjects, in their order: seconds until one that is too deep in debt may try again, or 0. Whoever has to
 * wait pays nothing more: somebody who goes on and on must not use up what all share.
 */
export async function charge(db: Queryable, charges: readonly Charge[]): Promise<number> {
  const wait = await secondsToWait(db, charges);
  if (wait > 0) return wait;
  for (const { subject, seconds, tolerated } of charges) {
    const { rowCount } = await db.query(
      `INSERT INTO console_attempts AS a (subject, until) VALUES ($1, now() + $2 * interval '1 second')
       ON CONFLICT (subject) DO UPDATE SET until = greatest(a.until, now()) + $2 * interval '1 second'
         WHERE a.until <= now() + $3 * interval '1 second'`,
      [subject, seconds, tolerated],
    );
    // Another process was faster.
    if (rowCount === 0) return Math.max(1, await secondsToWait(db, charges));
  }
  return 0;
}

async function secondsToWait(db: Queryable, charges: readonly Charge[]): Promise<number> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `SELECT max(ceil(extract(epoch FROM a.until - now()) - w.tolerated))::integer AS seconds
     FROM unnest($1::text[], $2::integer[]) AS w (subject, tolerated) JOIN console_attempts a ON a.subject = w.subject`,
    [charges.map(({ subject }) => subject), charges.map(({ tolerated }) => tolerated)],
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Gives back what a try cost that was right. */
export async function refund(db: Queryable, charges: readonly Charge[]): Promise<void> {
  for (const { subject, seconds } of charges)
    await db.query(`UPDATE console_attempts SET until = until - $2 * interval '1 second' WHERE subject = $1`, [
      subject,
      seconds,
    ]);
}

export async function isKnown(db: Queryable, subject: string): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM console_attempts WHERE subject = $1 AND until > now()', [subject]);
  return rows.length > 0;
}

export async function remember(db: Queryable, subject: string): Promise<void> {
  await db.query(
    `INSERT INTO console_attempts (subject, until) VALUES ($1, now() + interval '${knownDays} days')
     ON CONFLICT (subject) DO UPDATE SET until = excluded.until`,
    [subject],
  );
}

export function dropPaidAttempts(db: Queryable): Promise<number> {
  return deleteInSets(db, 'console_attempts', 'until < now()');
}
