import type { Queryable } from '../../database/db.ts';
import { mostAnswersPerDay } from '../../domain/optout/opt-out.ts';
import { markOf } from './mark.ts';

export type Answered = { readonly accountId: string; readonly number: string };

/** Counts an answer for each, and returns the places of those that may still have one today. Each number once in a set. */
export async function countAnswers(tx: Queryable, answered: readonly Answered[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ place: number }>({
    name: 'count opt-out answers',
    text: `WITH wanted AS MATERIALIZED (
        SELECT w.place, w.account_id, ${markOf('w.account_id', 'w.number')} AS mark
        FROM opt_out_keys k, unnest($1::integer[], $2::uuid[], $3::text[]) AS w (place, account_id, number)),
      counted AS (
        INSERT INTO opt_out_answers AS a (account_id, mark, day, answers)
        SELECT account_id, mark, (now() AT TIME ZONE 'UTC')::date, 1 FROM wanted ORDER BY account_id, mark
        ON CONFLICT (account_id, mark, day) DO UPDATE SET answers = a.answers + 1 WHERE a.answers < ${mostAnswersPerDay}
        RETURNING a.account_id, a.mark)
      SELECT w.place FROM counted c JOIN wanted w USING (account_id, mark)`,
    values: [
      answered.map((_, place) => place),
      answered.map(({ accountId }) => accountId),
      answered.map(({ number }) => number),
    ],
  });
  return new Set(rows.map(({ place }) => place));
}

/** Older days bound nothing any more. */
export async function dropOldOptOutAnswers(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM opt_out_answers WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`);
  return rowCount ?? 0;
}
