import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import { everySender, mostAnswersPerDay } from '../../domain/optout/opt-out.ts';
import { type MessageRef, messageRefs, withSubmission } from '../message/messages.ts';
import { rowSet } from '../row-set.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { ScanWindow, Walked } from '../scan/walk.ts';

/**
 * The keyed hash of a number that opt-outs are compared by, as SQL; `k` is the row of opt_out_keys. It differs between accounts, so
 * the hash of an erased number reveals nothing about other accounts. The keys never leave the database.
 */
export const optOutMark = (account: string, number: string): string =>
  `sha256(k.outer_key || sha256(k.inner_key || convert_to(${account}::text || ' ' || ${number}, 'UTF8')))`;

/** A number that gets no messages from a sender; an empty sender stands for all senders of the account. */
export type OptOut = { readonly accountId: string; readonly sender: string; readonly number: string };

/** Which of these destinations have opted out of this sender. */
export type OptOutQuestion = {
  readonly accountId: string;
  readonly sender: string;
  readonly destinations: readonly string[];
};

type AskedNumber = OptOut & { readonly place: number };
const askedRows = rowSet<AskedNumber>({ place: 'integer', accountId: 'uuid', sender: 'text', number: 'text' });
const findText = `SELECT w.place, w.number FROM opt_out_keys k, ${askedRows.from('w')}
  CROSS JOIN LATERAL (
    SELECT 1 FROM opt_outs o WHERE o.account_id = w.account_id AND o.mark = ${optOutMark('w.account_id', 'w.number')}
      AND o.sender IN ('${everySender}', w.sender) LIMIT 1) f`;

/** One search in the primary key for each number, regardless of how many have opted out. */
export async function findOptedOut(db: Queryable, questions: readonly OptOutQuestion[]): Promise<Set<string>[]> {
  const asked = questions.flatMap(({ accountId, sender, destinations }, place) =>
    [...new Set(destinations)].map((number) => ({ place, accountId, sender, number })),
  );
  const { rows } = await db.query<{ place: number; number: string }>({
    name: 'opted out',
    text: findText,
    values: askedRows.values(asked),
  });
  const found = questions.map(() => new Set<string>());
  for (const { place, number } of rows) found[place]!.add(number);
  return found;
}

/** Which of these messages have a recipient that has opted out. */
export async function messagesOptedOut(tx: Queryable, refs: readonly MessageRef[]): Promise<MessageRef[]> {
  const { rows } = await tx.query<MessageRef>({
    name: 'messages opted out',
    text: `SELECT m.account_id AS "accountId", m.id FROM ${messageRefs.from('w')} JOIN messages m USING (account_id, id)
      ${withSubmission}
      CROSS JOIN opt_out_keys k
      CROSS JOIN LATERAL (
        SELECT 1 FROM opt_outs o WHERE o.account_id = m.account_id AND o.mark = ${optOutMark('m.account_id', 'm.destination')}
          AND o.sender IN ('${everySender}', s.sender) LIMIT 1) f`,
    values: messageRefs.values(refs),
  });
  return rows;
}

export type OptOutSource = 'keyword' | 'request' | 'import' | 'operator';
export type OptOutChange = OptOut & { readonly id: string };

const optOutTypes = { accountId: 'uuid', sender: 'text', number: 'text' } as const;
const optOutRows = rowSet<OptOut>(optOutTypes);
const newRows = rowSet<OptOut>(optOutTypes, { id: ['uuid', () => newId()] });
const addText = `INSERT INTO opt_outs (account_id, mark, sender, id, number, source)
  SELECT w.account_id, ${optOutMark('w.account_id', 'w.number')}, w.sender, w.id, w.number, $5::text
  FROM opt_out_keys k, ${newRows.from('w')}
  ON CONFLICT DO NOTHING RETURNING account_id AS "accountId", sender, number, id`;
const removeText = `DELETE FROM opt_outs o USING opt_out_keys k, ${optOutRows.from('w')}
  WHERE o.account_id = w.account_id AND o.mark = ${optOutMark('w.account_id', 'w.number')} AND o.sender = w.sender
  RETURNING o.account_id AS "accountId", o.sender, w.number, o.id`;

