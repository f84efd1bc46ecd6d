import { Batch } from '../../bounds/batch.ts';
import { afterUnanswered } from '../../domain/message/unanswered.ts';
import { type Patience, type Settlement, validUntil } from '../../flows/messages/settlement.ts';
import { noRoute, vanished } from '../../flows/messages/sweeps.ts';
import type { Runtime } from '../../runtime.ts';
import { type ClaimedMessage, markSubmitting } from '../../store/message/queue.ts';
import { undecidedQueue } from '../../store/message/queues.ts';
import type { Worker } from '../../work/worker.ts';
import type { Handover, SubmitResult } from '../carrier.ts';
import { Permit } from '../local-carrier.ts';
import type { Router } from '../router.ts';

const mostMarked = 500;

/** What to store for a message, and the permit that it keeps until that is stored. */
export type SubmitOutcome = { readonly settlement: Settlement; readonly permit?: Permit };

/** Hands one message to a carrier: by the permit that it has, or by one of the carrier that its route leads to. */
export class Submitter {
  readonly #runtime: Runtime;
  readonly #router: Router;
  readonly #worker: Worker;
  readonly #patience: Patience;
  readonly #marking: Batch<ClaimedMessage & { carrierId: string }, boolean>;

  constructor(runtime: Runtime, router: Router, worker: Worker, patience: Patience) {
    this.#runtime = runtime;
    this.#router = router;
    this.#worker = worker;
    this.#patience = patience;
    this.#marking = new Batch({
      most: mostMarked,
      run: async (marks) => {
        const marked = await markSubmitting(runtime.db, worker.id, marks);
        return marks.map(({ id }) => marked.has(id));
      },
    });
  }

  async submit(message: ClaimedMessage, reserved: Permit | undefined): Promise<SubmitOutcome> {
    if (message.carrierId !== undefined) {
      return { settlement: { message, kind: 'unanswered', reason: vanished } };
    }
    const { life } = this.#worker;
    let permit = reserved ?? this.#decide(message);
    while (permit instanceof Permit && !(await permit.enter())) {
      permit.giveBack();
      permit = this.#decide(message);
    }
    if (!(permit instanceof Permit)) return { settlement: await permit };
    // The message waited past its validity: once put back, it is found to have expired.
    if (Date.now() > validUntil(message, this.#patience)) return { settlement: { message, kind: 'not yet' }, permit };
    // While it waited, the lease of this process may have ended, and another process may have sent the message.
    if (life === undefined || life !== this.#worker.life) return { settlement: { message, kind: 'not yet' }, permit };
    return this.#submitTo(permit, message);
  }

  /** A permit of the routed carrier, or the settlement to store instead. */
  #decide(message: ClaimedMessage): Permit | Settlement | Promise<Settlement> {
    const decision = this.#router.decide(message);
    if (decision === 'unknown') return { message, kind: 'not yet' };
    if (decision === 'nowhere') return this.#withoutRoute(message);
    return this.#router.permit(decision.queue) ?? { message, kind: 'moved', queue: decision.queue };
  }

  /** A message is refused only if the routes of this process are current: one may have been added a moment ago. */
  async #withoutRoute(message: ClaimedMessage): Promise<Settlement> {
    const isSure = (await this.#router.isCurrent()) && this.#router.decide(message) === 'nowhere';
    return isSure ? { message, kind: 'refused', reason: noRoute(message.country) } : { message, kind: 'not yet' };
  }

  async #submitTo(permit: Permit, message: ClaimedMessage): Promise<SubmitOutcome> {
    try {
      const isOurs = permit.unanswered === 'resend' || (await this.#mark(message, permit.carrierId));
      if (!isOurs) return { settlement: { message, kind: 'not yet' }, permit };
      const { traces } = this.#runtime;
      const began = traces === undefined ? 0 : Date.now();
      const sender = this.#router.senderOf(permit.carrierId, message);
      const result = await permit.submit(toHandover(message, sender, this.#patience));
      traces?.submitted(message.id, began, permit.carrierId, result.kind);
      return { settlement: this.#toSettlement(message, permit, result), permit };
    } catch (err) {
      permit.giveBack();
      throw err;
    }
  }

  /** False if the lease of this process ended, so that the message may belong to another process. */
  #mark(message: ClaimedMessage, carrierId: string): Promise<boolean> {
    return this.#marking.add({ ...message, carrierId });
  }

  #toSettlement(message: ClaimedMessage, { carrierId, unanswered }: Permit, result: SubmitResult): Settlement {
    switch (result.kind) {
      case 'accepted':
        return { message, kind: 'submitted', carrierId, references: result.references };
      case 'refused':
        return { message, kind: 'refused', reason: result.reason };
      case 'later':
        return { message, kind: 'later', reason: result.reason, queue: this.#nextQueue(message) };
      case 'unanswered':
        return afterUnanswered(unanswered, message.unanswered + 1) === 'resend'
          ? { message, kind: 'later', reason: result.reason, queue: this.#nextQueue(message), unanswered: true }
          : { message, kind: 'unanswered', reason: result.reason };
    }
  }

  /** The queue of the carrier for the next attempt, where the message is counted, rather than the undecided queue. */
  #nextQueue(message: ClaimedMessage): number {
    const decision = this.#router.decide({ ...message, attempts: message.attempts + 1, queue: undecidedQueue });
    return typeof decision === 'string' ? undecidedQueue : decision.queue;
  }
}

function toHandover(message: ClaimedMessage, sender: string, patience: Patience): Handover {
  return { ...message, sender, messageId: message.id, validUntil: new Date(validUntil(message, patience)) };
}
