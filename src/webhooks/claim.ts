import type { Limiter } from '../bounds/limiter.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { type BindTransport, claimInTurns, claimParked, firstTurns, giveUpParked } from '../flows/webhooks/deliver.ts';
import type { EventConsumer } from '../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import { type ParkedSearch, parkRetries } from '../store/webhook/waiting-deliveries.ts';
import { Loop } from '../work/loop.ts';
import type { Endpoints } from './endpoints.ts';

const pollMs = 500;
/** How often events whose account has had no bind for too long are given up. */
const giveUpMs = 60_000;
/** The retries of an account that binds repeatedly are brought forward at most once in this time. */
const bringForwardMs = 1_000;
/** Free permits at which an account that had none is claimed for again before the next poll. */
const roomToClaim = 100;

type ClaimerOptions = {
  readonly limiter: Limiter;
  /** Permits of the limiter. */
  readonly mostHeld: number;
  readonly endpoints: Endpoints;
  readonly binds: BindTransport | undefined;
};

/** Claims due events from the outbox for the consumer, as many as the accounts and endpoints have room for. */
export class Claimer {
  readonly #runtime: Runtime;
  readonly #consumer: EventConsumer;
  readonly #options: ClaimerOptions;
  readonly #turns = firstTurns();
  /** When the retries of an account were last brought forward. */
  readonly #broughtForward = new Map<string, number>();
  #loop: Loop | undefined;
  #givingUp: Loop | undefined;
  /** Whether the last claim found events, so that another may. */
  #backlog = false;
  /** Whether an account had more due events than permits. */
  #isShort = false;

  constructor(runtime: Runtime, consumer: EventConsumer, options: ClaimerOptions) {
    this.#runtime = runtime;
    this.#consumer = consumer;
    this.#options = options;
  }

  start(): void {
    const { log, metrics } = this.#runtime;
    const onDone = metrics.jobDone;
    const gate = this.#consumer.worker.waiting.gate('webhooks');
    this.#loop = new Loop('webhooks', pollMs, log, () => this.#claim(), { onDone, gate });
    this.#givingUp = new Loop('events without a bind', this.#giveUpMs, log, () => this.#giveUpParked(), { onDone });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#loop?.stop(), this.#givingUp?.stop()]);
  }

  wake(): void {
    this.#loop?.wake();
  }

  /** An endpoint has few events left to start. */
  onEndpointRoom(): void {
    if (this.#backlog) this.wake();
  }

  /** The permits of the events of these results were released. */
  onAccountRoom(results: readonly { readonly event: ClaimedEvent }[]): void {
    if (!this.#isShort) return;
    if (results.some(({ event }) => this.#options.limiter.roomOf(event.accountId) >= roomToClaim)) this.wake();
  }

  /** Claims what waits for a bind of this account, including retries that are not due yet. */
  onNewBind(accountId: string): void {
    this.wake();
    this.#bringForward(accountId).catch((err: unknown) =>
      this.#runtime.log.warn(
        { err },
        'retries could not be brought forward for a new bind; they wait for their next attempt',
      ),
    );
  }

  async #claim(): Promise<boolean> {
    const { db, metrics } = this.#runtime;
    const { limiter, mostHeld, endpoints } = this.#options;
    metrics.webhooksHeld.set(limiter.used);
    const free = mostHeld - limiter.used;
    if (free <= 0) return false;
    const { taken, atEnd, isShort } = await claimInTurns(db, this.#consumer, this.#turns, {
      free,
      roomOf: (accountId) => limiter.roomOf(accountId),
      endpointsOf: (accountIds) => endpoints.of(accountIds),
    });
    const bound = await claimParked(db, this.#consumer, this.#parkedSearches());
    this.#backlog = taken + bound > 0;
    this.#isShort = isShort;
    return taken + bound > 0 || !atEnd;
  }

  #parkedSearches(): ParkedSearch[] {
    const { limiter, endpoints, binds } = this.#options;
    return (binds?.bound() ?? []).flatMap(({ accountId, urls }) => {
      const endpoint = endpoints.roomOf({ accountId, origin: bindOrigin });
      const room = Math.min(endpoint, limiter.roomOf(accountId));
      return room > 0 ? urls.map((url) => ({ accountId, url, room })) : [];
    });
  }

  async #bringForward(accountId: string): Promise<void> {
    const now = performance.now();
    for (const [account, at] of this.#broughtForward) {
      if (now - at > bringForwardMs) this.#broughtForward.delete(account);
    }
    if (this.#broughtForward.has(accountId)) return;
    this.#broughtForward.set(accountId, now);
    if ((await parkRetries(this.#runtime.db, accountId)) > 0) this.wake();
  }

  get #giveUpMs(): number {
    return Math.max(pollMs, giveUpMs * Math.min(1, this.#runtime.config.webhookRetryScale));
  }

  async #giveUpParked(): Promise<boolean> {
    const { db, config } = this.#runtime;
    return (await giveUpParked(db, this.#consumer.worker.id, config.webhookRetryScale)) > 0;
  }
}
