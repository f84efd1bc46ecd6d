import type { Queryable } from '../../database/db.ts';
import { mostAnswersPerDay } from '../../domain/optout/opt-out.ts';
import { rowSet } from '../row-set.ts';
import { markOf } from './opt-outs.ts';

export type AnsweredNumber = { readonly accountId: string; readonly number: string };

const answeredRows = rowSet<AnsweredNumber>(
  { accountId: 'uuid', number: 'text' },
  { place: ['integer', (_, index) => index] },
);
const countText = `WITH wanted AS MATERIALIZED (
    SELECT w.place, w.account_id, ${markOf('w.account_id', 'w.number')} AS mark FROM opt_out_keys k, ${answeredRows.from('w')}),
  counted AS (
    INSERT INTO opt_out_answers AS a (account_id, mark, day, answers)
    SELECT account_id, mark, (now() AT TIME ZONE 'UTC')::date, 1 FROM wanted ORDER BY account_id, mark
    ON CONFLICT (account_id, mark, day) DO UPDATE SET answers = a.answers + 1 WHERE a.answers < ${mostAnswersPerDay}
    RETURNING a.account_id, a.mark)
  SELECT w.place FROM counted c JOIN wanted w USING (account_id, mark)`;

/** Counts an answer for each, and returns the indexes of those that may still have one today. Each number occurs once. */
export async function countAnswers(tx: Queryable, answered: readonly AnsweredNumber[]): Promise<Set<number>> {
  const values = answeredRows.values(answered);
  const { rows } = await tx.query<{ place: number }>({ name: 'count opt-out answers', text: countText, values });
  return new Set(rows.map(({ place }) => place));
}
