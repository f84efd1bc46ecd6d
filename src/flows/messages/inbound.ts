import { newId } from '../../base/ids.ts';
import type { Db, Transaction } from '../../database/db.ts';
import {
  type GroupPart,
  type InboundGroup,
  inboundGroupKey,
  joinedText,
  type Piece,
  rounds,
} from '../../domain/inbound/join.ts';
import type { InboundPart } from '../../domain/inbound/parts.ts';
import { inboundPayload } from '../../domain/message/payloads.ts';
import type { Keyword } from '../../domain/optout/words.ts';
import { slovenianNumber } from '../../domain/phone/phone.ts';
import { bindOrigin, bindSubject, inboundWays } from '../../domain/receipt/report-target.ts';
import * as store from '../../store/inbound/inbound.ts';
import { insertEvents, type OutboxEvent } from '../../store/webhook/outbox.ts';
import { applyKeywords, findKeywords } from '../accounts/opt-out-keywords.ts';
import { delivering, type EventConsumer, type EventHandOff } from '../webhooks/event-hand-off.ts';

/** A message as a carrier delivered it. `id` is the carrier's: a message with the same id is a repetition. */
export type CarrierInbound = InboundPart & { readonly carrierId: string; readonly id?: string };

/** Parts missing after this time are considered lost. */
const patienceSeconds = 300;

export type ReceivedInbound = { readonly id: string; readonly accountId: string | undefined };

/** Stores messages and parts; complete messages also go to their accounts. Resolves after the commit. */
export async function receiveInbound(
  db: Db,
  inbound: readonly CarrierInbound[],
  consumer?: EventConsumer,
): Promise<void> {
  await delivering(db, consumer, (tx, handOff) => storeInbound(tx, inbound, handOff));
}

/** Like `receiveInbound`, within the caller's transaction. Returns the messages that are complete now. */
export async function storeInbound(
  tx: Transaction,
  inbound: readonly CarrierInbound[],
  handOff?: EventHandOff,
): Promise<ReceivedInbound[]> {
  const news = await withoutRepeated(tx, inbound);
  const parts = news.flatMap(toPart);
  const whole: Whole[] = news.flatMap((each) => (toPart(each).length === 0 ? [{ ...each, parts: [each] }] : []));
  if (parts.length > 0) await store.lockInboundGroups(tx, parts);
  for (const round of rounds(parts)) {
    await store.insertInboundParts(tx, round);
    whole.push(...joined(await store.takeInboundParts(tx, round, 'complete')));
  }
  return deliver(tx, whole, true, handOff);
}

/** A provider that did not get our response repeats its callback. Checked only for messages with an id. */
async function withoutRepeated(
  tx: Transaction,
  inbound: readonly CarrierInbound[],
): Promise<readonly CarrierInbound[]> {
  const named = inbound.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]));
  if (named.length === 0) return inbound;
  const known = await store.rememberInbound(tx, named);
  const seen = new Set<string>();
  return inbound.filter(({ carrierId, id }) => {
    if (id === undefined) return true;
    const key = `${carrierId} ${id}`;
    const isNew = !seen.has(key) && !known.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Delivers messages whose other parts were lost, with the parts that arrived. Returns their number. */
export async function deliverIncomplete(db: Db, limit: number, seconds = patienceSeconds): Promise<number> {
  return db.transaction(async (tx) => {
    const groups = await store.lateInboundGroups(tx, seconds, limit);
    if (groups.length === 0) return 0;
    // Another process may be storing the last part now, and then delivers the message.
    await store.lockInboundGroups(tx, groups);
    await store.dropRepeatedParts(tx, groups);
    await deliver(tx, joined(await store.takeInboundParts(tx, groups, 'all')), false);
    return groups.length;
  });
}

/** Empty for a message that is not split. */
function toPart({ concatenation, ...rest }: CarrierInbound): GroupPart[] {
  return concatenation === undefined || concatenation.total <= 1 ? [] : [{ ...rest, ...concatenation }];
}

type Whole = Pick<InboundGroup, 'carrierId' | 'sender' | 'recipient'> & { readonly parts: readonly Piece[] };

const joined = (parts: readonly GroupPart[]): Whole[] =>
  [...Map.groupBy(parts, inboundGroupKey).values()].map((group) => ({ ...group[0]!, parts: group }));

async function deliver(
  tx: Transaction,
  messages: readonly Whole[],
  complete: boolean,
  handOff?: EventHandOff,
): Promise<ReceivedInbound[]> {
  if (messages.length === 0) return [];
  const targetOf = await findTargets(tx, messages);
  const rows = messages.map(({ carrierId, sender, recipient: written, parts }) => {
    const target = targetOf(written);
    const recipient = target?.value ?? written;
    return { id: newId(), carrierId, target, sender, recipient, text: joinedText(parts), complete };
  });
  const receivedAt = await store.insertInbound(tx, rows);
  const received = await findKeywords(tx, rows);
  const keywords = new Map(received.map(({ inboundId, keyword }) => [inboundId, keyword]));
  const events = rows.flatMap((row) => eventOf(row, receivedAt, keywords.get(row.id)));
  await (handOff === undefined ? insertEvents(tx, events) : handOff.insert(tx, events));
  await applyKeywords(tx, received);
  return rows.map(({ id, target }) => ({ id, accountId: target?.accountId }));
}

function eventOf(
  { id, target, sender, recipient, text }: store.NewInbound,
  receivedAt: Date,
  keyword: Keyword | undefined,
): OutboxEvent[] {
  if (target === undefined) return [];
  const { accountId, inboundUrl, mayBind, route } = target;
  const { url, binds } = inboundWays({ url: inboundUrl ?? undefined, mayBind, route });
  if (url === undefined && !binds) return [];
  const payload = inboundPayload({ sender, recipient, text, receivedAt, keyword });
  const event = { accountId, kind: 'inbound message', payload } as const;
  return [
    ...(url === undefined ? [] : [{ ...event, id: newId(), subjectId: id, url }]),
    ...(binds ? [{ ...event, id: newId(), subjectId: url === undefined ? id : bindSubject(id), url: bindOrigin }] : []),
  ];
}

async function findTargets(tx: Transaction, messages: readonly Whole[]) {
  const recipients = [...new Set(messages.map(({ recipient }) => recipient))];
  const targets = await store.findInboundTargets(tx, recipients.map(valuesMeant));
  const byRecipient = new Map(recipients.map((recipient, place) => [recipient, targets.get(place)]));
  return (recipient: string): store.InboundTarget | undefined => byRecipient.get(recipient);
}

/** Carriers write numbers with or without plus and country code. Only Slovenian numbers can be senders, so none is ambiguous. */
function valuesMeant(written: string): string[] {
  const number = slovenianNumber(written) ?? slovenianNumber(`0${written}`);
  return number === undefined ? [written, `+${written}`] : [written, `+${written}`, number];
}
