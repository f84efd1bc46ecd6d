import { createHash } from 'node:crypto';
import { newId } from '../base/ids.ts';
import { Batch, type Overloaded } from '../bounds/batch.ts';
import { fairLoop } from '../bounds/fair-loop.ts';
import { sendingLimits } from '../bounds/limits/sending.ts';
import { Cache } from '../domain/cache.ts';
import { KeyRefused, NoCarrier, Refusal } from '../domain/errors.ts';
import { sendResponse } from '../domain/message/payloads.ts';
import { requestHash, withoutBlanks } from '../domain/message/request-hash.ts';
import { isScheduled } from '../domain/message/schedule.ts';
import { type Plan, planSend, refuseSender, type SendRequest, UnknownSender } from '../domain/message/send.ts';
import { withOptOuts } from '../domain/optout/opt-out.ts';
import { canBeRegistered } from '../domain/sender/sender.ts';
import { uuidTime } from '../domain/uuid.ts';
import type { Runtime } from '../runtime.ts';
import type { Principal } from '../store/account/keys.ts';
import type { EmailRecord } from '../store/email/emails.ts';
import type { Candidate, Origin } from '../store/message/accept.ts';
import type { AccountContext } from '../store/message/contexts.ts';
import { findAnswers, type Reservation, type StoredAnswer } from '../store/message/idempotency.ts';
import { findOptedOut, type OptOutQuestion } from '../store/optout/opt-outs.ts';
import { findDeleted } from '../store/sender/senders.ts';
import { acceptAll, attemptAll, type Outcome } from './accept.ts';
import { AcceptLanes } from './accept-lanes.ts';
import { Contexts } from './contexts.ts';
import { type Departure, Departures, type Exit } from './departure.ts';
import { acceptGuarded, attemptGuarded, type GuardedCandidate, type GuardedOutcome, replay } from './idempotent.ts';
import { allowedRanges } from './webhook-targets.ts';

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

/** What the edges know of a request besides. */
export type Asked = {
  readonly requestId?: string | undefined;
  readonly via?: 'http' | 'smpp';
  /** It brings a verification code: nobody is shown its text. The id of the request is chosen by whoever asks, and used once. */
  readonly verification?: { readonly submissionId: string } | undefined;
};

/** A request that came by e-mail. */
export type MailedRequest = {
  /** Message-ID, or what stands for it: with the account and the request, it tells a mail that comes again. */
  readonly name: string;
  /** Stored in the transaction that accepts the request. */
  record(submissionId: string, messageIds: readonly string[]): EmailRecord;
};

/** Customers repeat a request within the day; mail servers give up after five days, some after a week; clients of SMPP at once. */
export const keptHours = { request: 24, mail: 8 * 24, submit: 1 };

const mostPending = sendingLimits.waitingRecipients.most;
/** What a request may wait for others that are accepted in the same transaction. */
const collectMs = 8;
/** To check so many recipients takes milliseconds. */
const manyRecipients = 50;
/** Prices or senders that change faster than this many tries is a fault, not traffic. */
const mostTries = 20;
const mostRepeated = 10_000;

type Order = {
  readonly principal: Principal;
  readonly request: SendRequest;
  readonly origin: Origin;
  readonly submissionId?: string | undefined;
  /** Where they were told to the customer before the request was whole. */
  readonly messageIds?: readonly string[];
};

/** Of a message whose id is older than this, a process that takes over might not look for it: it goes by the queue. */
const mostDirectMs = 60_000;

/** THE SEND PATH, the same for every way in. */
export class Sending {
  readonly #runtime: Runtime;
  readonly #contexts: Contexts;
  readonly #accepting: AcceptLanes<Candidate, Outcome>;
  readonly #guarding: AcceptLanes<GuardedCandidate, GuardedOutcome>;
  readonly #looking: Batch<Reservation, StoredAnswer | undefined>;
  readonly #remembering: Batch<{ accountId: string; value: string }, boolean>;
  readonly #checking: Batch<OptOutQuestion, Set<string>>;
  readonly #running = new Set<string>();
  readonly #repeated = new Cache<string, true>(mostRepeated);
  readonly #exit: Exit | undefined;
  readonly #departures: Departures;

