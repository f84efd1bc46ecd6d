import { createHash } from 'node:crypto';
import type { Queryable } from '../../db.ts';
import { lockSeed } from '../lock-seed.ts';
import { deleteInSets } from '../sets.ts';

/** Identifies the parts of one long message. */
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
  /** Stored as JSON. */
  readonly options: object;
};

/** `messageId` is assigned with the first part. */
export type StoredPart = SubmittedPart & { readonly messageId: string };

/** Addresses cannot contain a line feed. */
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
  alphabet, octets, wishes AS options, message_id AS "messageId"`;

/** A power of two. One lock per message would be thousands at a time, which exceeds the lock table of a server. */
const buckets = 64;

/** Until the transaction ends, no other one adds to these messages. Locks are taken in a fixed order. */
export async function lockPartGroups(tx: Queryable, groups: readonly PartGroup[]): Promise<void> {
  await tx.query({
    name: 'lock submit groups',
    text: `SELECT pg_advisory_xact_lock(hashint4extended(bucket, ${lockSeed.submitGroup})) FROM (
        SELECT DISTINCT hashtext(key) & ${buckets - 1} AS bucket FROM unnest($1::text[]) AS key ORDER BY 1 OFFSET 0) b`,
    values: [groups.map(groupKey)],
  });
}

/** All received parts of these messages, in order. */
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
      parts.map(({ options }) => JSON.stringify(options)),
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

/** Long messages that got their last part more than `seconds` ago. */
export async function latePartGroups(db: Queryable, seconds: number, limit: number): Promise<PartGroup[]> {
  const { rows } = await db.query<PartGroup>({
    name: 'late submit groups',
    text: `SELECT credential_id AS "credentialId", sender, destination, kind, reference, total FROM smpp_parts
      GROUP BY ${keys} HAVING max(received_at) < now() - $1 * interval '1 second' ORDER BY min(received_at) LIMIT $2`,
    values: [seconds, limit],
  });
  return rows;
}

/** A hash by which a sent part is recognised, without its number or text. */
export const markOf = ({ part, alphabet, octets }: Pick<SubmittedPart, 'part' | 'alphabet' | 'octets'>): Buffer =>
  createHash('sha256').update(`${part} ${alphabet}\0`).update(octets).digest();

const hashOf = (group: PartGroup): Buffer => createHash('sha256').update(groupKey(group)).digest();

/** Removes the parts of a sent message, and keeps their hashes. */
export async function finishParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await removeParts(tx, parts);
  await tx.query({
    name: 'remember submit parts',
    text: `INSERT INTO smpp_parts_done (hash, marks) VALUES ($1, $2)
      ON CONFLICT (hash) DO UPDATE SET marks = excluded.marks, done_at = now()`,
    values: [hashOf(parts[0]!), parts.map(markOf)],
  });
}

/** Removes these parts, but not parts received since. */
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

/** Whether all parts belong to a message sent within the last hour: the customer repeats them after a lost response. */
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
