import { claimFallbacks, storeFallback } from '../../flows/messages/fallbacks.ts';
import { matchReferences } from '../../flows/messages/receipts.ts';
import type { EventConsumer } from '../../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../../runtime.ts';
import type { DueFallback } from '../../store/message/fallbacks.ts';
import type { Permit } from '../local-carrier.ts';
import type { Router } from '../router.ts';

/** Each takes a place in the window of its carrier, beside messages that are sent for the first time. */
const mostInRound = 100;

/** Sends messages with `fallbackSeconds` a second time, over another carrier. Their state does not change. */
export class Fallback {
  readonly #runtime: Runtime;
  readonly #router: Router;
  readonly #consumer: EventConsumer;

  constructor(runtime: Runtime, router: Router, consumer: EventConsumer) {
    this.#runtime = runtime;
    this.#router = router;
    this.#consumer = consumer;
  }

  /** True if there may be more. */
  async round(): Promise<boolean> {
    const { db, config } = this.#runtime;
    const { claimed, found } = await claimFallbacks(
      db,
      config.validitySeconds,
      mostInRound,
      (message) => this.#choose(message),
      (permit) => permit.giveBack(),
    );
    await Promise.all(claimed.map(({ message, permit }) => this.#send(message, permit)));
    return found === mostInRound;
  }

  #choose(message: DueFallback): Permit | undefined {
    if (this.#router.pausedAccounts.has(message.accountId)) return undefined;
    return this.#router.permitOfAnother(message, message.carriers);
  }

  async #send(message: DueFallback, permit: Permit): Promise<void> {
    const { db, log, metrics } = this.#runtime;
    try {
      if (!(await permit.enter())) return;
      const { carrierId } = permit;
      const result = await permit.submit({
        ...message,
        messageId: message.id,
        sender: this.#router.senderOf(carrierId, message),
        validUntil: new Date(Date.now() + message.validFor * 1_000),
      });
      metrics.fallbacks.inc({ outcome: result.kind });
      if (result.kind !== 'accepted') return;
      await storeFallback(db, message, carrierId, result.references);
      // The receipt may have arrived before the parts were stored.
      await matchReferences(db, this.#router.siblings(carrierId), result.references, this.#consumer);
    } catch (err) {
      log.error({ err, message: message.id }, 'could not store a fallback; its receipts will not match');
    } finally {
      permit.giveBack();
    }
  }
}