/** Returns the new entries. Call with the accounts locked: see `lockFunds`. */
export async function addOptOuts(
  tx: Queryable,
  optOuts: readonly OptOut[],
  source: OptOutSource,
): Promise<OptOutChange[]> {
  const values = [...newRows.values(optOuts), source];
  return (await tx.query<OptOutChange>({ name: 'add opt-outs', text: addText, values })).rows;
}

/** Returns the entries that existed. */
export async function removeOptOuts(tx: Queryable, optOuts: readonly OptOut[]): Promise<OptOutChange[]> {
  const values = optOutRows.values(optOuts);
  return (await tx.query<OptOutChange>({ name: 'remove opt-outs', text: removeText, values })).rows;
}

export async function removeById(tx: Queryable, accountId: string, id: string): Promise<boolean> {
  return (await tx.query('DELETE FROM opt_outs WHERE account_id = $1 AND id = $2', [accountId, id])).rowCount === 1;
}

export type OptOutRow = {
  readonly id: string;
  readonly account_id: string;
  readonly sender: string;
  /** Null if it was erased; the opt-out still counts. */
  readonly number: string | null;
  readonly source: OptOutSource;
  readonly created_at: Date;
};

export type OptOutFilter = TimedPage &
  ScanWindow & { readonly accountId: string; readonly sender?: string | undefined };

/** Newest first. */
export function listOptOuts(db: Db, filter: OptOutFilter): Promise<Walked<OptOutRow>> {
  return listNewest(db, {
    table: 'opt_outs',
    columns: 'id, account_id, sender, number, source, created_at',
    key: [['account_id = ?', filter.accountId]],
    fits: [['sender = ?', filter.sender], ...within('created_at', filter)],
    page: filter,
  });
}

/** All opt-outs of one number, even an erased one. Found by the hash, so a list of a million is not searched. */
export async function optOutsOf(db: Queryable, accountId: string, number: string): Promise<OptOutRow[]> {
  const { rows } = await db.query<OptOutRow>(
    `SELECT o.id, o.account_id, o.sender, o.number, o.source, o.created_at FROM opt_out_keys k, opt_outs o
     WHERE o.account_id = $1 AND o.mark = ${optOutMark('$1::uuid', '$2::text')} ORDER BY o.id DESC`,
    [accountId, number],
  );
  return rows;
}

/** Removes an erased number from all lists, but not its hash, so the number stays opted out. */
export async function forgetNumber(db: Queryable, number: string): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE opt_outs o SET number = NULL FROM accounts a, opt_out_keys k
     WHERE o.account_id = a.id AND o.mark = ${optOutMark('a.id', '$1::text')} AND o.number IS NOT NULL`,
    [number],
  );
  return rowCount ?? 0;
}

export type AnsweredNumber = { readonly accountId: string; readonly number: string };

const answeredRows = rowSet<AnsweredNumber>(
  { accountId: 'uuid', number: 'text' },
  { place: ['integer', (_, index) => index] },
);
const countText = `WITH wanted AS MATERIALIZED (
    SELECT w.place, w.account_id, ${optOutMark('w.account_id', 'w.number')} AS mark FROM opt_out_keys k, ${answeredRows.from('w')}),
  counted AS (
    INSERT INTO opt_out_answers AS a (account_id, mark, day, answers)
    SELECT account_id, mark, (now() AT TIME ZONE 'UTC')::date, 1 FROM wanted ORDER BY account_id, mark
    ON CONFLICT (account_id, mark, day) DO UPDATE SET answers = a.answers + 1 WHERE a.answers < ${mostAnswersPerDay}
    RETURNING a.account_id, a.mark)
  SELECT w.place FROM counted c JOIN wanted w USING (account_id, mark)`;

/** Counts an answer to each number, and returns the indexes of the numbers below the daily limit. Each number occurs once. */
export async function countAnswers(tx: Queryable, answered: readonly AnsweredNumber[]): Promise<Set<number>> {
  const values = answeredRows.values(answered);
  const { rows } = await tx.query<{ place: number }>({ name: 'count opt-out answers', text: countText, values });
  return new Set(rows.map(({ place }) => place));
}
