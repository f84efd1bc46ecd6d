import { sign } from '../domain/signature.ts';
import { Batch } from '../flows/batch.ts';
import type { Desk } from '../flows/courier.ts';
import { claimForEndpoints, firstEndpoint, judge, secretsFor, storeResults } from '../flows/deliver.ts';
import { newId } from '../ids.ts';
import { Loop } from '../loop.ts';
import type { Runtime } from '../runtime.ts';
import {
  type ClaimedEvent,
  type DeliveryResult,
  type Endpoint,
  unblockForgotten,
  unblockOlder,
} from '../store/deliveries.ts';
import { version } from '../version.ts';
import { Endpoints } from './endpoints.ts';
import { type Attempt, createPoster, type Poster } from './post.ts';

const pollMs = 500;
const sweepMs = 500;
const mostSwept = 1_000;
const mostLookedAt = 5_000;
/** Not swept for so long, a process looks at everything: perhaps nobody has, and what was forgotten then is no longer recent. */
const missedMs = 10_000;
/** Requests under way in this process, over all endpoints. */
const mostHeld = 1_000;
const secretsKeptMs = 5_000;
/** Results are stored in sets of what comes in this time: the endpoint has its next event already. */
const restMs = 15;

/** Delivers events: claims in sets, signs, posts, settles in sets. */
export class Deliverer {
  readonly #lease = newId();
  readonly #runtime: Runtime;
  readonly #endpoints: Endpoints;
  readonly #poster: Poster;
  readonly #storing: Batch<DeliveryResult, undefined>;
  readonly #secrets = new Map<string, { secrets: string[]; until: number }>();
  #loops: Loop[] = [];
  #after: Endpoint = firstEndpoint;
  #held = 0;
  #reserved = 0;
  #stopping = false;
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** How far the look at everything has come. */
  #older: string | undefined;
  /** Whether the last claim found something, so that another may. */
  #backlog = false;

