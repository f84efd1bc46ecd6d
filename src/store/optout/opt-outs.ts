import { newId } from '../../base/ids.ts';
import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { everySender } from '../../domain/optout/opt-out.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { MessageRef } from '../message/messages.ts';
import type { Walked } from '../walk.ts';
import { markOf } from './mark.ts';

/** One number and the sender that it is about; an empty one stands for all senders of the account. */
export type OptOut = { readonly accountId: string; readonly sender: string; readonly number: string };

/** What is to be looked up: who of these wants no message from this sender. */
export type Question = {
  readonly accountId: string;
  readonly sender: string;
  readonly destinations: readonly string[];
};

/** One look into the primary key for each number, however many have opted out. */
export async function findOptedOut(db: Queryable, questions: readonly Question[]): Promise<Set<string>[]> {
  const asked = questions.flatMap(({ accountId, sender, destinations }, place) =>
    [...new Set(destinations)].map((number) => ({ place, accountId, sender, number })),
  );
  const { rows } = await db.query<{ place: number; number: string }>({
    name: 'opted out',
    text: `SELECT w.place, w.number FROM opt_out_keys k,
        unnest($1::integer[], $2::uuid[], $3::text[], $4::text[]) AS w (place, account_id, sender, number)
      CROSS JOIN LATERAL (
        SELECT 1 FROM opt_outs o WHERE o.account_id = w.account_id AND o.mark = ${markOf('w.account_id', 'w.number')}
          AND o.sender IN ('${everySender}', w.sender) LIMIT 1) f`,
    values: [
      asked.map(({ place }) => place),
      asked.map(({ accountId }) => accountId),
      asked.map(({ sender }) => sender),
      asked.map(({ number }) => number),
    ],
  });
  const found = questions.map(() => new Set<string>());
  for (const { place, number } of rows) found[place]!.add(number);
  return found;
}

/** Of these messages, those whose recipient has opted out. */
export async function messagesOptedOut(tx: Queryable, refs: readonly MessageRef[]): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'messages opted out',
    text: `SELECT m.account_id, m.id FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
      JOIN messages m USING (account_id, id)
      JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
      CROSS JOIN opt_out_keys k
      CROSS JOIN LATERAL (
        SELECT 1 FROM opt_outs o WHERE o.account_id = m.account_id AND o.mark = ${markOf('m.account_id', 'm.destination')}
          AND o.sender IN ('${everySender}', s.sender) LIMIT 1) f`,
    values: [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id)],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

export type Source = 'keyword' | 'request' | 'import' | 'operator';
export type Change = OptOut & { readonly id: string };

/** Returns those that are new. The accounts are locked: see `lockFunds`. */
export async function addOptOuts(tx: Queryable, optOuts: readonly OptOut[], source: Source): Promise<Change[]> {
  const { rows } = await tx.query<ChangedRow>({
    name: 'add opt-outs',
    text: `INSERT INTO opt_outs (account_id, mark, sender, id, number, source)
      SELECT w.account_id, ${markOf('w.account_id', 'w.number')}, w.sender, w.id, w.number, $5::text
      FROM opt_out_keys k, unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS w (account_id, sender, number, id)
      ON CONFLICT DO NOTHING RETURNING account_id, sender, number, id`,
    values: [...columnsOf(optOuts), optOuts.map(newId), source],
  });
  return rows.map(toChange);
}

/** Returns those that were there. */
export async function removeOptOuts(tx: Queryable, optOuts: readonly OptOut[]): Promise<Change[]> {
  const { rows } = await tx.query<ChangedRow>({
    name: 'remove opt-outs',
    text: `DELETE FROM opt_outs o USING opt_out_keys k, unnest($1::uuid[], $2::text[], $3::text[]) AS w (account_id, sender, number)
      WHERE o.account_id = w.account_id AND o.mark = ${markOf('w.account_id', 'w.number')} AND o.sender = w.sender
      RETURNING o.account_id, o.sender, w.number, o.id`,
    values: columnsOf(optOuts),
  });
  return rows.map(toChange);
}

export async function removeById(tx: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM opt_outs WHERE account_id = $1 AND id = $2', [accountId, id]);
  return rowCount === 1;
}

type ChangedRow = { account_id: string; sender: string; number: string; id: string };
const toChange = ({ account_id: accountId, ...rest }: ChangedRow): Change => ({ accountId, ...rest });

const columnsOf = (optOuts: readonly OptOut[]): unknown[] => [
  optOuts.map(({ accountId }) => accountId),
  optOuts.map(({ sender }) => sender),
  optOuts.map(({ number }) => number),
];

/** As lists show them. */
export type OptOutRow = {
  readonly id: string;
  readonly account_id: string;
  readonly sender: string;
  /** Null: it was erased; it still counts. */
  readonly number: string | null;
  readonly source: Source;
  readonly created_at: Date;
};

export type OptOutFilter = {
  readonly accountId: string;
  readonly before: string;
  readonly from: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
  readonly sender?: string | undefined;
};

const shown = 'id, account_id, sender, number, source, created_at';

/** Newest first. */
export function listOptOuts(db: Db, filter: OptOutFilter): Promise<Walked<OptOutRow>> {
  const { accountId, sender, since, until, before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest<OptOutRow>(tx, {
      table: 'opt_outs',
      columns: shown,
      key: [['account_id = ?', accountId]],
      fits: [
        ['sender = ?', sender],
        ['created_at >= ?', since],
        ['created_at < ?', until],
      ],
      before,
      from,
      limit,
    }),
  );
}

/** All of one number; also after it was erased. By the hash, so that a list of a million is not searched. */
export async function optOutsOf(db: Queryable, accountId: string, number: string): Promise<OptOutRow[]> {
  const { rows } = await db.query<OptOutRow>(
    `SELECT o.id, o.account_id, o.sender, o.number, o.source, o.created_at FROM opt_out_keys k, opt_outs o
     WHERE o.account_id = $1 AND o.mark = ${markOf('$1::uuid', '$2::text')} ORDER BY o.id DESC`,
    [accountId, number],
  );
  return rows;
}

/** Takes a number that is erased out of all lists, and leaves its hash: whoever opted out stays opted out. */
export async function forgetNumber(db: Queryable, number: string): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE opt_outs o SET number = NULL FROM accounts a, opt_out_keys k
     WHERE o.account_id = a.id AND o.mark = ${markOf('a.id', '$1::text')} AND o.number IS NOT NULL`,
    [number],
  );
  return rowCount ?? 0;
}
