import { newId } from '../../base/ids.ts';
import { Batch, type Overloaded } from '../../bounds/batch.ts';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';
import { Cache } from '../../domain/cache.ts';
import type { SendPlan } from '../../domain/message/send.ts';
import { uuidTime } from '../../domain/uuid.ts';
import type { Runtime } from '../../runtime.ts';
import type { PlannedRequest, RequestOrigin } from '../../store/message/accept.ts';
import type { AccountContext } from '../../store/message/contexts.ts';
import { findAnswers, type Reservation, type StoredAnswer } from '../../store/message/idempotency.ts';
import { type AcceptOutcome, acceptAll, attemptAll } from './accept.ts';
import { AcceptLanes } from './accept-lanes.ts';
import { SendChecks } from './checks.ts';
import { type CarrierGateway, type DispatchPlan, DispatchPlanner } from './dispatch-plan.ts';
import {
  acceptIdempotent,
  attemptIdempotent,
  type IdempotentCandidate,
  type IdempotentOutcome,
  replay,
} from './idempotent.ts';
import { answerOf, IdempotencyConflict, type Once, type SendOrder, type SendOutcome, toAnswer } from './order.ts';
import { acceptTogether, type Together } from './together.ts';

const mostPending = sendingLimits.waitingRecipients.most;
/** How long a request waits for others, to be accepted in the same transaction. */
const collectMs = 8;
/** Checking more recipients than this takes milliseconds. */
const manyRecipients = 50;
/** Prices or senders that change during this many attempts are a fault, not traffic. */
const mostTries = 20;
const mostRepeated = 10_000;
/** Messages with older ids are queued: a process that takes over our work might not search for them. */
const mostDirectMs = 60_000;

/** Puts candidates into one of the lanes in which requests are accepted. */
type Acceptor = {
  refusal(owner: string, weight: number): Overloaded | undefined;
  add(candidate: PlannedRequest): Promise<IdempotentOutcome>;
};

/** The send path, the same for every channel. */
export class Sending {
  readonly checks: SendChecks;
  readonly #runtime: Runtime;
  readonly #lanes: AcceptLanes<PlannedRequest, AcceptOutcome>;
  readonly #idempotentLanes: AcceptLanes<IdempotentCandidate, IdempotentOutcome>;
  readonly #storedAnswers: Batch<Reservation, StoredAnswer | undefined>;
  readonly #running = new Set<string>();
  /**
   * Keys that were used again. A client that repeats a request mostly does so several times; a lookup before the attempt saves the
   * other requests of its batch a second attempt.
   */
  readonly #repeated = new Cache<string, true>(mostRepeated);
  readonly #dispatch: DispatchPlanner;

