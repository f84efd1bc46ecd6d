import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';

/** One text for each list: if the text has changed, the list has. */
export type Marks = {
  readonly senders: string;
  readonly inbound: string;
  readonly deliveries: string;
  readonly emails: string;
};

/** Only newer ids are searched; older ones are known. */
const recentMs = 600_000;
const newest = (table: string, condition = 'true') =>
  `coalesce((SELECT id::text FROM ${table} WHERE ${condition} AND id >= $1 ORDER BY id DESC LIMIT 1), '')`;

/** Of all accounts, and whether carriers or routes were changed. */
export async function marksOfAll(db: Queryable): Promise<Marks & { carriers: string }> {
  const { rows } = await db.query<Marks & { carriers: string }>({
    name: 'marks of all',
    text: `SELECT (SELECT version::text FROM routing) AS carriers,
        -- a change of senders counts up the version of their account
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
