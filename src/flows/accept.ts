import type { Db, Queryable } from '../db.ts';
import { parseMoney } from '../domain/money.ts';
import { accept, type Candidate, existingSubmissions, lockFunds } from '../store/accept.ts';
import { isDataFault, retrying } from './retrying.ts';

/** `now` is the database's time in whole seconds at acceptance. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly now: number }
  | { readonly kind: 'short' } // the balance does not cover it
  | { readonly kind: 'stale' } // what it was checked against has changed: check again
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Commits many requests together. The usual case is one statement. What does not go through there is decided one by one,
 * and a fault of one request never becomes that of its neighbours.
 */
export async function acceptAll(db: Db, candidates: Candidate[]): Promise<Outcome[]> {
  try {
    return await retrying((repeated) => acceptOnce(db, candidates, repeated));
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (candidates.length === 1) return [{ kind: 'failed', error }];
    // One of them holds a value the database cannot store: halves until it is alone.
    const middle = candidates.length >> 1;
    const first = await acceptAll(db, candidates.slice(0, middle));
    return [...first, ...(await acceptAll(db, candidates.slice(middle)))];
  }
}

/** Safe to repeat: what an earlier attempt has committed, although its answer was lost, is found by its ids. */
async function acceptOnce(db: Db, candidates: Candidate[], repeated: boolean): Promise<Outcome[]> {
  const done = repeated ? await existingSubmissions(db, candidates) : new Map<string, number>();
  const open = candidates.filter(({ submissionId }) => !done.has(submissionId));
  const outcomes = new Map(open.length === 0 ? [] : await acceptOpen(db, open));
  return candidates.map((candidate) => {
    const now = done.get(candidate.submissionId);
    return now === undefined ? outcomes.get(candidate)! : { kind: 'accepted', now };
  });
}

async function acceptOpen(db: Db, candidates: Candidate[]): Promise<[Candidate, Outcome][]> {
  const { current, stale } = newestVersions(candidates);
  const { accounts, now } = await accept(db, current);
  const accepted = current.filter(({ accountId }) => accounts.has(accountId));
  const left = current.filter(({ accountId }) => !accounts.has(accountId));
  return [
    ...stale.map((candidate): [Candidate, Outcome] => [candidate, { kind: 'stale' }]),
    ...accepted.map((candidate): [Candidate, Outcome] => [candidate, { kind: 'accepted', now }]),
    ...(left.length === 0 ? [] : await db.transaction((tx) => decideOneByOne(tx, left))),
  ];
}

/** Requests of one account may have been checked against different versions; at most the newest can still hold. */
function newestVersions(candidates: Candidate[]): { current: Candidate[]; stale: Candidate[] } {
  const newest = new Map<string, bigint>();
  for (const { accountId, version } of candidates) {
    const known = newest.get(accountId);
    if (known === undefined || BigInt(version) > known) newest.set(accountId, BigInt(version));
  }
  const isCurrent = ({ accountId, version }: Candidate) => newest.get(accountId) === BigInt(version);
  return { current: candidates.filter(isCurrent), stale: candidates.filter((candidate) => !isCurrent(candidate)) };
}

/**
 * The sum was too much for the account, or its context is old. With the row locked, each request is decided on its own in
 * the order of arrival: one that is too large does not stand in the way of a smaller one behind it.
 */
export async function decideOneByOne(tx: Queryable, candidates: Candidate[]): Promise<[Candidate, Outcome][]> {
  const funds = await lockFunds(tx, [...new Set(candidates.map(({ accountId }) => accountId))]);
  const available = new Map([...funds].map(([id, fund]) => [id, parseMoney(fund.available)]));
  const outcomes = new Map<Candidate, Outcome>();
  const affordable: Candidate[] = [];
  for (const candidate of candidates) {
    const { accountId, version, plan } = candidate;
    const left = available.get(accountId) ?? -1n;
    if (funds.get(accountId)?.version !== version) outcomes.set(candidate, { kind: 'stale' });
    else if (plan.total > left) outcomes.set(candidate, { kind: 'short' });
    else {
      available.set(accountId, left - plan.total);
      affordable.push(candidate);
    }
  }
  if (affordable.length > 0) {
    const { accounts, now } = await accept(tx, affordable);
    // The rows are locked, so only the passing of `validUntil` can still come between.
    for (const candidate of affordable) {
      outcomes.set(candidate, accounts.has(candidate.accountId) ? { kind: 'accepted', now } : { kind: 'stale' });
    }
  }
  return [...outcomes];
}