  constructor(runtime: Runtime, exit?: Exit) {
    const { db, metrics } = runtime;
    this.#runtime = runtime;
    this.#contexts = new Contexts(db);
    this.#exit = exit;
    this.#departures = new Departures(runtime, exit);
    const limits = { mostPending, collectMs };
    const counted = (candidates: Candidate[]) => {
      metrics.acceptBatch.observe(candidates.length);
      return candidates;
    };
    this.#accepting = new AcceptLanes({
      ...limits,
      weigh: weight,
      ownerOf: ({ accountId }) => accountId,
      attempt: (candidates) => attemptAll(db, counted(candidates)),
      run: (candidates) => acceptAll(db, counted(candidates)),
    });
    this.#guarding = new AcceptLanes({
      ...limits,
      weigh: ({ candidate }) => weight(candidate),
      ownerOf: ({ candidate }) => candidate.accountId,
      attempt: (items) => attemptGuarded(db, items),
      run: (items) => acceptGuarded(db, items),
    });
    metrics.readings.acceptPending = () => this.#accepting.pending + this.#guarding.pending;
    this.#looking = new Batch({
      most: 1_000,
      mostPending,
      ownerOf: ({ keyId }) => keyId,
      run: (reservations) => findAnswers(db, reservations),
    });
    this.#remembering = new Batch({
      most: 1_000,
      mostPending,
      ownerOf: ({ accountId }) => accountId,
      run: (wanted) => findDeleted(db, wanted),
    });
    this.#checking = new Batch({
      most: 4_000,
      mostPending,
      ownerOf: ({ accountId }) => accountId,
      weigh: ({ destinations }) => destinations.length,
      run: (questions) => findOptedOut(db, questions),
    });
  }

  /** Resolves once everything is on disk; throws a Refusal, in which case nothing has changed. */
  async send(principal: Principal, request: SendRequest, idempotencyKey?: string, asked: Asked = {}): Promise<Sent> {
    const submissionId = asked.verification?.submissionId;
    const order = { principal, request, origin: originOf(principal, asked), submissionId };
    if (idempotencyKey === undefined) {
      return this.#attempt(order, this.#accepting, (candidate) => this.#accepting.add(candidate));
    }
    const { keyId } = principal;
    const hash = requestHash(request);
    const reservation = { keyId, key: idempotencyKey, requestHash: hash, keptHours: keptHours.request };
    return this.#sendOnce(order, reservation);
  }

  /** The same for a request by e-mail, which sends once however often it comes. */
  async sendMailed(principal: Principal, request: SendRequest, mail: MailedRequest): Promise<Sent> {
    const hash = requestHash(withoutBlanks(request));
    const key = `mail ${createHash('sha256').update(mail.name).update(hash).digest('hex')}`;
    const reservation = { keyId: principal.accountId, key, requestHash: hash, keptHours: keptHours.mail };
    const origin = { via: 'email', keyId: principal.keyId } as const;
    return this.#sendOnce({ principal, request, origin }, reservation, mail);
  }

  /** A submit by SMPP that names itself: the same again within the hour is the same message. */
  async sendNamed(principal: Principal, request: SendRequest, name: number): Promise<Sent> {
    const hash = requestHash(request);
    // The name has 16 bits and comes again before long: it counts together with what is sent.
    const key = `submit ${name} ${hash.toString('base64url')}`;
    const reservation = { keyId: principal.keyId, key, requestHash: hash, keptHours: keptHours.submit };
    return this.#sendOnce({ principal, request, origin: originOf(principal, { via: 'smpp' }) }, reservation);
  }

  /** A message that came in parts, under the id that they were answered with: sent once, whoever finds it whole. */
  async sendJoined(principal: Principal, request: SendRequest, messageId: string): Promise<Sent> {
    const hash = requestHash(request);
    const key = `joined ${messageId}`;
    const reservation = { keyId: principal.keyId, key, requestHash: hash, keptHours: keptHours.request };
    const origin = originOf(principal, { via: 'smpp' });
    return this.#sendOnce({ principal, request, origin, messageIds: [messageId] }, reservation);
  }

  async #sendOnce(order: Order, reservation: Reservation, mail?: MailedRequest): Promise<Sent> {
    const name = `${reservation.keyId} ${reservation.key}`;
    // Other processes are told by the database; here the second would only wait behind the first.
    if (this.#running.has(name)) throw new IdempotencyConflict('running');
    this.#running.add(name);
    try {
      const known = this.#repeated.has(name) ? await this.#looking.add(reservation) : undefined;
      if (known !== undefined) return this.#conclude(replay(known, reservation));
      const sent = await this.#attempt(order, this.#guarding, (candidate) =>
        this.#guarding.add(guard(candidate, reservation, mail)),
      );
      if (sent.replayed) this.#remember(name);
      return sent;
    } catch (error) {
      // What was accepted once is answered the same, even if it would be refused by now.
      const stored = error instanceof IdempotencyConflict ? undefined : await this.#looking.add(reservation);
      if (stored === undefined) throw error;
      return this.#conclude(replay(stored, reservation));
    } finally {
      this.#running.delete(name);
    }
  }

  /** Whoever repeats a request mostly does so again; a look before spares everybody else the second attempt of a whole batch. */
  #remember(name: string): void {
    this.#repeated.set(name, true);
  }

  /** Everything `send` would check but the balance. Always against the database's present state. */
  async plan(principal: Principal, request: SendRequest): Promise<Plan> {
    const context = await this.#contexts.fresh(principal.accountId);
    return this.#knowingThePast(principal, async () => {
      const plan = this.#planFor(context, principal, request);
      return this.#leavingOut(context!, plan);
    });
  }

  /** Those who want no message are marked. Read after the context, whose version the statement that accepts compares (decision 14). */
  async #leavingOut({ id: accountId, hasOptOuts }: AccountContext, plan: Plan): Promise<Plan> {
    if (!hasOptOuts) return plan;
    const destinations = plan.recipients.map(({ destination }) => destination);
    const optedOut = await this.#checking.add({ accountId, sender: plan.sender, destinations });
    return withOptOuts(plan, (destination) => optedOut.has(destination));
  }

  /** The same against what is kept in memory, unless that would refuse it: cheap, and for what is checked again when it is sent. */
  async checkKept(principal: Principal, request: SendRequest): Promise<void> {
    const context = this.#contexts.kept(principal.accountId);
    if (context && this.#planOrNothing(context, principal, request)) return;
    await this.plan(principal, request);
  }

  /** A sender that was deleted is refused as that. Only then is it looked for: contexts hold what lives. */
  async #knowingThePast<T>({ accountId }: Principal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnknownSender)) throw error;
      const { value } = error;
      const wasDeleted = canBeRegistered(value) && (await this.#remembering.add({ accountId, value }));
      throw wasDeleted ? refuseSender('deleted') : error;
    }
  }

  /** For what changes a message that was accepted before, in a transaction of its own. */
  replan(context: AccountContext | undefined, principal: Principal, request: SendRequest): Plan {
    return this.#planFor(context, principal, request);
  }

  #planFor(context: AccountContext | undefined, { keyId, by }: Principal, request: SendRequest): Plan {
    if (context === undefined || (by === undefined && !context.liveKeys.has(keyId))) throw new KeyRefused();
    if (context.status !== 'active') throw new Refusal(7, 'the account is suspended');
    const plan = planSend(request, context, allowedRanges(this.#runtime, context.id, context.isOnly));
    if (this.#isWithoutCarrier) throw new NoCarrier();
    return plan;
  }

  /** With the embedded database the simulator is the default, so a carrier is about to be there. */
  get #isWithoutCarrier(): boolean {
    return !this.#runtime.config.embedded && this.#exit?.hasCarriers === false;
  }

  /** No request is refused because of an old context: a refusal here means that the context is read again. */
  #planOrNothing(context: AccountContext, principal: Principal, request: SendRequest): Plan | undefined {
    try {
      return this.#planFor(context, principal, request);
    } catch (error) {
      if (error instanceof Refusal || error instanceof KeyRefused) return undefined;
      throw error;
    }
  }

  #attempt(
    order: Order,
    batch: { refusal(owner: string, weight: number): Overloaded | undefined },
    accept: (candidate: Candidate) => Promise<GuardedOutcome>,
  ): Promise<Sent> {
    return this.#knowingThePast(order.principal, () => this.#attemptNow(order, batch, accept));
  }

  async #attemptNow(
    order: Order,
    batch: { refusal(owner: string, weight: number): Overloaded | undefined },
    accept: (candidate: Candidate) => Promise<GuardedOutcome>,
  ): Promise<Sent> {
    const { principal, request } = order;
    if (request.destinations.length > manyRecipients) await fairLoop.turn(principal.accountId);
    // Before the recipients are checked: a thousand of them cost more than everything else, and would be for nothing.
    const refusal = batch.refusal(principal.accountId, request.destinations.length);
    if (refusal) throw refusal;
    let context = this.#contexts.kept(principal.accountId);
    let plan = context && this.#planOrNothing(context, principal, request);
    for (let tries = 1; tries <= mostTries; tries++) {
      if (context === undefined || plan === undefined) {
        context = await this.#contexts.fresh(principal.accountId);
        plan = this.#planFor(context, principal, request);
      }
      const { candidate, departure } = await this.#toCandidate(context!, plan, order);
      const outcome = await accept(candidate).catch((error: unknown) => {
        departure.fail(error);
        throw error;
      });
      departure.settle(outcome);
      if (outcome.kind !== 'stale') return this.#conclude(outcome, candidate);
      plan = undefined;
    }
    throw new Error('the account keeps changing');
  }

  async #toCandidate(
    context: AccountContext,
    planned: Plan,
    { principal, request, origin, submissionId = newId(), messageIds: given }: Order,
  ): Promise<{ candidate: Candidate; departure: Departure }> {
    const { id: accountId, version, validUntil } = context;
    const plan = context.hasOptOuts ? await this.#leavingOut(context, planned) : planned;
    const messageIds = given ?? plan.recipients.map(newId);
    const replan = (newer: AccountContext | undefined) => {
      if (newer !== undefined) this.#contexts.keep(newer);
      return this.#planFor(newer, principal, request);
    };
    const isOld = given !== undefined && uuidTime(given[0]!) < this.#runtime.clock() - mostDirectMs;
    const departure = await this.#departures.of(accountId, messageIds, plan, isOld);
    const { queues, lease } = departure;
    const candidate = { accountId, version, validUntil, submissionId, messageIds, plan, replan, queues, lease, origin };
    return { candidate, departure };
  }

  #conclude(outcome: GuardedOutcome, candidate?: Candidate): Sent {
    switch (outcome.kind) {
      case 'accepted':
        this.#runtime.metrics.accepted.inc(candidate!.messageIds.length);
        this.#runtime.metrics.tally.accepted(candidate!.accountId, candidate!.messageIds.length);
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

/** A person who is logged in has no key. */
function originOf({ keyId, by }: Principal, { requestId, verification, via = 'http' }: Asked): Origin {
  if (verification !== undefined) return { via: 'verify', requestId, ...(by === undefined ? { keyId } : { by }) };
  return by === undefined ? { via, keyId, requestId } : { via: 'console', requestId, by };
}

const weight = ({ messageIds }: Candidate) => messageIds.length;

function guard(candidate: Candidate, reservation: Reservation, mail: MailedRequest | undefined): GuardedCandidate {
  const email = mail?.record(candidate.submissionId, candidate.messageIds);
  const isFixed = mail === undefined && candidate.plan.scheduledTime === undefined;
  const fixedAnswer = isFixed ? answerOf(candidate, 0) : undefined;
  return { candidate, reservation, email, answer: (now) => answerOf(candidate, now), fixedAnswer };
}

function answerOf({ messageIds, plan }: Candidate, now: number): string {
  const { segments, scheduledTime, recipients } = plan;
  const scheduled = isScheduled(scheduledTime, now) ? scheduledTime : undefined;
  return sendResponse(recipients, messageIds, segments, scheduled);
}
