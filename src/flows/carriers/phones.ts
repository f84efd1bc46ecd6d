import type { Db } from '../../database/db.ts';
import { lastUuid, uuidAt } from '../../domain/uuid.ts';
import { findSimulator } from '../../store/carrier/carriers.ts';
import { type InboundRow, writtenByPhones } from '../../store/inbound/inbound.ts';
import { type AnyMessageRow, listMessages } from '../../store/message/all-messages.ts';

/** A text received or sent by a simulated phone. */
export type PhoneText = {
  readonly at: Date;
  readonly number: string;
  readonly direction: 'in' | 'out';
  /** The other party. */
  readonly sender: string;
  readonly text: string;
  readonly id: string;
};

export type Phone = { readonly number: string; readonly lastAt: Date; readonly lastText: string };

const mostPhones = 50;
const mostTexts = 100;
/** Newest messages searched for phone numbers. */
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

/** Newest first. */
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
