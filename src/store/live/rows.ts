import type { Queryable } from '../../database/db.ts';
import type { AnyMessageRow } from '../message/all-messages.ts';
import { type MessageRef, shown, withSubmission } from '../message/messages.ts';
import { rowSet } from '../row-set.ts';

/** These accounts, or all. */
export type Owners = readonly string[] | undefined;

/** Messages from an id on, newest first: at most `ofOne` of an account, and `inAll` in total. */
export async function newestMessages(
  db: Queryable,
  owners: Owners,
  from: string,
  { ofOne, inAll }: { ofOne: number; inAll: number },
): Promise<MessageRef[]> {
  const { rows } = await db.query<MessageRef>({
    name: owners === undefined ? 'newest of all' : 'newest of some',
    text: `SELECT m.account_id AS "accountId", m.id FROM ${owners === undefined ? 'accounts a' : 'unnest($4::uuid[]) AS a (id)'}, LATERAL (
        SELECT account_id, id FROM messages WHERE account_id = a.id AND id >= $1 ORDER BY id DESC LIMIT $2) m
      ORDER BY m.id DESC LIMIT $3`,
    values: owners === undefined ? [from, ofOne, inAll] : [from, ofOne, inAll, owners],
  });
  return rows;
}

/** A message, and its state when it was last shown; it was not shown yet if there is no time. */
export type Shown = MessageRef & { readonly stateAt: Date | undefined; readonly attempts: number };

const shownRows = rowSet<Shown>({ accountId: 'uuid', id: 'uuid', stateAt: 'timestamptz', attempts: 'smallint' });

/** Those of them that have changed since, without their texts. */
export async function changedMessages(db: Queryable, before: readonly Shown[]): Promise<AnyMessageRow[]> {
  if (before.length === 0) return [];
  const { rows } = await db.query<AnyMessageRow>({
    name: 'changed messages',
    text: `SELECT m.account_id, ${shown}, NULL::text AS content
      FROM ${shownRows.from('w')}
      JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
      ${withSubmission}
      WHERE w.state_at IS NULL OR date_trunc('milliseconds', m.state_at) <> w.state_at OR m.attempts <> w.attempts`,
    values: shownRows.values(before),
  });
  return rows;
}
