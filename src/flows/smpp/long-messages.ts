import { newId } from '../../base/ids.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import type { Db } from '../../database/db.ts';
import { bindOrigin, bindUrl, wantsReceipt } from '../../domain/receipt/report-target.ts';
import { quotedCharacters } from '../../store/message/report-facts.ts';
import { findReceiptBinds } from '../../store/smpp/credentials.ts';
import {
  areRepeated,
  countParts,
  findSubmittedParts,
  finishParts,
  insertParts,
  latePartGroups,
  lockPartGroups,
  type PartGroup,
  partGroupKey,
  removeParts,
  type StoredPart,
  type SubmittedPart,
} from '../../store/smpp/parts.ts';
import { insertEvents } from '../../store/webhook/outbox.ts';

/** Outcome of a submitted part. */
export type StoreOutcome =
  /** `complete`: all parts of the message, if this was the last missing one. */
  | { readonly kind: 'stored'; readonly messageId: string; readonly complete: readonly StoredPart[] | undefined }
  /** Another incomplete message has the same reference, and another text in this part. */
  | { readonly kind: 'taken' }
  /** The credential has too many parts of incomplete messages. */
  | { readonly kind: 'full' };

/**
 * Stores parts in one transaction, and resolves after the commit. A repeated part is stored once. The caller that gets a
 * complete message sends it; if its process ends before, the sweep does.
 */
export async function storeParts(db: Db, parts: readonly SubmittedPart[]): Promise<StoreOutcome[]> {
  return db.transaction(async (tx) => {
    await lockPartGroups(tx, parts);
    const groups = new Map<string, Map<number, StoredPart>>();
    for (const part of await findSubmittedParts(tx, parts)) partsOf(groups, part).set(part.part, part);
    const counts = await countParts(tx, [...new Set(parts.map(({ credentialId }) => credentialId))]);
    const added: StoredPart[] = [];
    const kinds = parts.map((part) => store(groups, counts, part, added));
    if (added.length > 0) await insertParts(tx, added);
    // Of several parts in one batch only the last gets the message, so that it is sent once.
    const lasts = new Map(parts.map((part, index) => [partGroupKey(part), index]));
    return parts.map((part, index) =>
      outcomeOf(kinds[index]!, partsOf(groups, part), lasts.get(partGroupKey(part)) === index ? part.total : undefined),
    );
  });
}

type Groups = Map<string, Map<number, StoredPart>>;

function partsOf(groups: Groups, part: PartGroup): Map<number, StoredPart> {
  const key = partGroupKey(part);
  const parts = groups.get(key) ?? new Map<number, StoredPart>();
  groups.set(key, parts);
  return parts;
}

function store(
  groups: Groups,
  counts: Map<string, number>,
  part: SubmittedPart,
  added: StoredPart[],
): StoreOutcome['kind'] {
  const parts = partsOf(groups, part);
  const known = parts.get(part.part);
  if (known !== undefined) return isSame(known, part) ? 'stored' : 'taken';
  const count = counts.get(part.credentialId) ?? 0;
  if (parts.size === 0 && count >= limits.storedParts.most) return 'full';
  counts.set(part.credentialId, count + 1);
  const [first] = parts.values();
  const stored = { ...part, messageId: first?.messageId ?? newId() };
  parts.set(part.part, stored);
  added.push(stored);
  return 'stored';
}

const isSame = (one: SubmittedPart, other: SubmittedPart): boolean =>
  one.alphabet === other.alphabet && one.octets.equals(other.octets);

function outcomeOf(
  kind: StoreOutcome['kind'],
  parts: ReadonlyMap<number, StoredPart>,
  total: number | undefined,
): StoreOutcome {
  if (kind !== 'stored') return { kind };
  const all = [...parts.values()].sort((a, b) => a.part - b.part);
  return { kind, messageId: all[0]!.messageId, complete: all.length === total ? all : undefined };
}

/** Removes the parts of a message that is sent or permanently refused. */
export function endParts(db: Db, parts: readonly StoredPart[], isSent: boolean): Promise<void> {
  return db.transaction((tx) => (isSent ? finishParts(tx, parts) : removeParts(tx, parts)));
}

/** The receipt of a message that was never stored. */
export type RefusedMessage = {
  readonly destination: string;
  readonly sender: string;
  readonly text: string;
  readonly registeredDelivery: number;
  readonly reason: string;
};

/** Refuses an incomplete message whose parts were accepted: removes its parts and stores a requested receipt, in one transaction. */
export function refuseParts(db: Db, parts: readonly StoredPart[], refused: RefusedMessage): Promise<void> {
  const { accountId, credentialId, messageId } = parts[0]!;
  const { registeredDelivery, ...rest } = refused;
  const facts = { ...rest, text: rest.text.slice(0, quotedCharacters) };
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
 * The received parts of messages that got their last part more than `seconds` ago. Parts of a message that was already sent,
 * repeated by the customer after a lost response, are removed.
 */
export async function lateMessages(db: Db, seconds: number, limit: number): Promise<(readonly StoredPart[])[]> {
  const groups = await latePartGroups(db, seconds, limit);
  if (groups.length === 0) return [];
  const parts = await findSubmittedParts(db, groups);
  const messages = [...Map.groupBy(parts, partGroupKey).values()];
  const open: StoredPart[][] = [];
  for (const message of messages) {
    if (message.length < message[0]!.total && (await areRepeated(db, message))) await removeParts(db, message);
    else open.push(message);
  }
  return open;
}
