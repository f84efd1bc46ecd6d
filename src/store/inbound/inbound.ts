import { createHash } from 'node:crypto';
import type { Db, Queryable } from '../../database/db.ts';
import { type GroupPart, type InboundGroup, inboundGroupKey } from '../../domain/inbound/join.ts';
import type { InboundText } from '../../domain/inbound/parts.ts';
import type { ReportRoute } from '../../domain/receipt/report-target.ts';
import { lockGroups } from '../locks/groups.ts';
import { rowsOf } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';
import { endpointFor } from '../webhook/webhook-endpoints.ts';

const keyTypes = {
  carrierId: 'uuid',
  sender: 'text',
  recipient: 'text',
  reference: 'integer',
  total: 'smallint',
} as const;
const groupRows = rowSet<InboundGroup>(keyTypes);
const partRows = rowSet<GroupPart>({ ...keyTypes, part: 'smallint', alphabet: 'text', octets: 'bytea' });
const keys = groupRows.names;
const keysOf = (row: string): string =>
  `(${row}.carrier_id, ${row}.sender, ${row}.recipient, ${row}.reference, ${row}.total)`;
const isOf = (row: string, group: string): string => `${keysOf(row)} = ${keysOf(group)}`;

/** Until the transaction ends, no other transaction adds parts to these messages or takes them. */
export async function lockInboundGroups(tx: Queryable, groups: readonly InboundGroup[]): Promise<void> {
  await lockGroups(tx, 'inboundGroup', groups.map(inboundGroupKey));
}

const insertPartsText = `INSERT INTO inbound_parts (${partRows.names}) SELECT * FROM ${partRows.from('w')}
  ON CONFLICT (${keys}, part) DO UPDATE SET alphabet = excluded.alphabet, octets = excluded.octets`;

/** Stores parts. A part that exists is replaced: it is the same, or belongs to a newer message. */
export async function insertInboundParts(tx: Queryable, parts: readonly GroupPart[]): Promise<void> {
  await tx.query({ name: 'insert inbound parts', text: insertPartsText, values: partRows.values(parts) });
}

/** The mark by which a delivered part is recognised. */
const mark = (row: string): string => `${row}.part || ' ' || encode(sha256(${row}.octets), 'hex')`;

const takePartsText = `WITH ready AS (
        SELECT * FROM (SELECT DISTINCT * FROM ${groupRows.from('w')}) g
        WHERE $6 OR (SELECT count(*) FROM inbound_parts p WHERE ${isOf('p', 'g')}) >= g.total),
      taken AS (DELETE FROM inbound_parts p USING ready g WHERE ${isOf('p', 'g')} RETURNING p.*),
      remembered AS (
        INSERT INTO inbound_done (${keys}, parts, done_at)
        SELECT ${keys}, array_agg(${mark('t')}), now() FROM taken t GROUP BY ${keys}
        ON CONFLICT (${keys}) DO UPDATE SET parts = excluded.parts, done_at = excluded.done_at)
      SELECT carrier_id AS "carrierId", sender, recipient, reference, total, part, alphabet, octets
      FROM taken ORDER BY ${keys}, part`;

/** Removes the parts of those messages that are complete, or of all, remembers them as delivered, and returns them in order. */
export async function takeInboundParts(
  tx: Queryable,
  groups: readonly InboundGroup[],
  which: 'complete' | 'all',
): Promise<GroupPart[]> {
  const values = [...groupRows.values(groups), which === 'all'];
  return (await tx.query<GroupPart>({ name: 'take inbound parts', text: takePartsText, values })).rows;
}

/**
 * Removes the parts of messages that were delivered before: the carrier has sent them again because it missed the acknowledgement.
 * Compares the octets, not only the reference: phones reuse references soon.
 */
export async function dropRepeatedParts(tx: Queryable, groups: readonly InboundGroup[]): Promise<void> {
  await tx.query(
    `DELETE FROM inbound_parts p USING ${groupRows.from('w')} WHERE ${isOf('p', 'w')} AND NOT EXISTS (
       SELECT 1 FROM inbound_parts q WHERE ${isOf('q', 'w')} AND NOT EXISTS (
         SELECT 1 FROM inbound_done d WHERE ${isOf('d', 'w')} AND ${mark('q')} = ANY (d.parts)))`,
    groupRows.values(groups),
  );
}

/** The stored total of a message in one part; no message in several parts has it. */
const totalOfWhole = 1;

/** A message in one part, with the id that the carrier gave it. */
type DoneMessage = InboundGroup & { readonly id: string };
const doneRows = rowSet<DoneMessage>({ ...keyTypes, id: 'text' });
const rememberText = `INSERT INTO inbound_done (${keys}, parts, done_at)
  SELECT ${keys}, ARRAY[id], now() FROM ${doneRows.from('w')} ORDER BY ${keys}
  ON CONFLICT (${keys}) DO UPDATE SET parts = excluded.parts, done_at = excluded.done_at
    WHERE inbound_done.parts <> excluded.parts
  RETURNING carrier_id, parts[1] AS id`;

/**
 * Remembers these messages as delivered, and returns those that were known, as `carrier id`. Two processes that receive the same
 * message at the same time wait for each other here.
 */
export async function rememberInbound(
  tx: Queryable,
  named: readonly Omit<DoneMessage, 'reference' | 'total'>[],
): Promise<Set<string>> {
  const groups = named.map((each) => ({ ...each, reference: hashOf(each.id), total: totalOfWhole }));
  const distinct = [...new Map(groups.map((group) => [inboundGroupKey(group), group])).values()];
  const { rows } = await tx.query<{ carrier_id: string; id: string }>({
    name: 'remember inbound',
    text: rememberText,
    values: doneRows.values(distinct),
  });
  const fresh = new Set(rows.map(({ carrier_id, id }) => `${carrier_id} ${id}`));
  return new Set(distinct.map(({ carrierId, id }) => `${carrierId} ${id}`).filter((key) => !fresh.has(key)));
}

