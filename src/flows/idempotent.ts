import type { Db, Queryable } from '../db.ts';
import type { Candidate } from '../store/accept.ts';
import { type EmailRecord, insertEmails } from '../store/emails.ts';
import {
  findAnswers,
  lockReservations,
  type Reservation,
  type StoredAnswer,
  storeAnswers,
} from '../store/idempotency.ts';
import { decideOneByOne, type Outcome } from './accept.ts';
import { isolating, retrying } from './retrying.ts';

/** A candidate that must happen at most once for its customer's key; `answer` turns the acceptance into what is stored. */
export type GuardedCandidate = {
  readonly candidate: Candidate;
  readonly reservation: Reservation;
  /** The mail that asked for it, stored with it. */
  readonly email?: EmailRecord | undefined;
  answer(now: number): string;
};

export type GuardedOutcome =
  | Outcome
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'other request' } // the same key with another body
  | { readonly kind: 'running' }; // the first one has not finished

/** Like acceptAll, with the answer stored in the same transaction. A repetition after a lost commit finds that answer. */
export async function acceptGuarded(db: Db, items: GuardedCandidate[]): Promise<GuardedOutcome[]> {
  const accepting = (some: GuardedCandidate[]) => retrying(() => db.transaction((tx) => acceptInside(tx, some)));
  return isolating(items, accepting, (error) => ({ kind: 'failed', error }));
}

async function acceptInside(tx: Queryable, items: GuardedCandidate[]): Promise<GuardedOutcome[]> {
  const outcomes = new Map<GuardedCandidate, GuardedOutcome>();
  const held = await hold(tx, items, outcomes);
  // Read only now: a snapshot from before the lock could miss an answer that was committed in between.
  const stored = await findAnswers(
    tx,
    held.map(({ reservation }) => reservation),
  );
  const open: GuardedCandidate[] = [];
  for (const [index, item] of held.entries()) {
    const known = stored[index];
    if (known === undefined) open.push(item);
    else outcomes.set(item, replay(known, item.reservation));
  }
  if (open.length > 0) await decide(tx, open, outcomes);
  return items.map((item) => outcomes.get(item)!);
}

/** The lock belongs to the transaction, so it cannot tell two of its own requests apart: the second one counts as early. */
async function hold(
  tx: Queryable,
  items: GuardedCandidate[],
  outcomes: Map<GuardedCandidate, GuardedOutcome>,
): Promise<GuardedCandidate[]> {
  const free = await lockReservations(
    tx,
    items.map(({ reservation }) => reservation),
  );
  const seen = new Set<string>();
  return items.filter((item, index) => {
    const name = `${item.reservation.keyId} ${item.reservation.key}`;
    const first = free[index]! && !seen.has(name);
    seen.add(name);
    if (!first) outcomes.set(item, { kind: 'running' });
    return first;
  });
}

async function decide(
  tx: Queryable,
  open: GuardedCandidate[],
  outcomes: Map<GuardedCandidate, GuardedOutcome>,
): Promise<void> {
  const decided = new Map(
    await decideOneByOne(
      tx,
      open.map(({ candidate }) => candidate),
    ),
  );
  const accepted: { reservation: Reservation; answer: string; email: EmailRecord | undefined }[] = [];
  for (const item of open) {
    const outcome = decided.get(item.candidate)!;
    outcomes.set(item, outcome);
    if (outcome.kind !== 'accepted') continue;
    accepted.push({ reservation: item.reservation, answer: item.answer(outcome.now), email: item.email });
  }
  if (accepted.length === 0) return;
  await storeAnswers(
    tx,
    accepted.map(({ reservation }) => reservation),
    accepted.map(({ answer }) => answer),
  );
  await insertEmails(
    tx,
    accepted.flatMap(({ email }) => email ?? []),
  );
}

export function replay(stored: StoredAnswer, { requestHash }: Reservation): GuardedOutcome {
  return stored.requestHash.equals(requestHash)
    ? { kind: 'replayed', answer: stored.answer }
    : { kind: 'other request' };
}
