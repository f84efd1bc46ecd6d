import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { type EmailRecord, insertEmails } from '../../store/email/emails.ts';
import {
  type Acceptance,
  type AcceptedKeyed,
  acceptKeyed,
  type Busy,
  existingSubmissions,
  lockFunds,
  type PlannedRequest,
} from '../../store/message/accept.ts';
import {
  findAnswers,
  lockReservations,
  type Reservation,
  type StoredAnswer,
  storeAnswers,
} from '../../store/message/idempotency.ts';
import { isDataFault } from '../../work/retrying.ts';
import { type AcceptOutcome, accepting, accountsOf, decideOneByOne, isUsual, newestVersions } from './accept.ts';

/** A candidate accepted at most once per key; `answer` builds the stored answer from the time of acceptance. */
export type IdempotentCandidate = {
  readonly candidate: PlannedRequest;
  readonly reservation: Reservation;
  /** The e-mail that holds the request, stored with it. */
  readonly email?: EmailRecord | undefined;
  answer(now: number): string;
  /** The answer, if it does not depend on the time and no e-mail has to be stored. */
  readonly fixedAnswer: string | undefined;
};

export type IdempotentOutcome =
  | AcceptOutcome
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'other request' } // the same key with another body
  /** The first request has not finished. `mayBeOurs`: it may be our own attempt, whose response was lost and which may have been accepted. */
  | { readonly kind: 'running'; readonly mayBeOurs: boolean };

/**
 * Like acceptAll, with the answer stored in the same transaction. The usual case is one statement. Requests that it does not accept,
 * because of a used key or a low balance, are decided with the keys locked.
 */
export function acceptIdempotent(db: Db, items: IdempotentCandidate[]): Promise<IdempotentOutcome[]> {
  const attempt = async (some: IdempotentCandidate[]) => {
    const accepted = await acceptUsual(db, some, 'wait');
    const left = some.filter((item) => !accepted.has(item));
    const decided = left.length === 0 ? [] : await decideAll(db, left, false);
    const outcomes = new Map([...accepted, ...left.map((item, index) => [item, decided[index]!] as const)]);
    return some.map((item) => outcomes.get(item)!);
  };
  return accepting(items, attempt, decideAgain(db));
}

/** Like attemptAll. */
export function attemptIdempotent(db: Db, items: IdempotentCandidate[]): Promise<(IdempotentOutcome | undefined)[]> {
  const attempt = async (some: IdempotentCandidate[]) => {
    const accepted = await acceptUsual(db, some, 'skip');
    return some.map((item) => accepted.get(item));
  };
  return accepting(items, attempt, decideAgain(db));
}

const decideAgain = (db: Db) => (items: IdempotentCandidate[]) => decideAll(db, items, true);

async function acceptUsual(
  db: Db,
  items: IdempotentCandidate[],
  busy: Busy,
): Promise<Map<IdempotentCandidate, IdempotentOutcome>> {
  const current = new Set(newestVersions(items.map(({ candidate }) => candidate)).current);
  const isKnown = ({ candidate, fixedAnswer }: IdempotentCandidate) =>
    fixedAnswer !== undefined && current.has(candidate);
  const usual = items.filter((item) => isKnown(item) && isUsual(item.candidate));
  if (usual.length === 0) return new Map();
  const { submissions, now, held } = await acceptUntaken(db, usual, busy);
  const accepted = usual.filter(({ candidate }) => submissions.has(candidate.submissionId));
  return new Map(accepted.map((item) => [item, { kind: 'accepted', now, held }]));
}

/** Accepts the requests whose keys are not taken. */
async function acceptUntaken(db: Db, items: readonly IdempotentCandidate[], busy: Busy): Promise<AcceptedKeyed> {
  const connection = await db.pool.connect();
  let broken: Error | undefined;
  try {
    return await acceptKeyed(
      connection,
      items.map(({ candidate, reservation, fixedAnswer }) => ({
        candidate,
        answer: { ...reservation, answer: fixedAnswer! },
      })),
      busy,
    );
  } catch (error) {
    if (isDataFault(error)) {
      // The error arrives before the locks on the keys are released; the next statement runs after that.
      await connection.query('SELECT 1');
    } else broken = error as Error;
    throw error;
  } finally {
    connection.release(broken);
  }
}

function decideAll(db: Db, items: IdempotentCandidate[], repeated: boolean): Promise<IdempotentOutcome[]> {
  return db.transaction((tx) => acceptInside(tx, items, repeated));
}

/** `repeated`: after an attempt whose response was lost. What it committed is found by its ids. */
async function acceptInside(
  tx: Transaction,
  items: IdempotentCandidate[],
  repeated: boolean,
): Promise<IdempotentOutcome[]> {
  const outcomes = new Map<IdempotentCandidate, IdempotentOutcome>();
  const held = await hold(tx, items, outcomes, repeated);
  // Read after locking: an earlier snapshot could miss an answer committed meanwhile.
  const stored = await findAnswers(
    tx,
    held.map(({ reservation }) => reservation),
  );
  const own = repeated ? await ownSubmissions(tx, held) : new Map<string, Acceptance>();
  const open: IdempotentCandidate[] = [];
  for (const [index, item] of held.entries()) {
    const [known, done] = [stored[index], own.get(item.candidate.submissionId)];
    if (done !== undefined) outcomes.set(item, { kind: 'accepted', ...done });
    else if (known === undefined) open.push(item);
    else outcomes.set(item, replay(known, item.reservation));
  }
  if (open.length > 0) await decide(tx, open, outcomes);
  return items.map((item) => outcomes.get(item)!);
}

async function ownSubmissions(tx: Queryable, items: readonly IdempotentCandidate[]): Promise<Map<string, Acceptance>> {
  const candidates = items.map(({ candidate }) => candidate);
  await lockFunds(tx, accountsOf(candidates));
  return existingSubmissions(tx, candidates);
}

/** The lock belongs to the transaction, so of two requests with the same key in it, the second counts as running. */
async function hold(
  tx: Queryable,
  items: IdempotentCandidate[],
  outcomes: Map<IdempotentCandidate, IdempotentOutcome>,
  mayBeOurs: boolean,
): Promise<IdempotentCandidate[]> {
  const free = await lockReservations(
    tx,
    items.map(({ reservation }) => reservation),
  );
  const seen = new Set<string>();
  return items.filter((item, index) => {
    const name = `${item.reservation.keyId} ${item.reservation.key}`;
    const first = free[index]! && !seen.has(name);
    seen.add(name);
    if (!first) outcomes.set(item, { kind: 'running', mayBeOurs });
    return first;
  });
}

async function decide(
  tx: Transaction,
  open: IdempotentCandidate[],
  outcomes: Map<IdempotentCandidate, IdempotentOutcome>,
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
  const areStored = await storeAnswers(
    tx,
    accepted.map(({ reservation, answer }) => ({ ...reservation, answer })),
  );
  if (!areStored) throw new KeyTaken();
  await insertEmails(
    tx,
    accepted.flatMap(({ email }) => email ?? []),
  );
}

/** A statement that accepts without locking took the key first. The transaction is rolled back and retried, and finds the stored answer. */
export class KeyTaken extends Error {
  readonly code = '40001';
}

export function replay(stored: StoredAnswer, { requestHash }: Reservation): IdempotentOutcome {
  return stored.requestHash === requestHash ? { kind: 'replayed', answer: stored.answer } : { kind: 'other request' };
}