  constructor(runtime: Runtime, gateway?: CarrierGateway) {
    const { db, metrics } = runtime;
    this.checks = new SendChecks(runtime, gateway);
    this.#runtime = runtime;
    this.#dispatch = new DispatchPlanner(runtime, gateway);
    const limits = { mostPending, collectMs };
    const counted = (candidates: PlannedRequest[]) => {
      metrics.acceptBatch.observe(candidates.length);
      return candidates;
    };
    this.#lanes = new AcceptLanes({
      ...limits,
      weigh: weight,
      ownerOf: ({ accountId }) => accountId,
      attempt: (candidates) => attemptAll(db, counted(candidates)),
      run: (candidates) => acceptAll(db, counted(candidates)),
    });
    this.#idempotentLanes = new AcceptLanes({
      ...limits,
      weigh: ({ candidate }) => weight(candidate),
      ownerOf: ({ candidate }) => candidate.accountId,
      attempt: (items) => attemptIdempotent(db, items),
      run: (items) => acceptIdempotent(db, items),
    });
    metrics.readings.acceptPending = () => this.#lanes.pending + this.#idempotentLanes.pending;
    this.#storedAnswers = new Batch({
      most: 1_000,
      mostPending,
      ownerOf: ({ keyId }) => keyId,
      run: (reservations) => findAnswers(db, reservations),
    });
  }

  /** Resolves once everything is on disk; throws a Refusal, in which case nothing has changed. With `once`, sends at most once. */
  send(order: SendOrder, once?: Once): Promise<SendOutcome> {
    return once === undefined ? this.#attempt(order, this.#lanes) : this.#sendOnce(order, once);
  }

  async #sendOnce(order: SendOrder, once: Once): Promise<SendOutcome> {
    const { reservation } = once;
    const name = `${reservation.keyId} ${reservation.key}`;
    // Requests on other processes meet in the database; here the second would only wait behind the first.
    if (this.#running.has(name)) throw new IdempotencyConflict('running');
    this.#running.add(name);
    try {
      const known = this.#repeated.has(name) ? await this.#storedAnswers.add(reservation) : undefined;
      if (known !== undefined) return this.#toAnswer(replay(known, reservation));
      const sent = await this.#attempt(order, this.#acceptorFor(once));
      if (sent.replayed) this.#repeated.set(name, true);
      return sent;
    } catch (error) {
      // A request that was accepted before gets its stored answer, even if it would be refused now.
      const stored = error instanceof IdempotencyConflict ? undefined : await this.earlierAnswer(reservation);
      if (stored === undefined) throw error;
      return stored;
    } finally {
      this.#running.delete(name);
    }
  }

  /** The answer to an earlier request with this reservation. */
  async earlierAnswer(reservation: Reservation): Promise<SendOutcome | undefined> {
    const stored = await this.#storedAnswers.add(reservation);
    return stored && this.#toAnswer(replay(stored, reservation));
  }

  /**
   * Accepts requests of one account together or not at all, each planned against `context`. Their messages are queued. Undefined: the
   * account has changed, check them again.
   */
  async sendTogether(
    { id: accountId, version, validUntil }: AccountContext,
    plans: readonly SendPlan[],
    origin: RequestOrigin,
    together: Together,
  ): Promise<SendOutcome | undefined> {
    const planned = await Promise.all(
      plans.map(async (plan) => {
        const submissionId = newId();
        const messageIds = plan.recipients.map(newId);
        const dispatch = await this.#dispatch.of(accountId, messageIds, plan, true);
        const { queues } = dispatch;
        return {
          candidate: { accountId, version, validUntil, submissionId, messageIds, plan, queues, origin },
          dispatch,
        };
      }),
    );
    const candidates = planned.map(({ candidate }) => candidate);
    const refusal = this.#lanes.refusal(
      accountId,
      candidates.reduce((sum, candidate) => sum + weight(candidate), 0),
    );
    if (refusal) throw refusal;
    const outcome = await acceptTogether(this.#runtime.db, candidates, together);
    for (const { dispatch } of planned) dispatch.settle(outcome);
    if (outcome.kind === 'stale') return undefined;
    if (outcome.kind !== 'accepted') return this.#toAnswer(outcome);
    for (const candidate of candidates) this.#toAnswer(outcome, candidate);
    return { answer: together.answer(candidates), replayed: false };
  }

  #acceptorFor(once: Once): Acceptor {
    const lanes = this.#idempotentLanes;
    return {
      refusal: (owner, recipients) => lanes.refusal(owner, recipients),
      add: (candidate) => lanes.add(toIdempotent(candidate, once)),
    };
  }

  async #attempt(order: SendOrder, acceptor: Acceptor): Promise<SendOutcome> {
    const { principal, request } = order;
    if (request.template !== undefined) {
      const filled = await this.checks.templates.requestWithText(principal.accountId, request);
      return this.#attempt({ ...order, request: filled }, acceptor);
    }
    return this.checks.namingDeletedSenders(principal, () => this.#attemptNow(order, acceptor));
  }

  async #attemptNow(order: SendOrder, acceptor: Acceptor): Promise<SendOutcome> {
    const { checks } = this;
    const { principal, request } = order;
    if (request.destinations.length > manyRecipients) await fairLoop.turn(principal.accountId);
    // Before the recipients are checked, which for 1,000 of them costs more than everything else.
    const refusal = acceptor.refusal(principal.accountId, request.destinations.length);
    if (refusal) throw refusal;
    let context = checks.contexts.kept(principal.accountId);
    let plan = context && checks.planUnlessRefused(context, principal, request);
    for (let tries = 1; tries <= mostTries; tries++) {
      if (context === undefined || plan === undefined) {
        context = await checks.contexts.fresh(principal.accountId);
        plan = checks.planFor(context, principal, request);
      }
      const { candidate, dispatch } = await this.#toCandidate(context!, plan, order);
      const outcome = await acceptor.add(candidate).catch((error: unknown) => {
        dispatch.fail(error);
        throw error;
      });
      dispatch.settle(outcome);
      if (outcome.kind !== 'stale') return this.#toAnswer(outcome, candidate);
      plan = undefined;
    }
    throw new Error('the account keeps changing');
  }

  async #toCandidate(
    context: AccountContext,
    planned: SendPlan,
    { principal, request, origin, submissionId = newId(), messageIds: given }: SendOrder,
  ): Promise<{ candidate: PlannedRequest; dispatch: DispatchPlan }> {
    const { id: accountId, version, validUntil } = context;
    const plan = context.hasOptOuts ? await this.checks.markOptOuts(context, planned) : planned;
    const messageIds = given ?? plan.recipients.map(newId);
    const replan = (newer: AccountContext | undefined) => {
      if (newer !== undefined) this.checks.contexts.keep(newer);
      return this.checks.planFor(newer, principal, request);
    };
    const isOld = given !== undefined && uuidTime(given[0]!) < this.#runtime.clock() - mostDirectMs;
    const dispatch = await this.#dispatch.of(accountId, messageIds, plan, isOld);
    const { queues, lease } = dispatch;
    const candidate = { accountId, version, validUntil, submissionId, messageIds, plan, replan, queues, lease, origin };
    return { candidate, dispatch };
  }

  #toAnswer(outcome: IdempotentOutcome, candidate?: PlannedRequest): SendOutcome {
    return toAnswer(this.#runtime.metrics, outcome, candidate);
  }
}

const weight = ({ messageIds }: PlannedRequest) => messageIds.length;

function toIdempotent(candidate: PlannedRequest, { reservation, emailRecord }: Once): IdempotentCandidate {
  const email = emailRecord?.(candidate.submissionId, candidate.messageIds);
  const isFixed = emailRecord === undefined && candidate.plan.scheduledTime === undefined;
  const fixedAnswer = isFixed ? answerOf(candidate, 0) : undefined;
  return { candidate, reservation, email, answer: (now) => answerOf(candidate, now), fixedAnswer };
}
