import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import type { AnyMessageRow } from '../message/all-messages.ts';
import { type MessageRef, messageShown, withSubmission } from '../message/messages.ts';
import { rowsOf } from '../row.ts';
import { rowSet } from '../row-set.ts';

/** The ids of these accounts; undefined: all accounts. */
export type Owners = readonly string[] | undefined;

/** Messages from an id on, newest first: at most `ofOne` of an account, and `inAll` in total. */
export const newestMessages = (
  db: Queryable,
  owners: Owners,
  from: string,
  { ofOne, inAll }: { ofOne: number; inAll: number },
): Promise<MessageRef[]> =>
  rowsOf(db, {
    name: owners === undefined ? 'newest of all' : 'newest of some',
    text: `SELECT m.account_id AS "accountId", m.id FROM ${owners === undefined ? 'accounts a' : 'unnest($4::uuid[]) AS a (id)'}, LATERAL (
        SELECT account_id, id FROM messages WHERE account_id = a.id AND id >= $1 ORDER BY id DESC LIMIT $2) m
      ORDER BY m.id DESC LIMIT $3`,
    values: owners === undefined ? [from, ofOne, inAll] : [from, ofOne, inAll, owners],
  });

/** A message, and its state when it was last shown, if it was. */
export type ShownMessage = MessageRef & { readonly stateAt?: Date; readonly attempts?: number };

const shownRows = rowSet<ShownMessage>({ accountId: 'uuid', id: 'uuid', stateAt: 'timestamptz', attempts: 'smallint' });

/** Messages of `before` whose state has changed since, without their texts. */
export async function changedMessages(db: Queryable, before: readonly ShownMessage[]): Promise<AnyMessageRow[]> {
  if (before.length === 0) return [];
  return rowsOf(db, {
    name: 'changed messages',
    text: `SELECT m.account_id, ${messageShown}, NULL::text AS content
      FROM ${shownRows.from('w')}
      JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
      ${withSubmission}
      WHERE w.state_at IS NULL OR date_trunc('milliseconds', m.state_at) <> w.state_at OR m.attempts <> w.attempts`,
    values: shownRows.values(before),
  });
}

/** One mark per list: if the mark has changed, the list has. */
type Marks = Readonly<Record<'senders' | 'inbound' | 'deliveries' | 'emails', string>>;

/** Only newer ids are searched; older ones are known. */
const recentMs = 600_000;
const newest = (table: string, condition = 'true') =>
  `coalesce((SELECT id::text FROM ${table} WHERE ${condition} AND id >= $1 ORDER BY id DESC LIMIT 1), '')`;

/** The marks of all accounts, and one for carriers and routes. */
export async function marksOfAll(db: Queryable): Promise<Marks & { carriers: string }> {
  const { rows } = await db.query<Marks & { carriers: string }>({
    name: 'marks of all',
    text: `SELECT (SELECT version::text FROM routing) AS carriers,
        -- a change of a sender increments the version of its account
        (SELECT sum(version)::text FROM accounts) AS senders,
        ${newest('inbound_messages')} AS inbound, ${newest('emails')} AS emails,
        coalesce((SELECT max(o.id) FROM accounts a, LATERAL (
          SELECT id::text AS id FROM outbox WHERE account_id = a.id AND id >= $1 ORDER BY outbox.id DESC LIMIT 1) o), '') AS deliveries`,
    values: [uuidAt(Date.now() - recentMs)],
  });
  return rows[0]!;
}

export async function marksOfAccounts(db: Queryable, accountIds: readonly string[]): Promise<Map<string, Marks>> {
  const own = 'account_id = a.id';
  const { rows } = await db.query<Marks & { accountId: string }>({
    name: 'marks of accounts',
    text: `SELECT a.id AS "accountId", a.version::text AS senders, ${newest('inbound_messages', own)} AS inbound,
        ${newest('emails', own)} AS emails, ${newest('outbox', own)} AS deliveries
      FROM accounts a WHERE a.id = ANY ($2::uuid[])`,
    values: [uuidAt(Date.now() - recentMs), accountIds],
  });
  return new Map(rows.map(({ accountId, ...marks }) => [accountId, marks]));
}
