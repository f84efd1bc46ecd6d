import type { Queryable } from '../../database/db.ts';
import { type Charge, knownDays } from '../../domain/access/attempts.ts';

/**
 * Adds to the debt of a subject, and returns 0; or, if it owes too much, the seconds until it may try again. A limited subject pays
 * nothing more. Exact under concurrency: the condition is evaluated on the locked row.
 */
export async function charge(db: Queryable, { subject, seconds, tolerated }: Charge): Promise<number> {
  const { rows } = await db.query<{ wait: number | null; paid: boolean }>({
    name: 'charge attempt',
    text: `WITH wait AS (
        SELECT ceil(extract(epoch FROM until - now()) - $3)::integer AS seconds FROM console_attempts
        WHERE subject = $1 AND until > now() + $3 * interval '1 second'),
      paid AS (
        INSERT INTO console_attempts AS a (subject, until)
        SELECT $1, now() + $2 * interval '1 second' WHERE NOT EXISTS (SELECT FROM wait)
        ON CONFLICT (subject) DO UPDATE SET until = greatest(a.until, now()) + $2 * interval '1 second'
          WHERE a.until <= now() + $3 * interval '1 second'
        RETURNING true)
      SELECT (SELECT seconds FROM wait) AS wait, EXISTS (SELECT FROM paid) AS paid`,
    values: [subject, seconds, tolerated],
  });
  const [{ wait, paid }] = rows as [(typeof rows)[number]];
  // Neither paid nor limited: a concurrent attempt has used up the rest.
  return paid ? 0 : Math.max(1, wait ?? Math.ceil(seconds));
}

/** Refunds an attempt that was right, or that was never checked. */
export async function refund(db: Queryable, { subject, seconds }: Charge): Promise<void> {
  await db.query({
    name: 'refund attempt',
    text: `UPDATE console_attempts SET until = until - $2 * interval '1 second' WHERE subject = $1`,
    values: [subject, seconds],
  });
}

export async function isKnown(db: Queryable, subject: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'is known',
    text: 'SELECT FROM console_attempts WHERE subject = $1 AND until > now()',
    values: [subject],
  });
  return rows.length > 0;
}

export async function remember(db: Queryable, subject: string): Promise<void> {
  await db.query({
    name: 'remember known',
    text: `INSERT INTO console_attempts AS a (subject, until) VALUES ($1, now() + interval '${knownDays} days')
      ON CONFLICT (subject) DO UPDATE SET until = excluded.until WHERE a.until < excluded.until - interval '1 day'`,
    values: [subject],
  });
}
