import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { refusesSome, withOptOuts } from '../../domain/optout/opt-out.ts';
import { accept, type Busy, existingSubmissions, lockFunds, type PlannedRequest } from '../../store/message/accept.ts';
import { type AccountContext, loadContexts } from '../../store/message/contexts.ts';
import { insertFallbacks } from '../../store/message/fallbacks.ts';
import { findOptedOut } from '../../store/optout/opt-outs.ts';
import { isolating, retrying } from '../../work/retrying.ts';
import { advance } from '../messages/advance.ts';

/** `now`: the database's time at acceptance, in whole seconds. `held`: this process holds the messages, if it wanted them. */
export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly now: number; readonly held: boolean }
  | { readonly kind: 'short' } // the balance does not cover it
  | { readonly kind: 'stale' } // the account has changed since the check: check again
  | { readonly kind: 'failed'; readonly error: unknown };

/** Commits requests together, usually in one statement. Requests it does not accept are decided one by one, so none fails another. */
export function acceptAll(db: Db, candidates: PlannedRequest[]): Promise<AcceptOutcome[]> {
  const attempt = async (some: PlannedRequest[]) => {
    const { accepted, left } = await acceptUsual(db, some, 'wait');
    const decided = left.length === 0 ? [] : await db.transaction((tx) => decideOneByOne(tx, left));
    const outcomes = new Map([...accepted, ...decided]);
    return some.map((candidate) => outcomes.get(candidate)!);
  };
  return accepting(candidates, attempt, acceptAgain(db));
}

/** Only that one statement, without waiting for locked accounts: undefined for requests that it does not accept. */
export function attemptAll(db: Db, candidates: PlannedRequest[]): Promise<(AcceptOutcome | undefined)[]> {
  const attempt = async (some: PlannedRequest[]) => {
    const { accepted } = await acceptUsual(db, some, 'skip');
    return some.map((candidate) => accepted.get(candidate));
  };
  return accepting(candidates, attempt, acceptAgain(db));
}

/** Attempts all items together. After a lost response, `again` first looks up which of them were committed. */
export function accepting<T, Each>(
  items: T[],
  attempt: (some: T[]) => Promise<Each[]>,
  again: (some: T[]) => Promise<Each[]>,
): Promise<(Each | AcceptOutcome)[]> {
  const work = (some: T[]) =>
    retrying<(Each | AcceptOutcome)[]>((repeated) => (repeated ? again(some) : attempt(some)));
  return isolating(items, work, (error) => ({ kind: 'failed', error }));
}

async function acceptUsual(
  db: Db,
  candidates: PlannedRequest[],
  busy: Busy,
): Promise<{ accepted: Map<PlannedRequest, AcceptOutcome>; left: PlannedRequest[] }> {
  const { current, stale } = newestVersions(candidates);
  const usual = current.filter(isUsual);
  const { accounts, now, held } = usual.length === 0 ? nothing : await accept(db, usual, busy);
  const taken = usual.filter(({ accountId }) => accounts.has(accountId));
  const accepted = new Map<PlannedRequest, AcceptOutcome>(
    taken.map((candidate) => [candidate, { kind: 'accepted', now, held }]),
  );
  return { accepted, left: [...current.filter((candidate) => !accepted.has(candidate)), ...stale] };
}

/** A request that rejects some of its messages, or asks for a fallback, writes more rows and needs a transaction. */
export const isUsual = ({ plan }: PlannedRequest): boolean => !refusesSome(plan) && plan.fallbackSeconds === undefined;
const nothing = { accounts: new Set<string>(), now: 0, held: false };

/**
 * After an attempt whose response was lost: what it committed is found by its ids. If it still runs, it either holds these rows,
 * and has ended once we get them, or waits for them behind us, and fails on the same ids.
 */
const acceptAgain = (db: Db) => (candidates: PlannedRequest[]) => db.transaction((tx) => acceptMissing(tx, candidates));

async function acceptMissing(tx: Transaction, candidates: PlannedRequest[]): Promise<AcceptOutcome[]> {
  await lockFunds(tx, accountsOf(candidates));
  const done = await existingSubmissions(tx, candidates);
  const open = candidates.filter(({ submissionId }) => !done.has(submissionId));
  const outcomes = new Map(open.length === 0 ? [] : await decideOneByOne(tx, open));
  return candidates.map(
    (candidate) => outcomes.get(candidate) ?? { kind: 'accepted', ...done.get(candidate.submissionId)! },
  );
}

/** Requests of one account may have been checked against different versions; at most the newest can be current. */
export function newestVersions(candidates: PlannedRequest[]): { current: PlannedRequest[]; stale: PlannedRequest[] } {
  const newest = new Map<string, string>();
  for (const { accountId, version } of candidates) {
    const known = newest.get(accountId);
    if (known !== version && (known === undefined || BigInt(version) > BigInt(known))) newest.set(accountId, version);
  }
  const isCurrent = ({ accountId, version }: PlannedRequest) => newest.get(accountId) === version;
  return { current: candidates.filter(isCurrent), stale: candidates.filter((candidate) => !isCurrent(candidate)) };
}

