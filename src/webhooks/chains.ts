import type { ClaimedEvent } from '../store/webhook/deliveries.ts';

type Chain = {
  readonly waiting: ClaimedEvent[];
  /** One of them is being posted. */
  isActive: boolean;
  /** Those whose results are not stored, and those that are expected. */
  open: number;
  /** The id of one that is to be tried again later, from the outbox; so are all behind it. */
  brokenAt: string | undefined;
};

/** Reports of a message that are in memory only: each is posted when the one before has ended. */
export class Chains {
  readonly #chains = new Map<string, Chain>();

  has(messageId: string): boolean {
    return this.#chains.has(messageId);
  }

  /**
   * A report will come, or not, once its transaction has ended. Until then it is known what has become of those before it: one of them
   * may be stored meanwhile, to be tried again later.
   */
  expect(messageId: string): void {
    const chain = this.#chains.get(messageId);
    if (chain === undefined)
      this.#chains.set(messageId, { waiting: [], isActive: false, open: 1, brokenAt: undefined });
    else chain.open += 1;
  }

  /** What is to be done with the event: it may start, it waits here, or it has to wait in the outbox. */
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

  /** The event has ended well, or is given up: the next may start. */
  next({ subjectId }: ClaimedEvent): ClaimedEvent | undefined {
    const chain = this.#chains.get(subjectId)!;
    const event = chain.waiting.shift();
    chain.isActive = event !== undefined;
    return event;
  }

  /** The event will be tried again later: those behind it, which have to wait in the outbox. */
  break({ subjectId, id }: ClaimedEvent): ClaimedEvent[] {
    const chain = this.#chains.get(subjectId)!;
    chain.brokenAt ??= id;
    return chain.waiting.splice(0);
  }

  /** What those that have to wait in the outbox wait for. It may be stored after them. */
  brokenAt({ subjectId }: ClaimedEvent): string {
    return this.#chains.get(subjectId)!.brokenAt!;
  }

  /** One that was expected has come, or does not come; or the result of one is stored. */
  leave(messageId: string): void {
    const chain = this.#chains.get(messageId)!;
    chain.open -= 1;
    if (chain.open === 0) this.#chains.delete(messageId);
  }
}
