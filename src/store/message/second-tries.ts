import type { Queryable } from '../../database/db.ts';
import type { Tried } from '../../domain/message/second-try.ts';
import type { Encoding } from '../../domain/text/text.ts';
import { literal } from '../literal.ts';
import type { MessageRef } from './messages.ts';

export type Asked = MessageRef & {
  readonly seconds: number;
  /** Unix time, if it is to wait for one. */
  readonly scheduledTime: number | undefined;
};

/** In the transaction that accepts them. */
export async function insertSecondTries(tx: Queryable, asked: readonly Asked[]): Promise<void> {
  await tx.query({
    name: 'insert second tries',
    text: `INSERT INTO second_tries (account_id, message_id, seconds, due_at)
      SELECT account_id, id, seconds, greatest(now(), to_timestamp(scheduled)) + seconds * interval '1 second'
      FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::bigint[]) AS w (account_id, id, seconds, scheduled)`,
    values: [
      literal(asked.map(({ accountId }) => accountId)),
      literal(asked.map(({ id }) => id)),
      literal(asked.map(({ seconds }) => seconds)),
      literal(asked.map(({ scheduledTime }) => scheduledTime ?? 0)),
    ],
  });
}

/** A message whose time for a second try may have come, with all that a carrier needs. */
export type DueTry = MessageRef &
  Tried & {
    readonly destination: string;
    readonly country: string;
    readonly sender: string;
    readonly text: string;
    readonly encoding: Encoding;
    /** Carriers that have it. */
    readonly carriers: readonly string[];
  };

type DueRow = Omit<DueTry, 'accountId' | 'text' | 'sinceState' | 'validFor'> & {
  account_id: string;
  content: string;
  since_state: number;
  valid_for: number;
};

/** Those of them that are due, oldest first, locked until the transaction ends. */
export async function lockDueTries(tx: Queryable, validitySeconds: number, limit: number): Promise<DueTry[]> {
  const { rows } = await tx.query<DueRow>({
    name: 'due second tries',
    text: `SELECT m.account_id, m.id, m.state, m.destination, m.country, t.seconds, s.sender, s.content, s.encoding,
        extract(epoch FROM now() - m.state_at)::float8 AS since_state,
        extract(epoch FROM coalesce(m.expires_at, coalesce(s.scheduled_at, s.accepted_at) + $1 * interval '1 second')
          - now())::float8 AS valid_for,
        ARRAY(SELECT DISTINCT p.carrier_id::text FROM parts p WHERE p.message_id = m.id AND p.account_id = m.account_id) AS carriers
      FROM (SELECT * FROM second_tries WHERE taken_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) t
      CROSS JOIN LATERAL (SELECT * FROM messages WHERE account_id = t.account_id AND id = t.message_id OFFSET 0) m
      JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id`,
    values: [validitySeconds, limit],
  });
  return rows.map(
    ({ account_id: accountId, content: text, since_state: sinceState, valid_for: validFor, ...rest }) => ({
      ...rest,
      accountId,
      text,
      sinceState,
      validFor,
    }),
  );
}

const refs = 'unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)';
const isOne = 't.account_id = w.account_id AND t.message_id = w.id';
const columnsOf = (messages: readonly MessageRef[]): unknown[] => [
  messages.map(({ accountId }) => accountId),
  messages.map(({ id }) => id),
];

export async function dropTries(tx: Queryable, messages: readonly MessageRef[]): Promise<void> {
  await tx.query(`DELETE FROM second_tries t USING ${refs} WHERE ${isOne}`, columnsOf(messages));
}

export async function postponeTries(
  tx: Queryable,
  messages: readonly (MessageRef & { readonly inSeconds: number })[],
): Promise<void> {
  await tx.query(
    `UPDATE second_tries t SET due_at = now() + w.seconds * interval '1 second'
     FROM unnest($1::uuid[], $2::uuid[], $3::float8[]) AS w (account_id, id, seconds) WHERE ${isOne}`,
    [...columnsOf(messages), messages.map(({ inSeconds }) => inSeconds)],
  );
}

/** From now on nobody tries them again, whatever happens to this process. */
export async function takeTries(tx: Queryable, messages: readonly MessageRef[]): Promise<void> {
  await tx.query(`UPDATE second_tries t SET taken_at = now() FROM ${refs} WHERE ${isOne}`, columnsOf(messages));
}

/** What the other carrier calls it: by these its receipts find the message. */
export async function addParts(
  db: Queryable,
  { accountId, id }: MessageRef,
  carrierId: string,
  references: readonly string[],
): Promise<void> {
  await db.query(
    `INSERT INTO parts (carrier_id, reference, account_id, message_id, part, total, taken_at)
     SELECT $1::uuid, reference, $2::uuid, $3::uuid, place, $5::smallint, now() FROM unnest($4::text[]) WITH ORDINALITY AS r (reference, place)`,
    [carrierId, accountId, id, references, references.length],
  );
}

export type Failed = MessageRef & { readonly carrierId: string };

/**
 * Of these messages, which a carrier says have failed, the ids of those that another carrier has too and has said nothing bad about:
 * they may still be delivered. Nearly always a look into an empty table.
 */
export async function mayStillArrive(tx: Queryable, failed: readonly Failed[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'second tries that failed',
    text: `WITH told AS (
        UPDATE second_tries t SET failed_by = coalesce(t.failed_by, w.carrier_id)
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS w (account_id, id, carrier_id)
        WHERE ${isOne} AND t.taken_at IS NOT NULL
        RETURNING t.account_id, t.message_id AS id, t.failed_by = w.carrier_id AS alone)
      SELECT id FROM told WHERE alone AND EXISTS (
        SELECT 1 FROM parts p, unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS w (account_id, id, carrier_id)
        WHERE w.id = told.id AND p.message_id = told.id AND p.account_id = told.account_id AND p.carrier_id <> w.carrier_id)`,
    values: [
      literal(failed.map(({ accountId }) => accountId)),
      literal(failed.map(({ id }) => id)),
      literal(failed.map(({ carrierId }) => carrierId)),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Long after their receipts have come, or their messages are gone. */
export async function dropOldTries(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM second_tries WHERE taken_at < now() - interval '8 days' OR (taken_at IS NULL AND due_at < now() - interval '8 days')`,
  );
  return rowCount ?? 0;
}
