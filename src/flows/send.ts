import { createHash } from 'node:crypto';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import { isoTime, isScheduled } from '../domain/schedule.ts';
import { type Plan, planSend, type SendRequest } from '../domain/send.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { Candidate } from '../store/accept.ts';
import type { AccountContext } from '../store/contexts.ts';
import { findAnswers, type Reservation } from '../store/idempotency.ts';
import type { Principal } from '../store/keys.ts';
import { acceptAll, type Outcome } from './accept.ts';
import { Batch } from './batch.ts';
import { Contexts } from './contexts.ts';
import { acceptGuarded, type GuardedCandidate, type GuardedOutcome, replay } from './idempotent.ts';

export type SendResponse = {
  messages: { messageId: string; destination: string }[];
  status: 'accepted' | 'scheduled';
  scheduledTime?: number;
  scheduledAt?: string;
  segmentCount: number;
};

/** What the customer gets, and whether it was stored for an earlier request with the same Idempotency-Key. */
export type Sent = { readonly response: SendResponse } | { readonly replayed: string };

export class IdempotencyConflict extends Error {
  readonly kind: 'running' | 'other request';

  constructor(kind: 'running' | 'other request') {
    super(kind);
    this.name = 'IdempotencyConflict';
    this.kind = kind;
  }
}

/** Messages in one transaction: enough to spread the cost of a commit, few enough that nobody waits long behind it. */
const mostInBatch = 4_000;
/** Messages that may wait for their commit; beyond it the wait would be seconds, and an early 503 is kinder. */
const mostPending = 20_000;
/** Prices or senders that change faster than this many tries is a fault, not traffic. */
const mostTries = 20;

/** THE SEND PATH, the same for every way in. */
export class Sending {
  readonly #runtime: Runtime;
  readonly #contexts: Contexts;
  readonly #accepting: Batch<Candidate, Outcome>;
  readonly #guarding: Batch<GuardedCandidate, GuardedOutcome>;

  constructor(runtime: Runtime) {
    const { db, metrics } = runtime;
    this.#runtime = runtime;
    this.#contexts = new Contexts(db);
    const limits = { most: mostInBatch, mostPending };
    this.#accepting = new Batch({
      ...limits,
      weigh: weight,
      run: (candidates) => {
        metrics.acceptBatch.observe(candidates.length);
        metrics.acceptPending.set(this.#accepting.pending);
        return acceptAll(db, candidates);
      },
    });
    this.#guarding = new Batch({
      ...limits,
      weigh: ({ candidate }) => weight(candidate),
      run: (items) => acceptGuarded(db, items),
    });
  }

  /** Resolves once everything is on disk; throws a Refusal, in which case nothing has changed. */
  async send(principal: Principal, request: SendRequest, idempotencyKey?: string): Promise<Sent> {
    if (idempotencyKey === undefined) {
      return this.#attempt(principal, request, (candidate) => this.#accepting.add(candidate));
    }
    const reservation = { keyId: principal.keyId, key: idempotencyKey, requestHash: requestHash(request) };
    // First of all: what was accepted once is answered the same, even if it would be refused by now.
    const [stored] = await findAnswers(this.#runtime.db, [reservation]);
    if (stored !== undefined) return this.#conclude(replay(stored, reservation));
    return this.#attempt(principal, request, (candidate) => this.#guarding.add(guard(candidate, reservation)));
  }

  /** Everything `send` would check but the balance. Always against the database's present state. */
  async plan(principal: Principal, request: SendRequest): Promise<Plan> {
    return planFor(await this.#contexts.fresh(principal.accountId), principal, request);
  }

  async #attempt(
    principal: Principal,
    request: SendRequest,
    accept: (candidate: Candidate) => Promise<GuardedOutcome>,
  ): Promise<Sent> {
    let context = this.#contexts.kept(principal.accountId);
    let plan = context && planOrNothing(context, principal, request);
    for (let tries = 1; tries <= mostTries; tries++) {
      if (context === undefined || plan === undefined) {
        context = await this.#contexts.fresh(principal.accountId);
        plan = planFor(context, principal, request);
      }
      const candidate = toCandidate(context!, plan);
      const outcome = await accept(candidate);
      if (outcome.kind !== 'stale') return this.#conclude(outcome, candidate);
      plan = undefined;
    }
    throw new Error('the account keeps changing');
  }

  #conclude(outcome: GuardedOutcome, candidate?: Candidate): Sent {
    switch (outcome.kind) {
      case 'accepted':
        this.#runtime.metrics.accepted.inc(candidate!.messageIds.length);
        return { response: toResponse(candidate!, outcome.now) };
      case 'replayed':
        return { replayed: outcome.answer };
      case 'short':
        throw new Refusal(6);
      case 'failed':
        throw outcome.error;
      case 'running':
      case 'other request':
        throw new IdempotencyConflict(outcome.kind);
      case 'stale':
        throw new Error('a stale request cannot be concluded');
    }
  }
}

const weight = ({ messageIds }: Candidate) => messageIds.length;

/** Nobody is refused on the word of an old context, so a refusal here only means: look again. */
function planOrNothing(context: AccountContext, principal: Principal, request: SendRequest): Plan | undefined {
  try {
    return planFor(context, principal, request);
  } catch (error) {
    if (error instanceof Refusal || error instanceof KeyRefused) return undefined;
    throw error;
  }
}

function planFor(context: AccountContext | undefined, { keyId }: Principal, request: SendRequest): Plan {
  if (context === undefined || !context.liveKeys.has(keyId)) throw new KeyRefused();
  if (context.status !== 'active') throw new Refusal(7, 'the account is suspended');
  return planSend(request, context);
}

function toCandidate({ id, version, validUntil }: AccountContext, plan: Plan): Candidate {
  const submissionId = newId();
  return { accountId: id, version, validUntil, submissionId, messageIds: plan.recipients.map(newId), plan };
}

function guard(candidate: Candidate, reservation: Reservation): GuardedCandidate {
  return { candidate, reservation, answer: (now) => JSON.stringify(toResponse(candidate, now)) };
}

function toResponse({ messageIds, plan }: Candidate, now: number): SendResponse {
  const messages = plan.recipients.map(({ destination }, index) => ({ messageId: messageIds[index]!, destination }));
  if (!isScheduled(plan.scheduledTime, now)) return { messages, status: 'accepted', segmentCount: plan.segments };
  const scheduledAt = isoTime(plan.scheduledTime);
  return { messages, status: 'scheduled', scheduledTime: plan.scheduledTime, scheduledAt, segmentCount: plan.segments };
}

/** Of the fields that count, with their defaults: spaces and the order of fields do not make another request. */
function requestHash({
  sender,
  destinations,
  message,
  deliveryReportUrl,
  scheduledTime,
  priceReport,
}: SendRequest): Buffer {
  const fields = [
    sender,
    destinations,
    message.content,
    message.isUnicode ?? false,
    deliveryReportUrl,
    scheduledTime,
    priceReport ?? false,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