/**
 * For requests whose sum exceeds the balance, or whose context is outdated. With the row locked, each request is decided alone, in
 * the order of arrival: one that is too large does not hold up a smaller one behind it. Requests checked against an outdated context
 * are checked again here, where the account cannot change: an account that changes continuously, for example while many senders are
 * registered, could otherwise never send.
 */
export async function decideOneByOne(
  tx: Transaction,
  candidates: PlannedRequest[],
): Promise<[PlannedRequest, AcceptOutcome][]> {
  const funds = await lockFunds(tx, accountsOf(candidates));
  const available = new Map([...funds].map(([id, fund]) => [id, parseMoney(fund.available)]));
  const outcomes = new Map<PlannedRequest, AcceptOutcome>();
  const affordable: { asked: PlannedRequest; checked: PlannedRequest }[] = [];
  const isOld = ({ accountId, version }: PlannedRequest) => funds.get(accountId)?.version !== version;
  const rechecked = await checkAllAgain(tx, candidates.filter(isOld));
  for (const asked of candidates) {
    const checked = rechecked.get(asked) ?? asked;
    if ('kind' in checked) {
      outcomes.set(asked, checked);
      continue;
    }
    const { accountId, plan } = checked;
    const left = available.get(accountId) ?? -1n;
    if (plan.total > left) outcomes.set(asked, { kind: 'short' });
    else {
      available.set(accountId, left - plan.total);
      affordable.push({ asked, checked });
    }
  }
  if (affordable.length > 0) {
    const { accounts, now, held } = await accept(
      tx,
      affordable.map(({ checked }) => checked),
    );
    // The rows are locked, so only `validUntil` can have passed meanwhile.
    for (const { asked, checked } of affordable) {
      const isAccepted = accounts.has(asked.accountId);
      const isHeld = held && checked.lease !== undefined;
      outcomes.set(asked, isAccepted ? { kind: 'accepted', now, held: isHeld } : { kind: 'stale' });
    }
    const accepted = affordable.map(({ checked }) => checked).filter(({ accountId }) => accounts.has(accountId));
    await requestFallbacks(tx, accepted);
    await reject(tx, accepted);
  }
  return [...outcomes];
}

async function requestFallbacks(tx: Transaction, accepted: readonly PlannedRequest[]): Promise<void> {
  const asked = accepted.flatMap(({ accountId, messageIds, plan }) => {
    const { fallbackSeconds: seconds, scheduledTime, recipients } = plan;
    if (seconds === undefined) return [];
    // The opt-out of a scheduled recipient is checked when the message is due.
    const ids = messageIds.filter(
      (_, place) => recipients[place]!.refused === undefined || scheduledTime !== undefined,
    );
    return ids.map((id) => ({ accountId, id, seconds, scheduledTime }));
  });
  if (asked.length > 0) await insertFallbacks(tx, asked);
}

/** Rejects messages to recipients who opted out, in the accepting transaction. Scheduled messages are checked when they are due. */
async function reject(tx: Transaction, accepted: readonly PlannedRequest[]): Promise<void> {
  const refused = accepted.flatMap(({ accountId, messageIds, plan }) =>
    plan.recipients.flatMap(({ refused: reason }, place) =>
      reason === undefined ? [] : [{ accountId, id: messageIds[place]!, reason }],
    ),
  );
  if (refused.length > 0) await advance(tx, refused, 'refused');
}

/** Checks requests with an outdated context against the current account. Its row is locked, so the opt-outs cannot change meanwhile. */
async function checkAllAgain(
  tx: Queryable,
  old: PlannedRequest[],
): Promise<Map<PlannedRequest, PlannedRequest | AcceptOutcome>> {
  const contexts = await contextsFor(tx, old);
  const rechecked = new Map(old.map((candidate) => [candidate, checkAgain(candidate, contexts)]));
  const open = [...rechecked].flatMap(([asked, checked]) => {
    const isOpen = !('kind' in checked) && contexts.get(asked.accountId)!.hasOptOuts;
    return isOpen ? [{ asked, checked }] : [];
  });
  if (open.length === 0) return rechecked;
  const optedOut = await findOptedOut(
    tx,
    open.map(({ checked: { accountId, plan } }) => ({
      accountId,
      sender: plan.sender,
      destinations: plan.recipients.map(({ destination }) => destination),
    })),
  );
  for (const [index, { asked, checked }] of open.entries()) {
    const plan = withOptOuts(checked.plan, (destination) => optedOut[index]!.has(destination));
    rechecked.set(asked, { ...checked, plan });
  }
  return rechecked;
}

async function contextsFor(tx: Queryable, old: PlannedRequest[]): Promise<Map<string, AccountContext>> {
  return old.length === 0 ? new Map() : loadContexts(tx, accountsOf(old));
}

/** Prices and the sender may have changed; text and recipients have not. The messages are queued, since those reserved here hold the old plan. */
function checkAgain(candidate: PlannedRequest, contexts: Map<string, AccountContext>): PlannedRequest | AcceptOutcome {
  const context = contexts.get(candidate.accountId);
  try {
    const plan = candidate.replan?.(context);
    if (context === undefined || plan === undefined) return { kind: 'stale' };
    return { ...candidate, plan, version: context.version, validUntil: context.validUntil, lease: undefined };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

export function accountsOf(candidates: PlannedRequest[]): string[] {
  return [...new Set(candidates.map(({ accountId }) => accountId))];
}
