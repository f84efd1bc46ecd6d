import type { Db, Queryable, Transaction } from '../database/db.ts';
import { parseMoney } from '../domain/money/money.ts';
import { refusesSome, withOptOuts } from '../domain/optout/opt-out.ts';
import { accept, type Busy, type Candidate, existingSubmissions, lockFunds } from '../store/message/accept.ts';
import { type AccountContext, loadContexts } from '../store/message/contexts.ts';
import { insertFallbacks } from '../store/message/fallbacks.ts';
import { findOptedOut } from '../store/optout/opt-outs.ts';
import { isolating, retrying } from '../work/retrying.ts';
import { advance } from './advance.ts';

/** `now` is the database's time in whole seconds at acceptance. `held`: the messages are in the hands of this process, if it wanted them. */
export type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly now: number; readonly held: boolean }
  | { readonly kind: 'short' } // the balance does not cover it
  | { readonly kind: 'stale' } // what it was checked against has changed: check again
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Commits many requests together. The usual case is one statement. What does not go through there is decided one by one,
 * and a fault of one request never becomes that of its neighbours.
 */
export function acceptAll(db: Db, candidates: Candidate[]): Promise<AcceptOutcome[]> {
  const attempt = async (some: Candidate[]) => {
    const { accepted, left } = await acceptUsual(db, some, 'wait');
    const decided = left.length === 0 ? [] : await db.transaction((tx) => decideOneByOne(tx, left));
    const outcomes = new Map([...accepted, ...decided]);
    return some.map((candidate) => outcomes.get(candidate)!);
  };
  return accepting(candidates, attempt, acceptAgain(db));
}

/** Only that one statement, which waits for no account that is locked: undefined for all that does not go through there. */
export function attemptAll(db: Db, candidates: Candidate[]): Promise<(AcceptOutcome | undefined)[]> {
  const attempt = async (some: Candidate[]) => {
    const { accepted } = await acceptUsual(db, some, 'skip');
    return some.map((candidate) => accepted.get(candidate));
  };
  return accepting(candidates, attempt, acceptAgain(db));
}

/** Attempts many as a whole. Where the answer was lost, they are tried `again` by what looks first whether they have gone through. */
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
  candidates: Candidate[],
  busy: Busy,
): Promise<{ accepted: Map<Candidate, AcceptOutcome>; left: Candidate[] }> {
  const { current, stale } = newestVersions(candidates);
  const usual = current.filter(isUsual);
  const { accounts, now, held } = usual.length === 0 ? nothing : await accept(db, usual, busy);
  const taken = usual.filter(({ accountId }) => accounts.has(accountId));
  const accepted = new Map<Candidate, AcceptOutcome>(
    taken.map((candidate) => [candidate, { kind: 'accepted', now, held }]),
  );
  return { accepted, left: [...current.filter((candidate) => !accepted.has(candidate)), ...stale] };
}

/** What rejects some of its messages, or asks for second tries, has more to write, and so a transaction to write it in. */
export const isUsual = ({ plan }: Candidate): boolean => !refusesSome(plan) && plan.fallbackSeconds === undefined;
const nothing = { accounts: new Set<string>(), now: 0, held: false };

/**
 * After an attempt whose answer was lost: what it has committed is found by its ids. It may still run, but then it holds
 * these rows or waits behind us for them, and so is over, or comes too late and breaks on the same ids.
 */
const acceptAgain = (db: Db) => (candidates: Candidate[]) => db.transaction((tx) => acceptMissing(tx, candidates));

async function acceptMissing(tx: Transaction, candidates: Candidate[]): Promise<AcceptOutcome[]> {
  await lockFunds(tx, accountsOf(candidates));
  const done = await existingSubmissions(tx, candidates);
  const open = candidates.filter(({ submissionId }) => !done.has(submissionId));
  const outcomes = new Map(open.length === 0 ? [] : await decideOneByOne(tx, open));
  return candidates.map(
    (candidate) => outcomes.get(candidate) ?? { kind: 'accepted', ...done.get(candidate.submissionId)! },
  );
}

