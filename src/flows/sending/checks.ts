import { Batch } from '../../bounds/batch.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';
import type { Db } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { KeyRefused, NoCarrier, Refusal } from '../../domain/errors.ts';
import { planSend, refuseSender, type SendPlan, type SendRequest, UnknownSender } from '../../domain/message/send.ts';
import { withOptOuts } from '../../domain/optout/opt-out.ts';
import { canBeRegistered } from '../../domain/sender/sender.ts';
import type { Runtime } from '../../runtime.ts';
import type { Principal } from '../../store/account/keys.ts';
import { type AccountContext, loadContexts } from '../../store/message/contexts.ts';
import { findOptedOut, type OptOutQuestion } from '../../store/optout/opt-outs.ts';
import { findDeleted } from '../../store/sender/senders.ts';
import { allowedRanges } from '../webhooks/webhook-targets.ts';
import type { CarrierGateway } from './dispatch-plan.ts';
import { TemplateTexts } from './template-texts.ts';

const mostPending = sendingLimits.waitingRecipients.most;

/** Checks a request against its account: key, status, sender, prices, opt-outs. The balance is checked when the request is accepted. */
export class SendChecks {
  readonly contexts: Contexts;
  readonly templates: TemplateTexts;
  readonly #runtime: Runtime;
  readonly #gateway: CarrierGateway | undefined;
  readonly #deletedSenders: Batch<{ accountId: string; value: string }, boolean>;
  readonly #optOuts: Batch<OptOutQuestion, Set<string>>;

  constructor(runtime: Runtime, gateway: CarrierGateway | undefined) {
    const { db } = runtime;
    this.contexts = new Contexts(db);
    this.templates = new TemplateTexts(db);
    this.#runtime = runtime;
    this.#gateway = gateway;
    this.#deletedSenders = new Batch({
      most: 1_000,
      mostPending,
      ownerOf: ({ accountId }) => accountId,
      run: (senders) => findDeleted(db, senders),
    });
    this.#optOuts = new Batch({
      most: 4_000,
      mostPending,
      ownerOf: ({ accountId }) => accountId,
      weigh: ({ destinations }) => destinations.length,
      run: (questions) => findOptedOut(db, questions),
    });
  }

  /** Against the current state of the database. Throws a Refusal where `send` would, except for a low balance. */
  async plan(principal: Principal, given: SendRequest): Promise<SendPlan> {
    const request = await this.templates.requestWithText(principal.accountId, given);
    const context = await this.contexts.fresh(principal.accountId);
    return this.namingDeletedSenders(principal, async () => {
      const plan = this.planFor(context, principal, request);
      return this.markOptOuts(context!, plan);
    });
  }

  /** Like `plan`, but against the cached context if that accepts the request. Cheap; for requests that are checked again when they are sent. */
  async checkCached(principal: Principal, request: SendRequest): Promise<void> {
    const context = this.contexts.kept(principal.accountId);
    if (context && this.planUnlessRefused(context, principal, request)) return;
    await this.plan(principal, request);
  }

  planFor(context: AccountContext | undefined, principal: Principal, request: SendRequest): SendPlan {
    this.admit(context, principal);
    const plan = planSend(request, context, allowedRanges(this.#runtime, context.id, context.isOnly));
    if (this.#isWithoutCarrier) throw new NoCarrier();
    return plan;
  }

  /** Whether the caller may send at all. */
  admit(context: AccountContext | undefined, { keyId, by }: Principal): asserts context is AccountContext {
    if (context === undefined || (by === undefined && !context.liveKeys.has(keyId))) throw new KeyRefused();
    if (context.status !== 'active') throw new Refusal(7, 'the account is suspended');
  }

  /** For a cached context, which may be outdated: after a refusal the caller reads the context again. */
  planUnlessRefused(context: AccountContext, principal: Principal, request: SendRequest): SendPlan | undefined {
    try {
      return this.planFor(context, principal, request);
    } catch (error) {
      if (error instanceof Refusal || error instanceof KeyRefused) return undefined;
      throw error;
    }
  }

  /** Opt-outs are read after the context, whose version the accepting statement compares (decision 14). */
  async markOptOuts({ id: accountId, hasOptOuts }: AccountContext, plan: SendPlan): Promise<SendPlan> {
    if (!hasOptOuts) return plan;
    const destinations = plan.recipients.map(({ destination }) => destination);
    const optedOut = await this.#optOuts.add({ accountId, sender: plan.sender, destinations });
    return withOptOuts(plan, (destination) => optedOut.has(destination));
  }

  /** Contexts hold no deleted senders, so those are looked up only after a refusal, to name the reason. */
  async namingDeletedSenders<T>({ accountId }: Principal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnknownSender)) throw error;
      const { value } = error;
      const wasDeleted = canBeRegistered(value) && (await this.#deletedSenders.add({ accountId, value }));
      throw wasDeleted ? refuseSender('deleted') : error;
    }
  }

  /** With the embedded database the simulator is the default, and is created shortly after the start. */
  get #isWithoutCarrier(): boolean {
    return !this.#runtime.config.embedded && this.#gateway?.hasCarriers === false;
  }
}

const mostKept = 10_000;
/** Creating an account does not change the versions of others, so `isOnly` is trusted for this long. */
const onlyMs = 1_000;

/**
 * Caches the state of accounts that requests are checked against. It may be outdated: the accepting statement compares the account's
 * version, and before a refusal the context is read again.
 */
export class Contexts {
  readonly #kept = new Cache<string, AccountContext>(mostKept);
  /** When the context of the only account was read. */
  #onlyReadAt = Number.NEGATIVE_INFINITY;
  readonly #loads: Batch<string, AccountContext | undefined>;

  constructor(db: Db) {
    this.#loads = new Batch({
      most: 100,
      mostPending: 10_000,
      ownerOf: (id) => id,
      run: async (ids) => {
        const found = await loadContexts(db, [...new Set(ids)]);
        for (const context of found.values()) this.keep(context);
        return ids.map((id) => found.get(id));
      },
    });
  }

  kept(accountId: string): AccountContext | undefined {
    const context = this.#kept.get(accountId);
    return context?.isOnly && performance.now() - this.#onlyReadAt > onlyMs ? undefined : context;
  }

  /** Read from the database after this call; concurrent callers share one query. */
  fresh(accountId: string): Promise<AccountContext | undefined> {
    return this.#loads.add(accountId);
  }

  keep(context: AccountContext): void {
    if (context.isOnly) this.#onlyReadAt = performance.now();
    this.#kept.set(context.id, context);
  }
}
