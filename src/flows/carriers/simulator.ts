import type { Db, Transaction } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type InboundText, inboundParts } from '../../domain/inbound/parts.ts';
import { lastUuid, uuidAt } from '../../domain/uuid.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { findSimulator } from '../../store/carrier/carriers.ts';
import { type InboundRow, writtenByPhones } from '../../store/inbound/inbound.ts';
import { type AnyMessageRow, listMessages } from '../../store/message/all-messages.ts';
import { type ReceivedInbound, storeInbound } from '../messages/inbound.ts';

/** Simulates an SMS to one of our numbers. Its parts are stored like those of a carrier. Undefined without a simulator. */
export function simulateInbound(db: Db, actor: Actor, inbound: InboundText): Promise<ReceivedInbound | undefined> {
  return db.transaction(async (tx) => {
    const carrierId = await findSimulator(tx);
    if (carrierId === undefined) return undefined;
    const { received, parts } = await deliver(tx, carrierId, inbound);
    const { id: subjectId, accountId } = received;
    await insertAudit(tx, actor, { action: 'simulator inbound', subjectId, accountId, details: { parts } });
    return received;
  });
}

/** Retries with another reference if recent parts between these numbers had the same one, and so count as a repetition. */
async function deliver(tx: Transaction, carrierId: string, inbound: InboundText) {
  for (;;) {
    const parts = inboundParts(inbound, Math.floor(Math.random() * 65_536));
    const [received] = await storeInbound(
      tx,
      parts.map((part) => ({ ...part, carrierId })),
    );
    if (received !== undefined) return { received, parts: parts.length };
  }
}

export type PhoneText = {
  readonly at: Date;
  readonly number: string;
  readonly direction: 'in' | 'out';
  readonly sender: string;
  readonly text: string;
  readonly id: string;
};

export type Phone = { readonly number: string; readonly lastAt: Date; readonly lastText: string };

const mostPhones = 50;
const mostTexts = 100;
const mostLookedAt = 500;

/** The numbers that the simulator exchanged messages with, latest first; undefined without a simulator. */
export async function listPhones(db: Db): Promise<Phone[] | undefined> {
  const texts = await latestTexts(db, mostLookedAt);
  const byNumber = Map.groupBy(texts ?? [], ({ number }) => number);
  const phones = [...byNumber].map(([number, [last]]) => ({ number, lastAt: last!.at, lastText: last!.text }));
  return texts && phones.slice(0, mostPhones);
}

/** The texts of one phone, oldest first; undefined without a simulator. */
export async function readPhone(db: Db, number: string): Promise<PhoneText[] | undefined> {
  return (await latestTexts(db, mostTexts, number))?.slice(0, mostTexts).reverse();
}

async function latestTexts(db: Db, limit: number, number?: string): Promise<PhoneText[] | undefined> {
  const carrierId = await findSimulator(db);
  if (carrierId === undefined) return undefined;
  const page = { before: lastUuid, from: uuidAt(0), limit, content: true, asSent: true };
  const arrived = await listMessages(db, { ...page, destination: number, carrierId, states: ['DELIVERED'] });
  const written = await writtenByPhones(db, carrierId, number);
  return [...arrived.rows.map(toArrived), ...written.map(toWritten)]
    .filter((text) => isNumber.test(text.number))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Other values are erased numbers. */
const isNumber = /^\+\d/;

function toArrived({ id, destination, sender, content, state_at: at }: AnyMessageRow): PhoneText {
  return { at, number: destination, direction: 'in', sender, text: content ?? '', id };
}

function toWritten({ id, sender, recipient, text, received_at: at }: InboundRow): PhoneText {
  const number = sender.startsWith('+') ? sender : `+${sender}`;
  return { at, number, direction: 'out', sender: recipient, text, id };
}
