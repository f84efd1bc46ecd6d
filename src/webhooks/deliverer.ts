import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '../bounds/batch.ts';
import { Limiter } from '../bounds/limiter.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import type { BindAttempt, BindTransport } from '../flows/bind-transport.ts';
import {
  claimInTurns,
  claimParked,
  firstTurns,
  giveUpParked,
  judge,
  type Outcome,
  setAside,
  storeResults,
} from '../flows/deliver.ts';
import type { EventConsumer, WantedEvent } from '../flows/event-hand-off.ts';
import type { Attempt } from '../http-client/post.ts';
import type { Runtime } from '../runtime.ts';
import { unblockForgotten, unblockOlder } from '../store/webhook/blocked-deliveries.ts';
import { type ClaimedEvent, type Endpoint, giveBackEvents } from '../store/webhook/deliveries.ts';
import type { FirstResult } from '../store/webhook/delivery-results.ts';
import { type ParkedSearch, parkRetries } from '../store/webhook/parked-deliveries.ts';
import type { Tally } from '../telemetry/tally.ts';
import { drained } from '../work/drain.ts';
import { Loop } from '../work/loop.ts';
import { isolating } from '../work/retrying.ts';
import type { Worker } from '../work/worker.ts';
import { Attempts } from './attempts.ts';
import { Chains } from './chains.ts';
import { Endpoints } from './endpoints.ts';

const pollMs = 500;
const sweepMs = 500;
/** How often it is looked for what no bind has come for. */
const giveUpMs = 60_000;
/** An account that binds again and again has its retries brought forward so often. */
const bringForwardMs = 1_000;
const mostSwept = 1_000;
const mostLookedAt = 5_000;
/** Not swept for so long, a process looks at everything: perhaps nobody has, and what was forgotten then is no longer recent. */
const missedMs = 10_000;
/** Events in the hands of this process: waiting for a slot of their endpoint, under way, or with a result not yet stored. */
const mostHeld = 2_000;
/** An account whose share was full is claimed for again, before the next round, once it has so much room. */
const roomToClaim = 100;
/** Results are collected for this long before they are stored: the endpoint has its next event already. */
const collectMs = 40;
const enough = 64;
const mostInSet = 500;
const storeAgainMs = 1_000;
const cutOffMs = 1_000;

/** Delivers events: claims in sets, signs, posts, settles in sets. */
export class Deliverer implements EventConsumer {
  readonly #runtime: Runtime;
  readonly worker: Worker;
  readonly tally: Tally;
  readonly #chains = new Chains();
  readonly #limiter = new Limiter({ total: mostHeld });
  readonly #endpoints: Endpoints;
  readonly #attempts: Attempts;
  readonly #binds: BindTransport | undefined;
  readonly #broughtForward = new Map<string, number>();
  readonly #storing: Batch<FirstResult, Error | undefined>;
  readonly #givingBack: Batch<ClaimedEvent, undefined>;
  readonly #turns = firstTurns();
  #loops: Loop[] = [];
  #stopping = false;
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** How far the look at everything has come. */
  #older: string | undefined;
  /** Whether the last claim found something, so that another may. */
  #backlog = false;
  /** Whether an account had no room for what it has due. */
  #isShort = false;

