import { createHash } from 'node:crypto';
import type { Queryable } from '../../database/db.ts';
import { type GroupPart, groupKey, type InboundGroup } from '../../domain/inbound/join.ts';
import type { Route } from '../../domain/receipt/report-target.ts';
import { lockSeed } from '../lock-seed.ts';

type Columns = [carriers: string[], senders: string[], recipients: string[], references: number[], totals: number[]];

const columnsOf = (groups: readonly InboundGroup[]): Columns => [
  groups.map(({ carrierId }) => carrierId),
  groups.map(({ sender }) => sender),
  groups.map(({ recipient }) => recipient),
  groups.map(({ reference }) => reference),
  groups.map(({ total }) => total),
];

const keys = 'carrier_id, sender, recipient, reference, total';
const wanted = `unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::smallint[]) AS w (${keys})`;
const isOf = (row: string, group: string): string =>
  `(${row}.carrier_id, ${row}.sender, ${row}.recipient, ${row}.reference, ${row}.total)
    = (${group}.carrier_id, ${group}.sender, ${group}.recipient, ${group}.reference, ${group}.total)`;

/** A power of two. A lock for each message would be thousands at a time, which a server has no room for. */
const buckets = 64;

/** Until the transaction ends, nobody else adds to these messages or takes them. In the same order for everybody. */
export async function lockInboundGroups(tx: Queryable, groups: readonly InboundGroup[]): Promise<void> {
  await tx.query({
    name: 'lock inbound groups',
    text: `SELECT pg_advisory_xact_lock(hashint4extended(bucket, ${lockSeed.inboundGroup})) FROM (
        SELECT DISTINCT hashtext(key) & ${buckets - 1} AS bucket FROM unnest($1::text[]) AS key ORDER BY 1 OFFSET 0) b`,
    values: [groups.map(groupKey)],
  });
}

/** Stores parts, each place of a message once. One that comes again is the same part, or belongs to a newer message, which counts. */
export async function insertInboundParts(tx: Queryable, parts: readonly GroupPart[]): Promise<void> {
  await tx.query({
    name: 'insert inbound parts',
    text: `INSERT INTO inbound_parts (${keys}, part, alphabet, octets)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::smallint[], $6::smallint[], $7::text[], $8::bytea[])
      ON CONFLICT (${keys}, part) DO UPDATE SET alphabet = excluded.alphabet, octets = excluded.octets`,
    values: [
      ...columnsOf(parts),
      parts.map(({ part }) => part),
      parts.map(({ alphabet }) => alphabet),
      parts.map(({ octets }) => octets),
    ],
  });
}

/** As it is remembered of a part that has been delivered. */
const mark = (row: string): string => `${row}.part || ' ' || encode(sha256(${row}.octets), 'hex')`;

type TakenRow = Omit<GroupPart, 'carrierId'> & { carrier_id: string };

/** Removes the parts of those messages that are complete, or of all, remembers that they were there, and returns them in order. */
export async function takeInboundParts(
  tx: Queryable,
  groups: readonly InboundGroup[],
  which: 'complete' | 'all',
): Promise<GroupPart[]> {
  const { rows } = await tx.query<TakenRow>({
    name: 'take inbound parts',
    text: `WITH ready AS (
        SELECT * FROM (SELECT DISTINCT * FROM ${wanted}) g
        WHERE $6 OR (SELECT count(*) FROM inbound_parts p WHERE ${isOf('p', 'g')}) >= g.total),
      taken AS (DELETE FROM inbound_parts p USING ready g WHERE ${isOf('p', 'g')} RETURNING p.*),
      remembered AS (
        INSERT INTO inbound_done (${keys}, parts, done_at)
        SELECT ${keys}, array_agg(${mark('t')}), now() FROM taken t GROUP BY ${keys}
        ON CONFLICT (${keys}) DO UPDATE SET parts = excluded.parts, done_at = excluded.done_at)
      SELECT ${keys}, part, alphabet, octets FROM taken ORDER BY ${keys}, part`,
    values: [...columnsOf(groups), which === 'all'],
  });
  return rows.map(({ carrier_id: carrierId, ...rest }) => ({ carrierId, ...rest }));
}

/**
 * Removes the parts of messages all of which were delivered before: the carrier sent them again, since it never heard that we
 * have them. By their octets, not by the reference alone: phones use the same one again before long.
 */
export async function dropRepeatedParts(tx: Queryable, groups: readonly InboundGroup[]): Promise<void> {
  await tx.query(
    `DELETE FROM inbound_parts p USING ${wanted} WHERE ${isOf('p', 'w')} AND NOT EXISTS (
       SELECT 1 FROM inbound_parts q WHERE ${isOf('q', 'w')} AND NOT EXISTS (
         SELECT 1 FROM inbound_done d WHERE ${isOf('d', 'w')} AND ${mark('q')} = ANY (d.parts)))`,
    columnsOf(groups),
  );
}

/** A message that a carrier delivers whole, under a name of its own. */
export type Named = Pick<InboundGroup, 'carrierId' | 'sender' | 'recipient'> & { readonly id: string };

/** No message in parts has so few. */
const totalOfWhole = 1;

/**
 * Remembers these among the messages that were delivered, and returns those that were known, as `carrier id`. Two processes that
 * get the same one at the same time wait for each other here.
 */
