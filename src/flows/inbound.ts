import type { Db, Transaction } from '../db.ts';
import { type Alphabet, readText } from '../domain/alphabet.ts';
import { inboundPayload } from '../domain/payloads.ts';
import { slovenianNumber } from '../domain/phone.ts';
import { newId } from '../ids.ts';
import * as store from '../store/inbound.ts';
import { insertEvents } from '../store/outbox.ts';

/** A message, or one part of it, as a carrier delivered it. */
export type Inbound = {
  readonly carrierId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly octets: Buffer;
  readonly alphabet: Alphabet;
  readonly concatenation: { readonly reference: number; readonly total: number; readonly part: number } | undefined;
};

/** Parts that are still missing after this time will not come. */
const patienceSeconds = 300;

/** A message that is there as a whole, and whose it is. */
export type Received = { readonly id: string; readonly accountId: string | undefined };

/** Stores what came in; a whole message also goes to its account. Resolves after the commit. */
export async function receiveInbound(db: Db, inbound: Inbound): Promise<void> {
  await db.transaction((tx) => storeInbound(tx, inbound));
}

/** The same within a transaction. Undefined while parts are missing. */
export async function storeInbound(tx: Transaction, inbound: Inbound): Promise<Received | undefined> {
  const { concatenation, ...rest } = inbound;
  if (concatenation === undefined || concatenation.total <= 1) return deliver(tx, rest, [rest], true);
  const part = { ...rest, ...concatenation };
  await store.insertInboundPart(tx, part);
  if ((await store.countInboundParts(tx, part)) < part.total) return undefined;
  return deliver(tx, rest, await store.takeInboundParts(tx, part), true);
}

/** What is there of messages whose other parts never came is delivered as it is. Returns how many. */
export async function deliverIncomplete(db: Db, limit: number, seconds = patienceSeconds): Promise<number> {
  return db.transaction(async (tx) => {
    const groups = await store.lateInboundGroups(tx, seconds, limit);
    for (const group of groups) {
      // The last part may be coming in at this moment.
      await store.lockInboundGroup(tx, group);
      if (await store.dropRepeatedParts(tx, group)) continue;
      const parts = await store.takeInboundParts(tx, group);
      // Another process was faster, or the message is complete by now.
      if (parts.length > 0) await deliver(tx, group, parts, false);
    }
    return groups.length;
  });
}

type Envelope = Pick<Inbound, 'carrierId' | 'sender' | 'recipient'>;

async function deliver(
  tx: Transaction,
  { carrierId, sender, recipient: written }: Envelope,
  parts: Piece[],
  complete: boolean,
): Promise<Received> {
  const text = textOf(parts);
  const target = await store.findInboundTarget(tx, valuesMeant(written));
  const recipient = target?.value ?? written;
  const id = newId();
  const receivedAt = await store.insertInbound(tx, { id, carrierId, target, sender, recipient, text, complete });
  if (target?.inboundUrl !== undefined) {
    const payload = inboundPayload({ sender, recipient, text, receivedAt });
    const { accountId, inboundUrl: url } = target;
    await insertEvents(tx, [{ id: newId(), accountId, kind: 'inbound message', subjectId: id, url, payload }]);
  }
  return { id, accountId: target?.accountId };
}

/** Carriers write numbers with or without plus and country code. Only Slovenian ones can be senders, so none is ambiguous. */
function valuesMeant(written: string): string[] {
  const number = slovenianNumber(written) ?? slovenianNumber(`0${written}`);
  return number === undefined ? [written, `+${written}`] : [written, `+${written}`, number];
}

type Piece = { readonly alphabet: string; readonly octets: Buffer };

/** The octets of one alphabet are joined before they are read: phones cut through the middle of characters. */
function textOf([first, ...rest]: readonly Piece[]): string {
  let { alphabet, octets } = first!;
  let text = '';
  for (const part of rest) {
    if (part.alphabet === alphabet) octets = Buffer.concat([octets, part.octets]);
    else {
      text += read(alphabet, octets);
      ({ alphabet, octets } = part);
    }
  }
  return text + read(alphabet, octets);
}

const read = (alphabet: string, octets: Buffer): string =>
  readText(octets, alphabet as Alphabet) ?? octets.toString('hex');
