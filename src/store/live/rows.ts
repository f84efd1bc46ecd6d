import type { Queryable } from '../../database/db.ts';
import type { AnyMessageRow } from '../message/all-messages.ts';
import { type MessageRef, shown, withSubmission } from '../message/messages.ts';

/** Of these accounts, or of all. */
export type Owners = readonly string[] | undefined;

/** The newest messages from an id on, the newest first: at most so many of an account, and so many in all. */
export async function newestMessages(
  db: Queryable,
  owners: Owners,
  from: string,
  { ofOne, inAll }: { ofOne: number; inAll: number },
): Promise<MessageRef[]> {
  const { rows } = await db.query<{ account_id: string; id: string }>({
    name: owners === undefined ? 'newest of all' : 'newest of some',
    text: `SELECT m.account_id, m.id FROM ${owners === undefined ? 'accounts a' : 'unnest($4::uuid[]) AS a (id)'}, LATERAL (
        SELECT account_id, id FROM messages WHERE account_id = a.id AND id >= $1 ORDER BY id DESC LIMIT $2) m
      ORDER BY m.id DESC LIMIT $3`,
    values: owners === undefined ? [from, ofOne, inAll] : [from, ofOne, inAll, owners],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** A message, and what was last shown of it; nothing yet if there is no time. */
export type Shown = MessageRef & { readonly stateAt: Date | undefined; readonly attempts: number };

/** Those among them of which something else is to be shown now, without their texts. */
export async function changedMessages(db: Queryable, before: readonly Shown[]): Promise<AnyMessageRow[]> {
  if (before.length === 0) return [];
  const { rows } = await db.query<AnyMessageRow>({
    name: 'changed messages',
    text: `SELECT m.account_id, ${shown}, NULL::text AS content
      FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::smallint[]) AS w (account_id, id, state_at, attempts)
      JOIN messages m ON m.account_id = w.account_id AND m.id = w.id
      ${withSubmission}
      WHERE w.state_at IS NULL OR date_trunc('milliseconds', m.state_at) <> w.state_at OR m.attempts <> w.attempts`,
    values: [
      before.map(({ accountId }) => accountId),
      before.map(({ id }) => id),
      before.map(({ stateAt }) => stateAt ?? null),
      before.map(({ attempts }) => attempts),
    ],
  });
  return rows;
}