export async function rememberInbound(tx: Queryable, named: readonly Named[]): Promise<Set<string>> {
  const groups = named.map((each) => ({ ...each, reference: hashOf(each.id), total: totalOfWhole }));
  const distinct = [...new Map(groups.map((group) => [groupKey(group), group])).values()];
  const { rows } = await tx.query<{ carrier_id: string; id: string }>({
    name: 'remember inbound',
    text: `INSERT INTO inbound_done (${keys}, parts, done_at)
      SELECT ${keys}, ARRAY[id], now()
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::smallint[], $6::text[]) AS w (${keys}, id)
      ORDER BY ${keys}
      ON CONFLICT (${keys}) DO UPDATE SET parts = excluded.parts, done_at = excluded.done_at
        WHERE inbound_done.parts <> excluded.parts
      RETURNING carrier_id, parts[1] AS id`,
    values: [...columnsOf(distinct), distinct.map(({ id }) => id)],
  });
  const fresh = new Set(rows.map(({ carrier_id, id }) => `${carrier_id} ${id}`));
  return new Set(distinct.map(({ carrierId, id }) => `${carrierId} ${id}`).filter((key) => !fresh.has(key)));
}

/** Of 31 bits. Another name with the same one, between the same two numbers, takes its place: the names are compared. */
const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE(0) >>> 1;

/** Long enough for a carrier that was away for hours and sends again what was not acknowledged. */
export async function forgetOldInbound(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM inbound_done WHERE done_at < now() - interval '24 hours'`);
  return rowCount ?? 0;
}

/** Messages of which no part has come for so long that the rest will not come any more, in the same order for everybody. */
export async function lateInboundGroups(tx: Queryable, seconds: number, limit: number): Promise<InboundGroup[]> {
  const { rows } = await tx.query<{
    carrier_id: string;
    sender: string;
    recipient: string;
    reference: number;
    total: number;
  }>(
    `SELECT carrier_id, sender, recipient, reference, total FROM inbound_parts
     GROUP BY 1, 2, 3, 4, 5 HAVING max(received_at) < now() - $1 * interval '1 second'
     ORDER BY 1, 2, 3, 4, 5 LIMIT $2`,
    [seconds, limit],
  );
  return rows.map(({ carrier_id: carrierId, ...rest }) => ({ carrierId, ...rest }));
}

export type InboundTarget = {
  readonly accountId: string;
  readonly senderId: string;
  /** The number or name as it is registered. */
  readonly value: string;
  readonly inboundUrl: string | undefined;
  /** Which way it goes, by the sender or else by the account. */
  readonly route: Route;
  /** The account has credentials for SMPP, and has bound with them. */
  readonly mayBind: boolean;
};

/** Whose number or name each was sent to, by the values it may be registered with; the latest owner has it. */
export async function findInboundTargets(
  tx: Queryable,
  meant: readonly (readonly string[])[],
): Promise<Map<number, InboundTarget>> {
  const values = meant.flatMap((values, place) => values.map((value) => ({ place, value })));
  const { rows } = await tx.query<{
    place: number;
    account_id: string;
    id: string;
    value: string;
    inbound_url: string | null;
    route: Route;
    may_bind: boolean;
  }>({
    name: 'find inbound targets',
    text: `SELECT t.*, coalesce(t.inbound, a.inbound) AS route, EXISTS (
        SELECT 1 FROM smpp_credentials c WHERE c.account_id = a.id AND c.revoked_at IS NULL
          AND (EXISTS (SELECT 1 FROM api_key_uses u WHERE u.key_id = c.id)
            OR EXISTS (SELECT 1 FROM smpp_binds b WHERE b.credential_id = c.id))) AS may_bind
      FROM (SELECT DISTINCT ON (w.place) w.place, s.account_id, s.id, s.value, s.inbound_url, s.inbound
      FROM unnest($1::integer[], $2::text[]) AS w (place, value)
      CROSS JOIN LATERAL (
        SELECT * FROM senders WHERE value = w.value AND deleted_at IS NULL AND status = 'Confirmed' AND channel = 'SMS' OFFSET 0) s
      ORDER BY w.place, s.created_at DESC) t JOIN accounts a ON a.id = t.account_id`,
    values: [values.map(({ place }) => place), values.map(({ value }) => value)],
  });
  return new Map(
    rows.map(({ place, account_id: accountId, id: senderId, value, inbound_url, route, may_bind: mayBind }) => [
      place,
      { accountId, senderId, value, inboundUrl: inbound_url ?? undefined, route, mayBind },
    ]),
  );
}

export type NewInbound = {
  readonly id: string;
  readonly carrierId: string;
  readonly target: InboundTarget | undefined;
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly complete: boolean;
};

/** Returns the time of receipt, which is the database's. */
export async function insertInbound(tx: Queryable, inbound: readonly NewInbound[]): Promise<Date> {
  const { rows } = await tx.query<{ received_at: Date }>({
    name: 'insert inbound',
    text: `WITH written AS (
        INSERT INTO inbound_messages (id, account_id, sender_id, carrier_id, sender, recipient, text, complete, received_at)
        SELECT *, now() FROM unnest(
          $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[]))
      SELECT now() AS received_at`,
    values: [
      inbound.map(({ id }) => id),
      inbound.map(({ target }) => target?.accountId ?? null),
      inbound.map(({ target }) => target?.senderId ?? null),
      inbound.map(({ carrierId }) => carrierId),
      inbound.map(({ sender }) => sender),
      inbound.map(({ recipient }) => recipient),
      inbound.map(({ text }) => text),
      inbound.map(({ complete }) => complete),
    ],
  });
  return rows[0]!.received_at;
}
