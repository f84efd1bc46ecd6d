import type { Queryable } from '../db.ts';
import { lockSeed } from './lock-seed.ts';

export type InboundPart = {
  readonly carrierId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly reference: number;
  readonly total: number;
  readonly part: number;
  readonly alphabet: string;
  readonly octets: Buffer;
};

type Group = Pick<InboundPart, 'carrierId' | 'sender' | 'recipient' | 'reference' | 'total'>;

/** Until the transaction ends, nobody else adds to this message or takes it. */
export async function lockInboundGroup(tx: Queryable, group: Group): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${lockSeed.inboundGroup}))`, [
    fieldsOf(group).join(' '),
  ]);
}

const fieldsOf = ({ carrierId, sender, recipient, reference, total }: Group): (string | number)[] => [
  carrierId,
  sender,
  recipient,
  reference,
  total,
];

/** Stores a part. One that comes twice is the same part; if it differs, it belongs to a newer message, which counts. */
export async function insertInboundPart(tx: Queryable, part: InboundPart): Promise<void> {
  await lockInboundGroup(tx, part);
  await tx.query(
    `INSERT INTO inbound_parts (carrier_id, sender, recipient, reference, total, part, alphabet, octets)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (carrier_id, sender, recipient, reference, total, part)
       DO UPDATE SET alphabet = excluded.alphabet, octets = excluded.octets`,
    [...fieldsOf(part), part.part, part.alphabet, part.octets],
  );
}

const ofGroup = 'carrier_id = $1 AND sender = $2 AND recipient = $3 AND reference = $4 AND total = $5';

export async function countInboundParts(tx: Queryable, group: Group): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) FROM inbound_parts WHERE ${ofGroup}`,
    fieldsOf(group),
  );
  return Number(rows[0]!.count);
}

/** As it is remembered of a part that has been delivered. */
const mark = `part || ' ' || encode(sha256(octets), 'hex')`;

/** Removes the parts of one message, remembers that they were there, and returns them in order. */
export async function takeInboundParts(tx: Queryable, group: Group): Promise<{ alphabet: string; octets: Buffer }[]> {
  const { rows } = await tx.query<{ part: number; alphabet: string; octets: Buffer }>(
    `WITH taken AS (DELETE FROM inbound_parts WHERE ${ofGroup} RETURNING part, alphabet, octets),
     remembered AS (
       INSERT INTO inbound_done (carrier_id, sender, recipient, reference, total, parts, done_at)
       SELECT $1, $2, $3, $4, $5, array_agg(${mark}), now() FROM taken HAVING count(*) > 0
       ON CONFLICT (carrier_id, sender, recipient, reference, total)
         DO UPDATE SET parts = excluded.parts, done_at = excluded.done_at)
     SELECT part, alphabet, octets FROM taken ORDER BY part`,
    fieldsOf(group),
  );
  return rows;
}

/**
 * Removes the parts of a message if all of them were delivered before: the carrier sent them again, since it never heard
 * that we have them. By their octets, not by the reference alone: phones use the same one again before long.
 */
export async function dropRepeatedParts(tx: Queryable, group: Group): Promise<boolean> {
  const { rowCount } = await tx.query(
    `DELETE FROM inbound_parts WHERE ${ofGroup} AND NOT EXISTS (
       SELECT 1 FROM inbound_parts p WHERE ${ofGroup} AND NOT EXISTS (
         SELECT 1 FROM inbound_done WHERE ${ofGroup} AND p.part || ' ' || encode(sha256(p.octets), 'hex') = ANY (parts)))`,
    fieldsOf(group),
  );
  return (rowCount ?? 0) > 0;
}

/** Long enough for a carrier that was away for hours and sends again what was not acknowledged. */
export async function forgetOldInbound(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM inbound_done WHERE done_at < now() - interval '24 hours'`);
  return rowCount ?? 0;
}

/** Messages of which no part has come for so long that the rest will not come any more, in the same order for everybody. */
export async function lateInboundGroups(tx: Queryable, seconds: number, limit: number): Promise<Group[]> {
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
};

/** Whose number or name it was sent to, by the values it may be registered with; the latest owner has it. */
export async function findInboundTarget(tx: Queryable, values: readonly string[]): Promise<InboundTarget | undefined> {
  const { rows } = await tx.query<{ account_id: string; id: string; value: string; inbound_url: string | null }>(
    `SELECT account_id, id, value, inbound_url FROM senders
     WHERE value = ANY ($1::text[]) AND deleted_at IS NULL AND status = 'Confirmed' AND channel = 'SMS'
     ORDER BY created_at DESC LIMIT 1`,
    [values],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { account_id: accountId, id: senderId, value, inbound_url } = found;
  return { accountId, senderId, value, inboundUrl: inbound_url ?? undefined };
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
export async function insertInbound(tx: Queryable, inbound: NewInbound): Promise<Date> {
  const { rows } = await tx.query<{ received_at: Date }>(
    `INSERT INTO inbound_messages (id, account_id, sender_id, carrier_id, sender, recipient, text, complete, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now()) RETURNING received_at`,
    [
      inbound.id,
      inbound.target?.accountId ?? null,
      inbound.target?.senderId ?? null,
      inbound.carrierId,
      inbound.sender,
      inbound.recipient,
      inbound.text,
      inbound.complete,
    ],
  );
  return rows[0]!.received_at;
}
