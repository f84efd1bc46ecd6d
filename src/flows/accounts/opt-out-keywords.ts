import { newId } from '../../base/ids.ts';
import type { Transaction } from '../../database/db.ts';
import { Refusal } from '../../domain/errors.ts';
import { planSend } from '../../domain/message/send.ts';
import { keywordIn, longestKeyword, vocabulary } from '../../domain/optout/keyword.ts';
import { optOutSubject, takenBackBy } from '../../domain/optout/opt-out.ts';
import type { OptOutSettings } from '../../domain/optout/settings.ts';
import type { Keyword } from '../../domain/optout/words.ts';
import { countryOf } from '../../domain/phone/phone.ts';
import type { NewInbound } from '../../store/inbound/inbound.ts';
import { lockFunds, type PlannedRequest } from '../../store/message/accept.ts';
import { type AccountContext, loadContexts } from '../../store/message/contexts.ts';
import { notifyQueue } from '../../store/message/queue.ts';
import { undecidedQueue } from '../../store/message/queues.ts';
import { addOptOuts, countAnswers, type OptOut, removeOptOuts } from '../../store/optout/opt-outs.ts';
import { loadSettings } from '../../store/optout/settings.ts';
import { decideOneByOne } from '../sending/accept.ts';

/** A keyword received by a sender of an account. */
export type ReceivedKeyword = {
  readonly inboundId: string;
  readonly accountId: string;
  /** The sender's value as registered. */
  readonly sender: string;
  readonly number: string;
  readonly keyword: Keyword;
  readonly settings: OptOutSettings;
};

/** The keywords among these messages. Only phone numbers can opt out: short codes and names cannot be sent to. */
export async function findKeywords(tx: Transaction, inbound: readonly NewInbound[]): Promise<ReceivedKeyword[]> {
  const short = inbound.filter(({ target, text, complete }) => target && complete && text.length <= 4 * longestKeyword);
  if (short.length === 0) return [];
  const accounts = [...new Set(short.map(({ target }) => target!.accountId))];
  const settings = await loadSettings(tx, accounts);
  const words = new Map([...settings].map(([id, chosen]) => [id, vocabulary(chosen)]));
  return short.flatMap(({ id: inboundId, target, sender: number, text }) => {
    const { accountId, value: sender } = target!;
    const own = settings.get(accountId)!;
    const keyword = own.enabled ? keywordIn(text, words.get(accountId)!) : undefined;
    if (keyword === undefined || countryOf(number) === undefined) return [];
    return [{ inboundId, accountId, sender, number, keyword, settings: own }];
  });
}

/**
 * Changes the opt-out list and sends the answers, in the transaction that stores the messages. Called last, since it locks the
 * accounts. It increments their versions, so that a message to one of these numbers is accepted before this commit or checked against
 * the new list.
 */
export async function applyKeywords(tx: Transaction, heard: readonly ReceivedKeyword[]): Promise<void> {
  if (heard.length === 0) return;
  await lockFunds(tx, [...new Set(heard.map(({ accountId }) => accountId))]);
  const changed = await changeList(tx, heard);
  await answer(
    tx,
    heard.filter((each) => each.keyword === 'HELP' || changed.has(each)),
  );
}

const placeOf = ({ accountId, sender, number }: OptOut): string => `${accountId} ${number} ${sender}`;

/** Of several keywords of one number for the same sender, the last one counts. Returns the keywords that changed the list. */
async function changeList(tx: Transaction, heard: readonly ReceivedKeyword[]): Promise<Set<ReceivedKeyword>> {
  const last = new Map<string, ReceivedKeyword>();
  for (const each of heard) {
    const sender = optOutSubject(each.settings.scope, each.sender);
    if (each.keyword !== 'HELP') last.set(placeOf({ ...each, sender }), each);
  }
  const meant = (keyword: Keyword, sendersOf: (keyword: ReceivedKeyword) => string[]) =>
    [...last.values()]
      .filter((each) => each.keyword === keyword)
      .flatMap((each) => sendersOf(each).map((sender) => ({ each, optOut: { ...refOf(each), sender } })));
  const stops = meant('STOP', ({ settings, sender }) => [optOutSubject(settings.scope, sender)]);
  const starts = meant('START', ({ settings, sender }) => takenBackBy(settings.scope, sender));
  const optOutsOf = (list: typeof stops) => list.map(({ optOut }) => optOut);
  const added = stops.length === 0 ? [] : await addOptOuts(tx, optOutsOf(stops), 'keyword');
  const removed = starts.length === 0 ? [] : await removeOptOuts(tx, optOutsOf(starts));
  const changes = new Set([...added, ...removed].map(placeOf));
  return new Set([...stops, ...starts].filter(({ optOut }) => changes.has(placeOf(optOut))).map(({ each }) => each));
}

const refOf = ({ accountId, number }: ReceivedKeyword) => ({ accountId, number });

/** At most one answer per number and call, and a limited number per day; sent from the addressed sender and charged like any message. */
async function answer(tx: Transaction, heard: readonly ReceivedKeyword[]): Promise<void> {
  const texts = heard.filter(({ keyword, settings }) => settings.answers[keyword] !== undefined);
  const wanted = [...new Map(texts.map((each) => [`${each.accountId} ${each.number}`, each])).values()];
  if (wanted.length === 0) return;
  const allowed = await countAnswers(tx, wanted);
  const contexts = await loadContexts(tx, [...new Set(wanted.map(({ accountId }) => accountId))]);
  const candidates = wanted
    .filter((_, place) => allowed.has(place))
    .flatMap((each) => toCandidate(each, contexts.get(each.accountId)));
  if (candidates.length === 0) return;
  // With a low balance no answer is sent; the list is changed anyway.
  await decideOneByOne(tx, candidates);
  // Reaches the dispatchers at the commit.
  await notifyQueue(tx);
}

/** Opt-outs are not checked, since the answer confirms one. Empty if the account cannot send the answer now. */
function toCandidate(
  { sender, number, keyword, settings }: ReceivedKeyword,
  context: AccountContext | undefined,
): PlannedRequest[] {
  if (context === undefined || context.status !== 'active') return [];
  const request = { sender, destinations: [number], message: { content: settings.answers[keyword]! } };
  try {
    // Without reports: the customer did not request this message and could not assign them.
    const plan = { ...planSend(request, context, []), deliveryReportUrl: undefined };
    const { id: accountId, version, validUntil } = context;
    const ids = { submissionId: newId(), messageIds: [newId()] };
    return [{ accountId, version, validUntil, ...ids, plan, queues: [undecidedQueue] }];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
