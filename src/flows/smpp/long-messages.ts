import { newId } from '../../base/ids.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import type { Db } from '../../database/db.ts';
import { bindOrigin, bindUrl, wantsReceipt } from '../../domain/receipt/report-target.ts';
import { quotedCharacters } from '../../store/message/receipt-facts.ts';
import { findReceiptBinds } from '../../store/smpp/credentials.ts';
import {
  areRepeated,
  countParts,
  findParts,
  finishParts,
  groupKey,
  insertParts,
  latePartGroups,
  lockPartGroups,
  type PartGroup,
  removeParts,
  type StoredPart,
  type SubmittedPart,
} from '../../store/smpp/parts.ts';
import { insertEvents } from '../../store/webhook/outbox.ts';

/** Outcome of a submitted part. */
export type PartOutcome =
  /** With all parts of its message, if it was the last one that was missing. */
  | { readonly kind: 'stored'; readonly messageId: string; readonly whole: readonly StoredPart[] | undefined }
  /** Another text has this place: a message under the same number that is not whole yet. */
  | { readonly kind: 'taken' }
  /** The credential has too many parts that wait for others. */
  | { readonly kind: 'full' };

/**
 * Stores parts that came together; resolves after the commit. The same part again is the same part. What makes a message whole is
 * handed out: it is sent by whoever gets it, and by the sweep if that one dies.
 */
export async function storeParts(db: Db, parts: readonly SubmittedPart[]): Promise<PartOutcome[]> {
  return db.transaction(async (tx) => {
    await lockPartGroups(tx, parts);
    const groups = new Map<string, Map<number, StoredPart>>();
    for (const part of await findParts(tx, parts)) placesOf(groups, part).set(part.part, part);
    const counts = await countParts(tx, [...new Set(parts.map(({ credentialId }) => credentialId))]);
    const added: StoredPart[] = [];
    const kinds = parts.map((part) => place(groups, counts, part, added));
    if (added.length > 0) await insertParts(tx, added);
    // Of those that came together, the last one sends: two would be in each other's way.
    const lasts = new Map(parts.map((part, index) => [groupKey(part), index]));
    return parts.map((part, index) =>
      outcomeOf(kinds[index]!, placesOf(groups, part), lasts.get(groupKey(part)) === index ? part.total : undefined),
    );
  });
}

type Groups = Map<string, Map<number, StoredPart>>;

function placesOf(groups: Groups, part: PartGroup): Map<number, StoredPart> {
  const key = groupKey(part);
  const places = groups.get(key) ?? new Map<number, StoredPart>();
  groups.set(key, places);
  return places;
}

function place(
  groups: Groups,
  counts: Map<string, number>,
  part: SubmittedPart,
  added: StoredPart[],
): PartOutcome['kind'] {
  const places = placesOf(groups, part);
  const there = places.get(part.part);
  if (there !== undefined) return isSame(there, part) ? 'stored' : 'taken';
  const count = counts.get(part.credentialId) ?? 0;
  if (places.size === 0 && count >= limits.storedParts.most) return 'full';
  counts.set(part.credentialId, count + 1);
  const [first] = places.values();
  const stored = { ...part, messageId: first?.messageId ?? newId() };
  places.set(part.part, stored);
  added.push(stored);
  return 'stored';
}

const isSame = (one: SubmittedPart, other: SubmittedPart): boolean =>
  one.alphabet === other.alphabet && one.octets.equals(other.octets);

function outcomeOf(
  kind: PartOutcome['kind'],
  places: ReadonlyMap<number, StoredPart>,
  total: number | undefined,
): PartOutcome {
  if (kind !== 'stored') return { kind };
  const all = [...places.values()].sort((a, b) => a.part - b.part);
  return { kind, messageId: all[0]!.messageId, whole: all.length === total ? all : undefined };
}

/** Sent, or refused for good: either way its parts are not needed any more. */
export function endParts(db: Db, parts: readonly StoredPart[], isSent: boolean): Promise<void> {
  return db.transaction((tx) => (isSent ? finishParts(tx, parts) : removeParts(tx, parts)));
}

/** What the receipt of a message tells that was never stored. */
export type RefusedMessage = {
  readonly destination: string;
  readonly sender: string;
  readonly text: string;
  readonly registeredDelivery: number;
  readonly reason: string;
};

/**
 * Refused when all that came of it was answered long ago: its binds are told by a receipt, if they asked for one, and its parts go in
 * the same transaction.
 */
export function refuseParts(db: Db, parts: readonly StoredPart[], refused: RefusedMessage): Promise<void> {
  const { accountId, credentialId, messageId } = parts[0]!;
  const { registeredDelivery, ...told } = refused;
  const facts = { ...told, text: told.text.slice(0, quotedCharacters) };
  return db.transaction(async (tx) => {
    await removeParts(tx, parts);
    if (!wantsReceipt(registeredDelivery, 'REJECTED')) return;
    const payload = JSON.stringify({ messageId, status: 'REJECTED', refused: facts });
    const isShared = (await findReceiptBinds(tx, credentialId)) === 'account';
    const url = isShared ? bindOrigin : bindUrl(credentialId);
    const event = { id: newId(), accountId, kind: 'delivery report', subjectId: messageId, url } as const;
    await insertEvents(tx, [{ ...event, payload }]);
  });
}

/**
 * Messages whose last part came so long ago that nobody is about to send them, each with what is there of it. Parts that came again
 * after a lost answer are dropped: their message was sent.
 */
export async function lateMessages(db: Db, seconds: number, limit: number): Promise<(readonly StoredPart[])[]> {
  const groups = await latePartGroups(db, seconds, limit);
  if (groups.length === 0) return [];
  const parts = await findParts(db, groups);
  const messages = [...Map.groupBy(parts, groupKey).values()];
  const open: StoredPart[][] = [];
  for (const message of messages) {
    if (message.length < message[0]!.total && (await areRepeated(db, message))) await removeParts(db, message);
    else open.push(message);
  }
  return open;
}
