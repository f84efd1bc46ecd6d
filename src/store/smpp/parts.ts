import { createHash } from 'node:crypto';
import type { Queryable } from '../../database/db.ts';
import { lockSeed } from '../lock-seed.ts';
import { deleteInSets } from '../sets.ts';

/** What tells the parts of one long message from those of others. */
export type PartGroup = {
  readonly credentialId: string;
  readonly sender: string;
  readonly destination: string;
  readonly kind: string;
  readonly reference: number;
  readonly total: number;
};

export type SubmittedPart = PartGroup & {
  readonly part: number;
  readonly accountId: string;
  readonly alphabet: string;
  readonly octets: Buffer;
  /** As JSON can carry it. */
  readonly wishes: object;
};

/** The id of the message, which its first part was given. */
export type StoredPart = SubmittedPart & { readonly messageId: string };

/** Addresses may hold anything but this. */
export const groupKey = ({ credentialId, sender, destination, kind, reference, total }: PartGroup): string =>
  [credentialId, kind, reference, total, sender, destination].join('\n');

type Columns = [string[], string[], string[], string[], number[], number[]];

const columnsOf = (groups: readonly PartGroup[]): Columns => [
  groups.map(({ credentialId }) => credentialId),
  groups.map(({ sender }) => sender),
  groups.map(({ destination }) => destination),
  groups.map(({ kind }) => kind),
  groups.map(({ reference }) => reference),
  groups.map(({ total }) => total),
];

const keys = 'credential_id, sender, destination, kind, reference, total';
const wanted = `(SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::smallint[])
  AS w (${keys})) w`;
const fromRow = `credential_id AS "credentialId", sender, destination, kind, reference, total, part, account_id AS "accountId",
  alphabet, octets, wishes, message_id AS "messageId"`;

/** A power of two. A lock for each message would be thousands at a time, which a server has no room for. */
const buckets = 64;

/** Until the transaction ends, nobody else adds to these messages. In the same order for everybody. */
export async function lockPartGroups(tx: Queryable, groups: readonly PartGroup[]): Promise<void> {
  await tx.query({
    name: 'lock submit groups',
    text: `SELECT pg_advisory_xact_lock(hashint4extended(bucket, ${lockSeed.submitGroup})) FROM (
        SELECT DISTINCT hashtext(key) & ${buckets - 1} AS bucket FROM unnest($1::text[]) AS key ORDER BY 1 OFFSET 0) b`,
    values: [groups.map(groupKey)],
  });
}

/** All that is there of these messages, in order. */
export async function findParts(db: Queryable, groups: readonly PartGroup[]): Promise<StoredPart[]> {
  const { rows } = await db.query<StoredPart>({
    name: 'submit parts',
    text: `SELECT ${fromRow} FROM ${wanted} JOIN smpp_parts p USING (${keys}) ORDER BY ${keys}, part`,
    values: columnsOf(groups),
  });
  return rows;
}

export async function insertParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await tx.query({
    name: 'insert submit parts',
    text: `INSERT INTO smpp_parts (${keys}, part, account_id, alphabet, octets, wishes, message_id)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::smallint[], $7::smallint[], $8::uuid[],
        $9::text[], $10::bytea[], $11::jsonb[], $12::uuid[])`,
    values: [
      ...columnsOf(parts),
      parts.map(({ part }) => part),
      parts.map(({ accountId }) => accountId),
      parts.map(({ alphabet }) => alphabet),
      parts.map(({ octets }) => octets),
      parts.map(({ wishes }) => JSON.stringify(wishes)),
      parts.map(({ messageId }) => messageId),
    ],
  });
}

/** How many unfinished parts each of these credentials has. */
export async function countParts(db: Queryable, credentialIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; count: number }>({
    name: 'count submit parts',
    text: `SELECT credential_id AS id, count(*)::integer AS count FROM smpp_parts
      WHERE credential_id = ANY ($1::uuid[]) GROUP BY 1`,
    values: [credentialIds],
  });
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Long messages of which no part has come for so long that the rest will not come any more. */
export async function latePartGroups(db: Queryable, seconds: number, limit: number): Promise<PartGroup[]> {
  const { rows } = await db.query<PartGroup>({
    name: 'late submit groups',
    text: `SELECT credential_id AS "credentialId", sender, destination, kind, reference, total FROM smpp_parts
      GROUP BY ${keys} HAVING max(received_at) < now() - $1 * interval '1 second' ORDER BY min(received_at) LIMIT $2`,
    values: [seconds, limit],
  });
  return rows;
}

/** As a part that was sent is remembered; of nobody's number or text anything can be read from it. */
export const markOf = ({ part, alphabet, octets }: Pick<SubmittedPart, 'part' | 'alphabet' | 'octets'>): Buffer =>
  createHash('sha256').update(`${part} ${alphabet}\0`).update(octets).digest();

const hashOf = (group: PartGroup): Buffer => createHash('sha256').update(groupKey(group)).digest();

/** The message is sent: its parts go, and are remembered. */
export async function finishParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await removeParts(tx, parts);
  await tx.query({
    name: 'remember submit parts',
    text: `INSERT INTO smpp_parts_done (hash, marks) VALUES ($1, $2)
      ON CONFLICT (hash) DO UPDATE SET marks = excluded.marks, done_at = now()`,
    values: [hashOf(parts[0]!), parts.map(markOf)],
  });
}

/** These parts, and none that has come since. */
export async function removeParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await tx.query({
    name: 'remove submit parts',
    text: `DELETE FROM smpp_parts p USING ${wanted} WHERE p.message_id = $7 AND p.part = ANY ($8::smallint[]) AND ${matches}`,
    values: [...columnsOf(parts.slice(0, 1)), parts[0]!.messageId, parts.map(({ part }) => part)],
  });
}

const matches = keys
  .split(', ')
  .map((name) => `p.${name} = w.${name}`)
  .join(' AND ');

/** Whether all of these parts belong to a message that was sent within the hour: then they came again, after a lost answer. */
export async function areRepeated(tx: Queryable, parts: readonly StoredPart[]): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    name: 'repeated submit parts',
    text: `SELECT EXISTS (SELECT FROM smpp_parts_done WHERE hash = $1 AND marks @> $2::bytea[]) AS found`,
    values: [hashOf(parts[0]!), parts.map(markOf)],
  });
  return rows[0]!.found;
}

export function forgetParts(db: Queryable): Promise<number> {
  return deleteInSets(db, 'smpp_parts_done', `done_at < now() - interval '1 hour'`);
}