/** Requests of one account may have been checked against different versions; at most the newest can still hold. */
export function newestVersions(candidates: Candidate[]): { current: Candidate[]; stale: Candidate[] } {
  const newest = new Map<string, string>();
  for (const { accountId, version } of candidates) {
    const known = newest.get(accountId);
    if (known !== version && (known === undefined || BigInt(version) > BigInt(known))) newest.set(accountId, version);
  }
  const isCurrent = ({ accountId, version }: Candidate) => newest.get(accountId) === version;
  return { current: candidates.filter(isCurrent), stale: candidates.filter((candidate) => !isCurrent(candidate)) };
}

/**
 * The sum was too much for the account, or its context is old. With the row locked, each request is decided on its own in
 * the order of arrival: one that is too large does not stand in the way of a smaller one behind it. What was checked against
 * an old context is checked again here, where the account cannot change: otherwise one that keeps changing, as while
 * its senders are registered one after the other, would never get a message through.
 */
export async function decideOneByOne(tx: Transaction, candidates: Candidate[]): Promise<[Candidate, AcceptOutcome][]> {
  const funds = await lockFunds(tx, accountsOf(candidates));
  const available = new Map([...funds].map(([id, fund]) => [id, parseMoney(fund.available)]));
  const outcomes = new Map<Candidate, AcceptOutcome>();
  const affordable: { asked: Candidate; checked: Candidate }[] = [];
  const isOld = ({ accountId, version }: Candidate) => funds.get(accountId)?.version !== version;
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
    // The rows are locked, so only the passing of `validUntil` can still come between.
    for (const { asked, checked } of affordable) {
      const isAccepted = accounts.has(asked.accountId);
      const isHeld = held && checked.lease !== undefined;
      outcomes.set(asked, isAccepted ? { kind: 'accepted', now, held: isHeld } : { kind: 'stale' });
    }
    const accepted = affordable.map(({ checked }) => checked).filter(({ accountId }) => accounts.has(accountId));
    await askForSecondTries(tx, accepted);
    await reject(tx, accepted);
  }
  return [...outcomes];
}

async function askForSecondTries(tx: Transaction, accepted: readonly Candidate[]): Promise<void> {
  const asked = accepted.flatMap(({ accountId, messageIds, plan }) => {
    const { fallbackSeconds: seconds, scheduledTime, recipients } = plan;
    if (seconds === undefined) return [];
    // One that waits for its time may be to somebody who has opted out, and is looked at then.
    const ids = messageIds.filter(
      (_, place) => recipients[place]!.refused === undefined || scheduledTime !== undefined,
    );
    return ids.map((id) => ({ accountId, id, seconds, scheduledTime }));
  });
  if (asked.length > 0) await insertFallbacks(tx, asked);
}

/** Messages to those who opted out, in the transaction that accepts them. Those that wait for their time are in no state to be refused. */
async function reject(tx: Transaction, accepted: readonly Candidate[]): Promise<void> {
  const refused = accepted.flatMap(({ accountId, messageIds, plan }) =>
    plan.recipients.flatMap(({ refused: reason }, place) =>
      reason === undefined ? [] : [{ accountId, id: messageIds[place]!, reason }],
    ),
  );
  if (refused.length > 0) await advance(tx, refused, 'refused');
}

/** What was checked against an old context, checked against what the account is now. Its row is locked: nobody opts out meanwhile. */
async function checkAllAgain(tx: Queryable, old: Candidate[]): Promise<Map<Candidate, Candidate | AcceptOutcome>> {
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

async function contextsFor(tx: Queryable, old: Candidate[]): Promise<Map<string, AccountContext>> {
  return old.length === 0 ? new Map() : loadContexts(tx, accountsOf(old));
}

/** Prices and the sender may be others; the text and who gets it stay as they were. What we would have taken as it was waits in the queue. */
function checkAgain(candidate: Candidate, contexts: Map<string, AccountContext>): Candidate | AcceptOutcome {
  const context = contexts.get(candidate.accountId);
  try {
    const plan = candidate.replan?.(context);
    if (context === undefined || plan === undefined) return { kind: 'stale' };
    return { ...candidate, plan, version: context.version, validUntil: context.validUntil, lease: undefined };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

export function accountsOf(candidates: Candidate[]): string[] {
  return [...new Set(candidates.map(({ accountId }) => accountId))];
}
