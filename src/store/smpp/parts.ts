import { createHash } from 'node:crypto';
import type { Queryable } from '../../database/db.ts';
import { lockGroups } from '../locks/groups.ts';
import { rowSet } from '../row-set.ts';

/** What identifies the parts of one long message. */
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
  /** Submit options, serialisable as JSON. */
  readonly options: object;
};

/** A part with the id of the message, which its first part was given. */
export type StoredPart = SubmittedPart & { readonly messageId: string };

/** Addresses never contain a line break. */
export const partGroupKey = ({ credentialId, sender, destination, kind, reference, total }: PartGroup): string =>
  [credentialId, kind, reference, total, sender, destination].join('\n');

const keyTypes = {
  credentialId: 'uuid',
  sender: 'text',
  destination: 'text',
  kind: 'text',
  reference: 'integer',
  total: 'smallint',
} as const;
const groupRows = rowSet<PartGroup>(keyTypes);
const partRows = rowSet<StoredPart>(
  { ...keyTypes, part: 'smallint', accountId: 'uuid', alphabet: 'text', octets: 'bytea', messageId: 'uuid' },
  { wishes: ['jsonb', ({ options }) => options] },
);
const keys = groupRows.names;
const groups = `(SELECT DISTINCT * FROM ${groupRows.from('w')}) w`;
const fromRow = `credential_id AS "credentialId", sender, destination, kind, reference, total, part, account_id AS "accountId",
  alphabet, octets, wishes AS options, message_id AS "messageId"`;

/** Until the transaction ends, no other transaction adds parts to these messages. */
export async function lockPartGroups(tx: Queryable, groups: readonly PartGroup[]): Promise<void> {
  await lockGroups(tx, 'submitGroup', groups.map(partGroupKey));
}

const findText = `SELECT ${fromRow} FROM ${groups} JOIN smpp_parts p USING (${keys}) ORDER BY ${keys}, part`;

/** The stored parts of these messages, in order. */
export async function findSubmittedParts(db: Queryable, groups: readonly PartGroup[]): Promise<StoredPart[]> {
  return (await db.query<StoredPart>({ name: 'submit parts', text: findText, values: groupRows.values(groups) })).rows;
}

const insertText = `INSERT INTO smpp_parts (${partRows.names}) SELECT * FROM ${partRows.from('w')}`;

export async function insertParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await tx.query({ name: 'insert submit parts', text: insertText, values: partRows.values(parts) });
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

/** Incomplete messages whose last part is older than `seconds`. */
export async function latePartGroups(db: Queryable, seconds: number, limit: number): Promise<PartGroup[]> {
  const { rows } = await db.query<PartGroup>({
    name: 'late submit groups',
    text: `SELECT credential_id AS "credentialId", sender, destination, kind, reference, total FROM smpp_parts
      GROUP BY ${keys} HAVING max(received_at) < now() - $1 * interval '1 second' ORDER BY min(received_at) LIMIT $2`,
    values: [seconds, limit],
  });
  return rows;
}

/** The hash by which a sent part is recognised; numbers and texts cannot be recovered from it. */
export const partMark = ({ part, alphabet, octets }: Pick<SubmittedPart, 'part' | 'alphabet' | 'octets'>): Buffer =>
  createHash('sha256').update(`${part} ${alphabet}\0`).update(octets).digest();

const hashOf = (group: PartGroup): Buffer => createHash('sha256').update(partGroupKey(group)).digest();

/** The message was sent: removes its parts and remembers their hashes. */
export async function finishParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await removeParts(tx, parts);
  await tx.query({
    name: 'remember submit parts',
    text: `INSERT INTO smpp_parts_done (hash, marks) VALUES ($1, $2)
      ON CONFLICT (hash) DO UPDATE SET marks = excluded.marks, done_at = now()`,
    values: [hashOf(parts[0]!), parts.map(partMark)],
  });
}

/** Removes these parts, and none that has arrived since. */
export async function removeParts(tx: Queryable, parts: readonly StoredPart[]): Promise<void> {
  await tx.query({
    name: 'remove submit parts',
    text: `DELETE FROM smpp_parts p USING ${groups} WHERE p.message_id = $7 AND p.part = ANY ($8::smallint[]) AND ${matches}`,
    values: [...groupRows.values(parts.slice(0, 1)), parts[0]!.messageId, parts.map(({ part }) => part)],
  });
}

const matches = keys
  .split(', ')
  .map((name) => `p.${name} = w.${name}`)
  .join(' AND ');

/** Whether these parts belong to a message sent within the hour: the client has repeated them after a lost response. */
export async function areRepeated(tx: Queryable, parts: readonly StoredPart[]): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    name: 'repeated submit parts',
    text: `SELECT EXISTS (SELECT FROM smpp_parts_done WHERE hash = $1 AND marks @> $2::bytea[]) AS found`,
    values: [hashOf(parts[0]!), parts.map(partMark)],
  });
  return rows[0]!.found;
}
