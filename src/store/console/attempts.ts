import type { Queryable } from '../../db.ts';
import { type Charge, knownDays } from '../../domain/access/attempts.ts';
import { deleteInSets } from '../sets.ts';

/**
 * Adds to the debts of these subjects, in their order, and stops at the first that is too deep in debt already: seconds until it may
 * try again, or 0. One statement each, so that a flood that the first subject stops leaves no rows of the others.
 */
export async function charge(db: Queryable, charges: readonly Charge[]): Promise<number> {
  for (const { subject, seconds, tolerated } of charges) {
    const { rowCount } = await db.query(
      `INSERT INTO console_attempts AS a (subject, until) VALUES ($1, now() + $2 * interval '1 second')
       ON CONFLICT (subject) DO UPDATE SET until = greatest(a.until, now()) + $2 * interval '1 second'
         WHERE a.until <= now() + $3 * interval '1 second'`,
      [subject, seconds, tolerated],
    );
    if (rowCount === 0) return secondsLeft(db, subject, tolerated);
  }
  return 0;
}

async function secondsLeft(db: Queryable, subject: string, tolerated: number): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM until - now()))::integer - $2 AS seconds FROM console_attempts WHERE subject = $1`,
    [subject, tolerated],
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
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
