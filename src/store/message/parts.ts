import type { Queryable } from '../../database/db.ts';
import type { ReceiptCandidate, Trust } from '../../domain/receipt/receipt.ts';
import { uuidAt, uuidsSince } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';
import { arrayLiteral, rowSet } from '../row-set.ts';
import { type MessageRef, messageRefs } from './messages.ts';

/** A reference that a receipt may belong to; `place` is the index of the receipt. */
export type ReceiptKey = { place: number; carrierId: string; key: string; certain: boolean };
/** A part with such a reference, and its message. */
export type FoundPart = MessageRef & ReceiptCandidate & { place: number; part: number; total: number };

/** Receipts of messages younger than this are found by the first search, in two or three weekly partitions; all others by the second. */
const usualDays = 8;
/** Carriers reuse references after a while; a receipt for an older message belongs to a newer one. */
const oldestDays = 30;
const dayMs = 86_400_000;
export const oldestId = (now: number): string => uuidAt(now - oldestDays * dayMs);
/** A message that was scheduled far ahead has an old id although it was sent recently. */
export const recentCondition = (oldest: string): string =>
  `(p.message_id >= ${oldest}::uuid OR (m.state IN ('SENT', 'UNKNOWN') AND m.state_at >= now() - interval '${oldestDays} days'))`;

/** Parts read of one reference, newest first: a carrier may give all messages the same reference. */
const mostAlike = 20;

const receiptKeys = rowSet<ReceiptKey>({ place: 'integer', carrierId: 'uuid', key: 'text', certain: 'boolean' });

/** The parts that these receipts may belong to; `bestFit` chooses among them. */
export async function findParts(
  tx: Queryable,
  keys: readonly ReceiptKey[],
  trust: Trust,
  now: number,
): Promise<FoundPart[]> {
  if (keys.length === 0) return [];
  const isCertain = trust !== 'any key';
  return rowsOf(tx, {
    ...(isCertain ? findCertain : findAny),
    values: [
      ...receiptKeys.values(isCertain ? keys.filter(({ certain }) => certain) : keys),
      ...(isCertain ? uuidsSince(now - usualDays * dayMs, now) : [oldestId(now)]),
    ],
  });
}

const found = `w.certain, w.place, p.account_id AS "accountId", p.message_id AS id, p.part, p.total, m.destination, m.waits`;
/** Key by key through the index: the planner does not know how many there are, and a plain join would read all parts of the last weeks. */
const meant = (condition: string) => `LATERAL (
  SELECT * FROM parts WHERE carrier_id = w.carrier_id AND reference = w.key AND ${condition}
  ORDER BY message_id DESC LIMIT ${mostAlike}) p`;

/** Row by row for the same reason. */
const itsMessage = `LATERAL (
  SELECT state IN ('SENT', 'UNKNOWN') AS waits, destination, state, state_at FROM messages
  WHERE account_id = p.account_id AND id = p.message_id OFFSET 0) m`;

/**
 * The first search: by certain keys, of messages that still wait for a receipt. A message that has ended may have its reference from
 * an SMSC that has restarted its counter, and then the right message is about to be stored.
 */
const findCertain = {
  name: 'find certain parts',
  text: `SELECT ${found} FROM ${receiptKeys.from('w')}
    CROSS JOIN ${meant('message_id >= $5::uuid AND message_id < $6::uuid')} CROSS JOIN ${itsMessage} WHERE m.waits`,
};

/** The second search: also by uncertain keys, of messages that have ended, and in all partitions. */
const findAny = {
  name: 'find parts',
  text: `SELECT ${found} FROM ${receiptKeys.from('w')}
    CROSS JOIN ${meant('true')} CROSS JOIN ${itsMessage} WHERE ${recentCondition('$5')}`,
};

export type PartOutcome = MessageRef & { part: number; outcome: string };

const outcomeRows = rowSet<PartOutcome>(
  { accountId: 'uuid', part: 'smallint', outcome: 'code' },
  { message_id: ['uuid', ({ id }) => id] },
);

/** Stores the outcomes of single parts of long messages; the first final outcome of a part stays. */
export async function setPartOutcomes(tx: Queryable, outcomes: readonly PartOutcome[]): Promise<void> {
  await tx.query(
    `UPDATE parts p SET outcome = w.outcome
     FROM ${outcomeRows.from('w')}
     WHERE p.account_id = w.account_id AND p.message_id = w.message_id AND p.part = w.part AND p.total > 1
       AND (p.outcome IS NULL OR p.outcome = 'unknown')`,
    outcomeRows.values(outcomes),
  );
}

type MessageParts = MessageRef & { outcomes: (string | null)[] };

/** For each message, the outcomes of its parts; a part that was sent twice counts with its better outcome. */
export const partsOf = (tx: Queryable, refs: readonly MessageRef[]): Promise<MessageParts[]> =>
  rowsOf(tx, {
    text: `SELECT account_id AS "accountId", id, array_agg(outcome) AS outcomes FROM (
        SELECT p.account_id, p.message_id AS id, p.part, min(p.outcome) AS outcome -- delivered < failed < rejected < unknown
        FROM ${messageRefs.from('w')} JOIN parts p ON p.account_id = w.account_id AND p.message_id = w.id AND p.total > 1
        GROUP BY 1, 2, 3) f
      GROUP BY 1, 2`,
    values: messageRefs.values(refs),
  });

export type MessagePartRow = {
  readonly part: number;
  readonly total: number;
  readonly carrierId: string;
  /** Null if the carrier was deleted. */
  readonly carrier: string | null;
  readonly reference: string;
  readonly outcome: string | null;
  /** Null for parts that were sent before this column existed. */
  readonly takenAt: Date | null;
};

/** The parts of a message that carriers have accepted; a part that was sent twice is listed twice. */
export const partsOfMessage = (db: Queryable, { accountId, id }: MessageRef): Promise<MessagePartRow[]> =>
  rowsOf(db, {
    name: 'parts of a message',
    text: `SELECT p.part, p.total, p.carrier_id AS "carrierId", c.name AS carrier, p.reference, p.outcome, p.taken_at AS "takenAt"
      FROM parts p LEFT JOIN carriers c ON c.id = p.carrier_id
      WHERE p.message_id = $2 AND p.account_id = $1 ORDER BY p.part, p.reference`,
    values: [accountId, id],
  });

/** The ids of these messages that the carrier has accepted. */
async function takenBy(db: Queryable, carrierId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'taken by a carrier',
    text: `SELECT DISTINCT message_id AS id FROM parts
      WHERE message_id = ANY ($1::uuid[]) AND carrier_id IS NOT DISTINCT FROM $2::uuid`,
    values: [arrayLiteral(ids), carrierId],
  });
  return new Set(rows.map(({ id }) => id));
}

const checkedTogether = 200;

/** The first `limit` rows that this carrier has accepted or is about to get. */
export async function firstOfCarrier<Row extends { readonly id: string; readonly carrier_id: string | null }>(
  db: Queryable,
  rows: readonly Row[],
  carrierId: string,
  limit: number,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = 0; place < rows.length && found.length < limit; place += checkedTogether) {
    const some = rows.slice(place, place + checkedTogether);
    const ids = some.map(({ id }) => id);
    const taken = await takenBy(db, carrierId, ids);
    found.push(...some.filter(({ id, carrier_id }) => carrier_id === carrierId || taken.has(id)));
  }
  return found.slice(0, limit);
}