  constructor(runtime: Runtime, worker: Worker, binds?: BindTransport) {
    const { config, db } = runtime;
    this.#runtime = runtime;
    this.worker = worker;
    this.tally = runtime.metrics.tally;
    this.#binds = binds;
    this.#endpoints = new Endpoints(
      () => performance.now(),
      config.webhookRetryScale,
      (accountId) => binds?.windowOf(accountId) ?? 0,
    );
    this.#attempts = new Attempts(runtime, binds);
    this.#storing = new Batch({ most: mostInSet, collectMs, enough, run: (results) => this.#store(results) });
    this.#givingBack = new Batch({
      most: mostInSet,
      run: async (events) => {
        await giveBackEvents(db, worker.id, events);
        return events.map(() => undefined);
      },
    });
  }

  start(): void {
    const { log, metrics } = this.#runtime;
    const { waiting } = this.worker;
    const onDone = metrics.jobDone;
    this.#loops = [
      new Loop('webhooks', pollMs, log, () => this.#claim(), { onDone, gate: waiting.gate('webhooks') }),
      new Loop('webhook order', sweepMs, log, () => this.#sweep(), { onDone, gate: waiting.gate('blockedWebhooks') }),
      new Loop('events without a bind', this.#giveUpMs, log, () => this.#giveUpParked(), { onDone }),
    ];
    this.#binds?.onChange((accountId, isNew) => this.#onBind(accountId, isNew));
  }

  holds(messageId: string): boolean {
    return this.#chains.has(messageId);
  }

  wake(): void {
    this.#loops[0]?.wake();
  }

  /** Permits are of the share of an account, and of an endpoint. */
  reserve(wanted: readonly WantedEvent[]): boolean {
    for (const [index, event] of wanted.entries()) {
      if (this.#reserveOne(event)) continue;
      this.release(wanted.slice(0, index));
      return false;
    }
    return true;
  }

  #reserveOne(event: WantedEvent): boolean {
    if (this.#stopping || !this.#limiter.tryEnter(event.accountId)) return false;
    if (!this.#endpoints.reserve(event)) {
      this.#limiter.leave(event.accountId);
      return false;
    }
    if (event.isStored === false) this.#expect(event.subjectId);
    return true;
  }

  /** From here on it may be committed, and is in no other place then: whoever takes over has to look for it. */
  #expect(messageId: string): void {
    this.#chains.expect(messageId);
    this.worker.inFlight.add(messageId);
  }

  /** It has come, or does not come; or its result is stored. */
  #forget(messageId: string): void {
    this.#chains.leave(messageId);
    this.worker.inFlight.remove(messageId);
  }

  release(wanted: readonly WantedEvent[]): void {
    for (const event of wanted) {
      this.#limiter.leave(event.accountId);
      this.#endpoints.unreserve(event);
      if (event.isStored === false) this.#forget(event.subjectId);
    }
  }

  give(events: readonly ClaimedEvent[]): void {
    for (const event of events) this.#endpoints.unreserve(event);
    this.#begin(events);
    for (const event of events) if (!event.isStored) this.#forget(event.subjectId);
  }

  #begin(events: readonly ClaimedEvent[]): void {
    for (const event of events) if (event.isStored || this.#hold(event) === 'start') this.#endpoints.add(event);
    for (const event of events) this.#startNext(event);
  }

  #hold(event: ClaimedEvent): 'start' | 'wait' | 'block' {
    this.worker.inFlight.add(event.subjectId);
    const turn = this.#chains.add(event);
    if (turn === 'block') this.#keepBlocked(event);
    return turn;
  }

  async stop(budgetMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await drained(() => this.#limiter.used, budgetMs);
    this.#giveBack(this.#endpoints.giveUp());
    await this.#attempts.close();
    // Attempts that this has cut off are given back in the turns of the event loop that follow.
    await drained(() => this.#limiter.used, cutOffMs);
  }

  async #sweep(): Promise<boolean> {
    const { db } = this.#runtime;
    const now = performance.now();
    if (now - this.#sweptAt > missedMs) this.#older = '-infinity';
    const unblocked = await unblockForgotten(db, mostSwept);
    this.#sweptAt = now;
    const isLooking = this.#older !== undefined;
    if (this.#older !== undefined) this.#older = await unblockOlder(db, this.#older, mostLookedAt);
    if (unblocked > 0 || isLooking) this.#loops[0]?.wake();
    return unblocked === mostSwept;
  }

  async #claim(): Promise<boolean> {
    this.#runtime.metrics.webhooksHeld.set(this.#limiter.used);
    const free = mostHeld - this.#limiter.used;
    if (free <= 0) return false;
    const { taken, atEnd, isShort } = await claimInTurns(this.#runtime.db, this, this.#turns, {
      free,
      roomOf: (accountId) => this.#limiter.roomOf(accountId),
      endpointsOf: (accountIds) => this.#endpoints.of(accountIds),
    });
    const bound = await claimParked(this.#runtime.db, this, this.#wantedByBinds());
    this.#backlog = taken + bound > 0;
    this.#isShort = isShort;
    return taken + bound > 0 || !atEnd;
  }

  #wantedByBinds(): ParkedSearch[] {
    return (this.#binds?.bound() ?? []).flatMap(({ accountId, urls }) => {
      const endpoint = this.#endpoints.roomOf({ accountId, origin: bindOrigin });
      const room = Math.min(endpoint, this.#limiter.roomOf(accountId));
      return room > 0 ? urls.map((url) => ({ accountId, url, room })) : [];
    });
  }

  /** What waits for a bind has one; what a bind did not take has another. What is left without one goes back. */
  #onBind(accountId: string, isNew: boolean): void {
    if (!isNew) {
      this.#startNext({ accountId, origin: bindOrigin });
      return;
    }
    this.#endpoints.refresh(accountId);
    this.#loops[0]?.wake();
    this.#bringForward(accountId).catch((err: unknown) =>
      this.#runtime.log.warn({ err }, 'events for a bind wait for their next attempt'),
    );
  }

  async #bringForward(accountId: string): Promise<void> {
    const { db } = this.#runtime;
    const now = performance.now();
    for (const [account, at] of this.#broughtForward) {
      if (now - at > bringForwardMs) this.#broughtForward.delete(account);
    }
    if (this.#broughtForward.has(accountId)) return;
    this.#broughtForward.set(accountId, now);
    if ((await parkRetries(db, accountId)) > 0) this.#loops[0]?.wake();
  }

  get #giveUpMs(): number {
    return Math.max(pollMs, giveUpMs * Math.min(1, this.#runtime.config.webhookRetryScale));
  }

  async #giveUpParked(): Promise<boolean> {
    const { db, config } = this.#runtime;
    return (await giveUpParked(db, this.worker.id, config.webhookRetryScale)) > 0;
  }

  #startNext(endpoint: Endpoint): void {
    const { starting, stale } = this.#endpoints.next(endpoint);
    this.#giveBack(stale);
    for (const event of starting) void this.#deliver(event);
  }

  async #deliver(event: ClaimedEvent): Promise<void> {
    try {
      const attempt = setAside(event);
      if (attempt !== undefined) {
        this.#release(event);
        this.#runtime.metrics.webhooks.inc({ outcome: 'set aside' });
        await this.#settle(event, attempt);
        return;
      }
      await this.#conclude(event, await this.#attempt(event));
    } catch (err) {
      this.#runtime.log.error({ err }, 'a webhook could not be attempted');
    }
  }

  #conclude(event: ClaimedEvent, attempt: Attempt | BindAttempt): Promise<unknown> | undefined {
    // Cut off by our own end, or with the link of a bind: no attempt of the customer's endpoint, and none that counts.
    if (attempt.stopped) {
      this.#endpoints.release(event);
      this.#giveBack([('event' in attempt && attempt.event) || event]);
      // What waits behind it goes over another bind, or back.
      if (event.origin === bindOrigin) this.#startNext(event);
      return undefined;
    }
    const wantsMore = this.#endpoints.end(event, attempt.ok, attempt.durationMs);
    this.#startNext(event);
    if (wantsMore && this.#backlog) this.#loops[0]?.wake();
    if (event.origin !== bindOrigin)
      this.#runtime.metrics.webhooks.inc({ outcome: attempt.ok ? 'delivered' : 'failed' });
    return this.#settle(event, attempt);
  }

  #settle(event: ClaimedEvent, attempt: Outcome): Promise<unknown> {
    const result = judge(event, attempt, this.#runtime.config.webhookRetryScale, Math.random());
    if (!event.isStored) this.#follow(event, result.state === 'ready');
    return this.#keep(result);
  }

  /** What is behind it in memory goes on, or has to wait in the outbox. */
  #follow(event: ClaimedEvent, isBroken: boolean): void {
    if (isBroken) {
      for (const next of this.#chains.break(event)) this.#keepBlocked(next);
      return;
    }
    const next = this.#chains.next(event);
    if (next === undefined) return;
    this.#endpoints.add(next);
    this.#startNext(next);
  }

  #keepBlocked(event: ClaimedEvent): void {
    void this.#keep({ event, state: 'blocked', behind: this.#chains.brokenAt(event) });
  }

  /** What is in memory only is stored sooner or later: as long as we live nobody else can know of it. */
  async #keep(result: FirstResult): Promise<void> {
    for (;;) {
      const failure = await this.#storing.add(result);
      if (failure === undefined) return;
      // Its lease runs out otherwise, and it is delivered again, with the same webhook-id.
      this.#runtime.log.error({ err: failure }, 'the result of a webhook could not be stored');
      if (result.event.isStored) return;
      await sleep(storeAgainMs);
    }
  }

  async #store(results: FirstResult[]): Promise<(Error | undefined)[]> {
    const next: ClaimedEvent[] = [];
    const store = async (some: FirstResult[]): Promise<(Error | undefined)[]> => {
      next.push(...(await storeResults(this.#runtime.db, this.worker.id, some)));
      return some.map(() => undefined);
    };
    const failures = await isolating(results, store, (error) => error as Error).catch((error: unknown) =>
      results.map(() => error as Error),
    );
    for (const [index, { event }] of results.entries()) {
      if (event.isStored || failures[index] === undefined) this.#leave(event);
    }
    for (const event of next) this.#limiter.take(event.accountId);
    this.#begin(next);
    if (this.#isShort && results.some(({ event }) => this.#limiter.roomOf(event.accountId) >= roomToClaim))
      this.#loops[0]?.wake();
    return failures;
  }

  /** Nothing of it is left here. */
  #leave(event: ClaimedEvent): void {
    this.#limiter.leave(event.accountId);
    if (!event.isStored) this.#forget(event.subjectId);
  }

  #giveBack(events: readonly ClaimedEvent[]): void {
    for (const event of events) {
      if (!event.isStored) {
        this.#follow(event, true);
        void this.#keep({ event, state: 'not tried' });
        continue;
      }
      this.#givingBack
        .add(event)
        .catch((err: unknown) => this.#runtime.log.warn({ err }, 'webhooks wait for the end of their lease'))
        .finally(() => this.#limiter.leave(event.accountId));
    }
  }

  /** Whatever fails here must not cost the endpoint a slot, or the account a place. */
  async #attempt(event: ClaimedEvent): Promise<Attempt | BindAttempt> {
    try {
      return await this.#attempts.make(event);
    } catch (error) {
      this.#release(event);
      if (event.isStored) this.#limiter.leave(event.accountId);
      else this.#giveBack([event]);
      throw error;
    }
  }

  /** A slot that was not needed after all is for the next event. */
  #release(event: ClaimedEvent): void {
    this.#endpoints.release(event);
    this.#startNext(event);
  }
}
