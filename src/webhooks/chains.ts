import type { ClaimedEvent } from '../store/webhook/deliveries.ts';

type Chain = {
  readonly waiting: ClaimedEvent[];
  /** A report of this message is being attempted. */
  isActive: boolean;
  /** Expected reports, and reports whose results are not stored. */
  open: number;
  /** The id of a report that will be retried from the outbox; all behind it wait there as well. */
  brokenAt: string | undefined;
};

/** The reports of each message that are in memory only: each starts when the one before has ended. */
export class Chains {
  readonly #chains = new Map<string, Chain>();

  has(messageId: string): boolean {
    return this.#chains.has(messageId);
  }

  /**
   * A report will be added if its transaction commits. Until then the chain is kept, since an earlier report may be stored for a retry
   * meanwhile.
   */
  expect(messageId: string): void {
    const chain = this.#chains.get(messageId);
    if (chain === undefined)
      this.#chains.set(messageId, { waiting: [], isActive: false, open: 1, brokenAt: undefined });
    else chain.open += 1;
  }

  /** Whether the event may start, waits here, or has to wait in the outbox. */
  add(event: ClaimedEvent): 'start' | 'wait' | 'block' {
    const chain = this.#chains.get(event.subjectId);
    if (chain === undefined) {
      this.#chains.set(event.subjectId, { waiting: [], isActive: true, open: 1, brokenAt: undefined });
      return 'start';
    }
    chain.open += 1;
    if (chain.brokenAt !== undefined) return 'block';
    if (chain.isActive) {
      chain.waiting.push(event);
      return 'wait';
    }
    chain.isActive = true;
    return 'start';
  }

  /** The event was delivered or given up. Returns the next one, which may start. */
  next({ subjectId }: ClaimedEvent): ClaimedEvent | undefined {
    const chain = this.#chains.get(subjectId)!;
    const event = chain.waiting.shift();
    chain.isActive = event !== undefined;
    return event;
  }

  /** The event will be retried. Returns those behind it, which have to wait in the outbox. */
  break({ subjectId, id }: ClaimedEvent): ClaimedEvent[] {
    const chain = this.#chains.get(subjectId)!;
    chain.brokenAt ??= id;
    return chain.waiting.splice(0);
  }

  /** The event that the blocked ones wait for. It may be stored after them. */
  brokenAt({ subjectId }: ClaimedEvent): string {
    return this.#chains.get(subjectId)!.brokenAt!;
  }

  /** An expected report was added or will not be; or the result of a report is stored. */
  leave(messageId: string): void {
    const chain = this.#chains.get(messageId)!;
    chain.open -= 1;
    if (chain.open === 0) this.#chains.delete(messageId);
  }
}