  constructor(runtime: Runtime) {
    const { config, db, clock } = runtime;
    this.#runtime = runtime;
    this.#endpoints = new Endpoints(clock, config.webhookRetryScale);
    this.#poster = createPoster({
      allow: config.webhookAllow,
      userAgent: `${config.serviceName}/${version}`,
      // Per origin and over all accounts: far above the slots of one of them.
      connections: 256,
      log: runtime.log,
    });
    this.#storing = new Batch({
      most: 2_000,
      restMs,
      run: async (results) => {
        this.#give(await storeResults(db, this.#lease, results));
        return results.map(() => undefined);
      },
    });
  }

  start(): void {
    const { log } = this.#runtime;
    this.#loops = [
      new Loop('webhooks', pollMs, log, () => this.#claim()),
      new Loop('webhook order', sweepMs, log, () => this.#sweep()),
    ];
  }

  /** Takes what this process writes itself, without a search. */
  get desk(): Desk {
    return {
      lease: this.#lease,
      reserve: (endpoint) => this.#reserve(endpoint),
      release: (endpoint) => {
        this.#reserved -= 1;
        this.#endpoints.unreserve(endpoint);
      },
      give: (events) => this.#give(events),
      wake: () => this.#loops[0]?.wake(),
    };
  }

  #reserve(endpoint: Endpoint): boolean {
    if (this.#held + this.#reserved >= mostHeld || this.#stopping || !this.#endpoints.reserve(endpoint)) return false;
    this.#reserved += 1;
    return true;
  }

  #give(events: ClaimedEvent[]): void {
    if (events.length === 0) return;
    this.#take(events).catch((err: unknown) =>
      this.#runtime.log.warn({ err }, 'webhooks wait for the end of their lease'),
    );
  }

  async stop(budgetMs: number): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    const until = Date.now() + budgetMs;
    while (this.#held > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#poster.close();
  }

  async #sweep(): Promise<boolean> {
    const { db, clock } = this.#runtime;
    const now = clock();
    if (now - this.#sweptAt > missedMs) this.#older = '-infinity';
    const unblocked = await unblockForgotten(db, mostSwept);
    this.#sweptAt = now;
    const isLooking = this.#older !== undefined;
    if (this.#older !== undefined) this.#older = await unblockOlder(db, this.#older, mostLookedAt);
    if (unblocked > 0 || isLooking) this.#loops[0]?.wake();
    return unblocked === mostSwept;
  }

  async #claim(): Promise<boolean> {
    const left = mostHeld - this.#held;
    if (left <= 0) return false;
    const roomOf = (endpoint: Endpoint) => Math.min(left, this.#endpoints.roomOf(endpoint));
    const { events, last } = await claimForEndpoints(this.#runtime.db, this.#lease, this.#after, roomOf);
    const wrapped = last.origin === '' && this.#after.origin !== '';
    this.#after = last;
    this.#backlog = events.length > 0;
    if (events.length > 0) await this.#take(events);
    return events.length > 0 || wrapped;
  }

  async #take(events: ClaimedEvent[]): Promise<void> {
    await this.#loadSecrets([...new Set(events.map(({ accountId }) => accountId))]);
    for (const event of events) this.#endpoints.add(event);
    for (const event of events) this.#startNext(event);
  }

  #startNext(endpoint: Endpoint): void {
    for (const event of this.#endpoints.next(endpoint)) void this.#deliver(event);
  }

  async #deliver(event: ClaimedEvent): Promise<void> {
    this.#held += 1;
    try {
      const attempt = await this.#attempt(event);
      // Cut off by our own end: no attempt of the customer's endpoint, and none that counts.
      if (!attempt.stopped) await this.#conclude(event, attempt);
    } catch (err) {
      // Not stored: the lease runs out and it is delivered again, with the same webhook-id.
      this.#runtime.log.error({ err }, 'the result of a webhook could not be stored');
    } finally {
      this.#held -= 1;
    }
  }

  #conclude(event: ClaimedEvent, attempt: Attempt): Promise<unknown> {
    const wantsMore = this.#endpoints.end(event, attempt.ok, attempt.durationMs);
    this.#startNext(event);
    if (wantsMore && this.#backlog) this.#loops[0]?.wake();
    this.#runtime.metrics.webhooks.inc({ outcome: attempt.ok ? 'delivered' : 'failed' });
    return this.#storing.add(judge(event, attempt, this.#runtime.config.webhookRetryScale, Math.random()));
  }

  /** The event may have waited in line for longer than secrets are kept. Whatever fails here must not cost the endpoint a slot. */
  async #attempt(event: ClaimedEvent): Promise<Attempt> {
    try {
      if (!this.#hasSecrets(event.accountId)) await this.#loadSecrets([event.accountId]);
      return await this.#poster.post({ url: event.url, body: event.payload, headers: this.#headers(event) });
    } catch (error) {
      this.#endpoints.release(event);
      throw error;
    }
  }

  #headers({ id, kind, subjectId, accountId, payload: body }: ClaimedEvent): Record<string, string> {
    const timestamp = Math.floor(this.#runtime.clock() / 1_000);
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': sign({ id, timestamp, body, secrets: this.#secrets.get(accountId)!.secrets }),
      ...(kind === 'delivery report' ? { 'x-message-id': subjectId } : {}),
    };
  }

  /** Kept for a few seconds: a rotation has a day to spread. */
  async #loadSecrets(accountIds: string[]): Promise<void> {
    const missing = accountIds.filter((id) => !this.#hasSecrets(id));
    if (missing.length === 0) return;
    if (this.#secrets.size > 10_000) this.#secrets.clear();
    const until = this.#runtime.clock() + secretsKeptMs;
    for (const [id, secrets] of await secretsFor(this.#runtime.db, missing)) this.#secrets.set(id, { secrets, until });
  }

  #hasSecrets(accountId: string): boolean {
    return (this.#secrets.get(accountId)?.until ?? 0) > this.#runtime.clock();
  }
}
