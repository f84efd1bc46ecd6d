import type { Queryable } from '../../database/db.ts';
import type { Candidate, Trust } from '../../domain/receipt/match.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { literal } from '../literal.ts';
import { uuidsSince } from '../span.ts';
import type { MessageRef } from './messages.ts';

/** A reference that a receipt may mean; `place` says which receipt. */
export type Wanted = { place: number; carrierId: string; key: string; certain: boolean };
/** A part that has such a reference, and its message. */
export type FoundPart = MessageRef & Candidate & { place: number; part: number; total: number };

/** Receipts of younger messages are found at once, in two or three weeks' partitions; all others at the second look. */
const usualDays = 8;
/** Carriers use numbers again after a while; a receipt for something older than this means something newer. */
const oldestDays = 30;
const dayMs = 86_400_000;
export const oldestId = (now: number): string => uuidAt(now - oldestDays * dayMs);
/** A message that was scheduled far ahead has an old id, and may yet have left only now. */
export const isRecent = (oldest: string): string =>
  `(p.message_id >= ${oldest}::uuid OR (m.state IN ('SENT', 'UNKNOWN') AND m.state_at >= now() - interval '${oldestDays} days'))`;

/** So many of the same reference are looked at, the newest. A carrier that calls all messages alike is not worth more. */
const mostAlike = 20;

/** The parts that these receipts may be about; which of them is meant is for `bestFit` to say. */
export async function findParts(
  tx: Queryable,
  wanted: readonly Wanted[],
  trust: Trust,
  now: number,
): Promise<FoundPart[]> {
  if (wanted.length === 0) return [];
  const { rows } = await tx.query<PartRow>(
    trust === 'any key' ? findAny(wanted, now) : findCertain(wanted.filter(isCertain), now),
  );
  return rows.map(({ account_id: accountId, message_id: id, ...rest }) => ({ accountId, id, ...rest }));
}

const isCertain = ({ certain }: Wanted): boolean => certain;

type PartRow = Omit<FoundPart, 'accountId' | 'id'> & { account_id: string; message_id: string };

const found = 'w.place, p.account_id, p.message_id, p.part, p.total, m.destination, m.waits';
/** Key by key, by their index: joined at once, all parts of the last weeks would be read, as a plan does not know how many there will be. */
const meant = (condition: string) => `LATERAL (
  SELECT * FROM parts WHERE carrier_id = w.carrier_id AND reference = w.key AND ${condition}
  ORDER BY message_id DESC LIMIT ${mostAlike}) p`;

/** One by one for the same reason. */
const itsMessage = `LATERAL (
  SELECT state IN ('SENT', 'UNKNOWN') AS waits, destination, state, state_at FROM messages
  WHERE account_id = p.account_id AND id = p.message_id OFFSET 0) m`;

/**
 * At first sight: the certain key of a message that still waits. One that is through may have got its id from an SMSC that has
 * begun to count anew, and then the message that is meant is about to be stored.
 */
function findCertain(wanted: readonly Wanted[], now: number) {
  return {
    name: 'find certain parts',
    text: `SELECT ${found}, true AS certain
      FROM unnest($1::integer[], $2::uuid[], $3::text[]) AS w (place, carrier_id, key)
      CROSS JOIN ${meant('message_id >= $4::uuid AND message_id < $5::uuid')} CROSS JOIN ${itsMessage}
      WHERE m.waits`,
    values: [...keysOf(wanted), ...uuidsSince(now - usualDays * dayMs)],
  };
}

/** After a while: also by uncertain keys, and what is through. Only now in all weeks: few have to be looked for beyond the last ones. */
function findAny(wanted: readonly Wanted[], now: number) {
  return {
    name: 'find parts',
    text: `SELECT ${found}, w.certain
      FROM unnest($1::integer[], $2::uuid[], $3::text[], $5::boolean[]) AS w (place, carrier_id, key, certain)
      CROSS JOIN ${meant('true')} CROSS JOIN ${itsMessage}
      WHERE ${isRecent('$4')}`,
    values: [...keysOf(wanted), oldestId(now), literal(wanted.map(({ certain }) => certain))],
  };
}

function keysOf(wanted: readonly Wanted[]): unknown[] {
  return [
    literal(wanted.map(({ place }) => place)),
    literal(wanted.map(({ carrierId }) => carrierId)),
    wanted.map(({ key }) => key),
  ];
}

export type PartOutcome = MessageRef & { part: number; outcome: string };

/** Notes what became of single parts of long messages; the first final word about a part stays. */
export async function setPartOutcomes(tx: Queryable, outcomes: readonly PartOutcome[]): Promise<void> {
  await tx.query(
    `UPDATE parts p SET outcome = w.outcome
     FROM unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[]) AS w (account_id, message_id, part, outcome)
     WHERE p.account_id = w.account_id AND p.message_id = w.message_id AND p.part = w.part AND p.total > 1
       AND (p.outcome IS NULL OR p.outcome = 'unknown')`,
    [
      outcomes.map(({ accountId }) => accountId),
      outcomes.map(({ id }) => id),
      outcomes.map(({ part }) => part),
      outcomes.map(({ outcome }) => outcome),
    ],
  );
}

export type MessageParts = MessageRef & { outcomes: (string | null)[] };

/** For each message, what is known of each of its parts; a part sent twice counts with its better fate. */
export async function partsOf(tx: Queryable, refs: readonly MessageRef[]): Promise<MessageParts[]> {
  const { rows } = await tx.query<{ account_id: string; message_id: string; outcomes: (string | null)[] }>(
    `SELECT account_id, message_id, array_agg(outcome) AS outcomes FROM (
       SELECT p.account_id, p.message_id, p.part, min(p.outcome) AS outcome -- delivered < failed < rejected < unknown
       FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, message_id)
       JOIN parts p ON p.account_id = w.account_id AND p.message_id = w.message_id AND p.total > 1
       GROUP BY 1, 2, 3) f
     GROUP BY 1, 2`,
    [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id)],
  );
  return rows.map((row) => ({ accountId: row.account_id, id: row.message_id, outcomes: row.outcomes }));
}

export type MessagePartRow = {
  readonly part: number;
  readonly total: number;
  readonly carrier_id: string;
  /** Null if it was deleted. */
  readonly carrier: string | null;
  readonly reference: string;
  readonly outcome: string | null;
  /** Null of those that were sent before it was kept. */
  readonly taken_at: Date | null;
};

/** What carriers took of a message; a part that was sent twice is there twice. */
export async function partsOfMessage(db: Queryable, { accountId, id }: MessageRef): Promise<MessagePartRow[]> {
  const { rows } = await db.query<MessagePartRow>({
    name: 'parts of a message',
    text: `SELECT p.part, p.total, p.carrier_id, c.name AS carrier, p.reference, p.outcome, p.taken_at
      FROM parts p LEFT JOIN carriers c ON c.id = p.carrier_id
      WHERE p.message_id = $2 AND p.account_id = $1 ORDER BY p.part, p.reference`,
    values: [accountId, id],
  });
  return rows;
}

/** Those of these messages that a carrier has taken. */
export async function takenBy(db: Queryable, carrierId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'taken by a carrier',
    text: `SELECT DISTINCT message_id AS id FROM parts
      WHERE message_id = ANY ($1::uuid[]) AND carrier_id IS NOT DISTINCT FROM $2::uuid`,
    values: [literal(ids), carrierId],
  });
  return new Set(rows.map(({ id }) => id));
}
