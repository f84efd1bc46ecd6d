import { createHash } from 'node:crypto';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import { sendResponse } from '../domain/payloads.ts';
import { isScheduled } from '../domain/schedule.ts';
import { type Plan, planSend, type SendRequest } from '../domain/send.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { Candidate } from '../store/accept.ts';
import type { AccountContext } from '../store/contexts.ts';
import { findAnswers, type Reservation } from '../store/idempotency.ts';
import type { Principal } from '../store/keys.ts';
import { type Claimed, notifyQueue } from '../store/queue.ts';
import { acceptAll, type Outcome } from './accept.ts';
import { Batch } from './batch.ts';
import { Contexts } from './contexts.ts';
import { acceptGuarded, type GuardedCandidate, type GuardedOutcome, replay } from './idempotent.ts';

export type SendResponse = {
  messages: { messageId: string; destination: string }[];
  status: 'accepted' | 'scheduled';
  segmentCount: number;
  scheduledTime?: number;
  scheduledAt?: string;
};

/** What the customer gets (a SendResponse as JSON), and whether it was stored for an earlier request with the same Idempotency-Key. */
export type Sent = { readonly answer: string; readonly replayed: boolean };

export class IdempotencyConflict extends Error {
  readonly kind: 'running' | 'other request';

  constructor(kind: 'running' | 'other request') {
    super(kind);
    this.name = 'IdempotencyConflict';
    this.kind = kind;
  }
}

/**
 * The short way out: a process that has carriers with room takes what it accepts straight to them. The rows are inserted
 * as already taken under `lease`; if the process dies, the lease runs out and others take over.
 */
export type DirectWay = {
  readonly lease: string;
  /** Reserves room for so many messages, if there is. */
  promise(count: number): boolean;
  withdraw(count: number): void;
  give(messages: Claimed[]): void;
};

/** Messages in one transaction: enough to spread the cost of a commit, few enough that nobody waits long behind it. */
const mostInBatch = 4_000;
/** Messages that may wait for their commit; beyond it the wait would be seconds, and an early 503 is kinder. */
const mostPending = 20_000;
/** See Batch: what a request may wait for others to join it, under load only. */
const lingerMs = 4;
/** Batches follow each other by the millisecond; the dispatchers of other processes need not be woken for each. */
const notifyMs = 5;
/** Prices or senders that change faster than this many tries is a fault, not traffic. */
const mostTries = 20;

/** THE SEND PATH, the same for every way in. */
export class Sending {
  readonly #runtime: Runtime;
  readonly #contexts: Contexts;
  readonly #accepting: Batch<Candidate, Outcome>;
  readonly #guarding: Batch<GuardedCandidate, GuardedOutcome>;
  readonly #running = new Set<string>();
  #notifying: NodeJS.Timeout | undefined;
  readonly #direct: DirectWay | undefined;

  constructor(runtime: Runtime, direct?: DirectWay) {
    this.#direct = direct;
    const { db, metrics } = runtime;
    this.#runtime = runtime;
    this.#contexts = new Contexts(db);
    const limits = { most: mostInBatch, mostPending, lingerMs };
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
    const name = `${principal.keyId} ${idempotencyKey}`;
    // Other processes are told by a lock in the database; here the second would only wait behind the first.
    if (this.#running.has(name)) throw new IdempotencyConflict('running');
    this.#running.add(name);
    try {
      return await this.#attempt(principal, request, (candidate) => this.#guarding.add(guard(candidate, reservation)));
    } finally {
      this.#running.delete(name);
    }
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
      const candidate = this.#toCandidate(context!, plan);
      const outcome = await accept(candidate).catch((error: unknown) => this.#giveBack(candidate, error));
      this.#handOver(candidate, outcome);
      if (outcome.kind !== 'stale') return this.#conclude(outcome, candidate);
      plan = undefined;
    }
    throw new Error('the account keeps changing');
  }

  #toCandidate({ id, version, validUntil }: AccountContext, plan: Plan): Candidate {
    const submissionId = newId();
    const messageIds = plan.recipients.map(newId);
    // A scheduled time may be past; the database decides, and the lease of a message that has to wait is not used.
    const lease =
      plan.scheduledTime === undefined && this.#direct?.promise(messageIds.length) ? this.#direct.lease : undefined;
    return { accountId: id, version, validUntil, submissionId, messageIds, plan, lease };
  }

  #giveBack({ lease, messageIds }: Candidate, error: unknown): never {
    if (lease !== undefined) this.#direct?.withdraw(messageIds.length);
    throw error;
  }

  /** Accepted messages go to the carriers: our own, or whoever hears that there is something in the queue. */
  #handOver(candidate: Candidate, outcome: GuardedOutcome): void {
    const { lease, messageIds } = candidate;
    if (outcome.kind === 'accepted' && lease !== undefined) this.#direct?.give(toClaimed(candidate, outcome.now));
    else if (lease !== undefined) this.#direct?.withdraw(messageIds.length);
    else if (outcome.kind === 'accepted') this.#notify();
  }

  /** Not waited for: whoever misses it looks by itself within a second. What follows at once is found by the same look. */
  #notify(): void {
    if (this.#notifying !== undefined) return;
    const { db, log } = this.#runtime;
    this.#notifying = setTimeout(() => {
      this.#notifying = undefined;
      notifyQueue(db).catch((err: unknown) => log.warn({ err }, 'dispatchers could not be woken'));
    }, notifyMs);
    this.#notifying.unref();
  }

  #conclude(outcome: GuardedOutcome, candidate?: Candidate): Sent {
    switch (outcome.kind) {
      case 'accepted':
        this.#runtime.metrics.accepted.inc(candidate!.messageIds.length);
        return { answer: answerOf(candidate!, outcome.now), replayed: false };
      case 'replayed':
        return { answer: outcome.answer, replayed: true };
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

function toClaimed({ accountId, messageIds, plan }: Candidate, now: number): Claimed[] {
  const { sender, text, encoding } = plan;
  const since = new Date(now * 1_000);
  return plan.recipients.map(({ destination, country }, index) => ({
    accountId,
    id: messageIds[index]!,
    destination,
    country,
    sender,
    text,
    encoding,
    attempts: 0,
    since,
  }));
}

function guard(candidate: Candidate, reservation: Reservation): GuardedCandidate {
  return { candidate, reservation, answer: (now) => answerOf(candidate, now) };
}

function answerOf({ messageIds, plan }: Candidate, now: number): string {
  const { segments, scheduledTime, recipients } = plan;
  const scheduled = isScheduled(scheduledTime, now) ? scheduledTime : undefined;
  return sendResponse(recipients, messageIds, segments, scheduled);
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