/** 31 bits. Another id with the same hash, between the same two numbers, replaces it: the ids are compared. */
const hashOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE(0) >>> 1;

/** Incomplete messages whose last part is older than `seconds`, in the order in which they are locked. */
export const lateInboundGroups = (tx: Queryable, seconds: number, limit: number): Promise<InboundGroup[]> =>
  rowsOf(tx, {
    text: `SELECT carrier_id AS "carrierId", sender, recipient, reference, total FROM inbound_parts
     GROUP BY 1, 2, 3, 4, 5 HAVING max(received_at) < now() - $1 * interval '1 second'
     ORDER BY 1, 2, 3, 4, 5 LIMIT $2`,
    values: [seconds, limit],
  });

export type InboundTarget = {
  readonly accountId: string;
  readonly senderId: string;
  /** The number or name as registered. */
  readonly value: string;
  /** Of the sender; if it has none, the target of the endpoint for inbound messages. */
  readonly inboundUrl: string | null;
  /** The route of the sender; if it has none, that of the account. */
  readonly route: ReportRoute;
  /** The account has SMPP credentials, and has bound with them. */
  readonly mayBind: boolean;
};

type RecipientValue = { readonly place: number; readonly value: string };
const recipientRows = rowSet<RecipientValue>({ place: 'integer', value: 'text' });
const targetsText = `SELECT t.place, t.account_id AS "accountId", t.id AS "senderId", t.value,
    coalesce(t.inbound_url, ${endpointFor('a.id', 'inbound message')}) AS "inboundUrl",
    coalesce(t.inbound, a.inbound) AS route, EXISTS (
      SELECT 1 FROM smpp_credentials c WHERE c.account_id = a.id AND c.revoked_at IS NULL
        AND (EXISTS (SELECT 1 FROM api_key_uses u WHERE u.key_id = c.id)
          OR EXISTS (SELECT 1 FROM smpp_binds b WHERE b.credential_id = c.id))) AS "mayBind"
  FROM (SELECT DISTINCT ON (w.place) w.place, s.account_id, s.id, s.value, s.inbound_url, s.inbound
    FROM ${recipientRows.from('w')}
    CROSS JOIN LATERAL (
      SELECT * FROM senders WHERE value = w.value AND deleted_at IS NULL AND status = 'Confirmed' AND channel = 'SMS' OFFSET 0) s
    ORDER BY w.place, s.created_at DESC) t JOIN accounts a ON a.id = t.account_id`;

/** The owners of the recipients, each of which is given by the values it may be registered with; the latest owner counts. */
export async function findInboundTargets(
  tx: Queryable,
  recipients: readonly (readonly string[])[],
): Promise<Map<number, InboundTarget>> {
  const values = recipients.flatMap((values, place) => values.map((value) => ({ place, value })));
  const { rows } = await tx.query<InboundTarget & { place: number }>({
    name: 'find inbound targets',
    text: targetsText,
    values: recipientRows.values(values),
  });
  return new Map(rows.map((row) => [row.place, row]));
}

export type NewInbound = InboundText & {
  readonly id: string;
  readonly carrierId: string;
  readonly target: InboundTarget | undefined;
  readonly complete: boolean;
};

const inboundRows = rowSet<NewInbound>(
  { id: 'uuid', carrierId: 'uuid', sender: 'text', recipient: 'text', text: 'text', complete: 'boolean' },
  { account_id: ['uuid', ({ target }) => target?.accountId], sender_id: ['uuid', ({ target }) => target?.senderId] },
);
const insertText = `WITH written AS (
    INSERT INTO inbound_messages (${inboundRows.names}, received_at) SELECT *, now() FROM ${inboundRows.from('w')})
  SELECT now() AS received_at`;

/** Returns the time of receipt, by the database's clock. */
export async function insertInbound(tx: Queryable, inbound: readonly NewInbound[]): Promise<Date> {
  const values = inboundRows.values(inbound);
  const { rows } = await tx.query<{ received_at: Date }>({ name: 'insert inbound', text: insertText, values });
  return rows[0]!.received_at;
}

export type InboundRow = {
  readonly id: string;
  /** Null if the recipient belongs to no account. */
  readonly account_id: string | null;
  readonly sender_id: string | null;
  readonly carrier_id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly complete: boolean;
  readonly received_at: Date;
};

type InboundFilter = TimedPage & {
  readonly accountId?: string | undefined;
  readonly sender?: string | undefined;
  readonly recipient?: string | undefined;
};

const inboundMessages = { table: 'inbound_messages', columns: '*', bytes: 'octet_length(text)' };

export function listInbound(db: Db, filter: InboundFilter): Promise<Walked<InboundRow>> {
  const { accountId, sender, recipient } = filter;
  return listNewest(db, {
    ...inboundMessages,
    key: [['account_id = ?', accountId]],
    fits: [['sender = ?', sender], ['recipient = ?', recipient], ...within('received_at', filter)],
    page: filter,
  });
}

const mostOfPhones = 500;

/** Messages that phones have sent over a carrier, newest first; of one phone or of all. */
export async function writtenByPhones(db: Db, carrierId: string, number?: string): Promise<InboundRow[]> {
  const { rows } = await listNewest<InboundRow>(db, {
    ...inboundMessages,
    fits: [
      ['carrier_id = ?', carrierId],
      // Some carriers leave out the +.
      ['sender = ANY (?::text[])', number === undefined ? undefined : [number, number.slice(1)]],
    ],
    page: { limit: mostOfPhones },
  });
  return rows;
}
