import { Batch } from '../../bounds/batch.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { textOf } from '../../domain/inbound/join.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { IdempotencyConflict, type Sending } from '../../flows/send.ts';
import {
  endParts,
  lateMessages,
  type PartOutcome,
  type RefusedMessage,
  refuseParts,
  storeParts,
} from '../../flows/smpp/long-messages.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import type { StoredPart, SubmittedPart } from '../../store/smpp/parts.ts';
import { Loop } from '../../work/loop.ts';
import type { WorkPoll } from '../../work/work-poll.ts';
import { faultOf, Refused } from './errors.ts';
import type { Wishes } from './submit-options.ts';

/** Parts that are still missing after this time will not come: what is there is sent as it is. */
export const patienceSeconds = 60;
const sweepMs = 5_000;
const mostInSweep = 100;

/** What becomes of the parts of a message that is refused for good. */
type Refuse = (parts: readonly StoredPart[], error: Error) => Promise<void>;

/** Messages that come in parts, over any binds and processes: sent as one, once all parts are here. */
export class LongMessages {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #waiting: WorkPoll;
  readonly #storing: Batch<SubmittedPart, PartOutcome>;
  readonly #drop: Refuse = (parts) => endParts(this.#runtime.db, parts, false);
  #sweeping: Loop | undefined;

  constructor(runtime: Runtime, sending: Sending, waiting: WorkPoll) {
    this.#runtime = runtime;
    this.#sending = sending;
    this.#waiting = waiting;
    this.#storing = new Batch({
      most: 500,
      mostPending: limits.pendingParts.most,
      ownerOf: ({ accountId }) => accountId,
      run: (parts) => storeParts(runtime.db, parts),
    });
  }

  start(): void {
    this.#sweeping = new Loop('smpp parts', sweepMs, this.#runtime.log, () => this.#sweep(), {
      gate: this.#waiting.gate('smppParts'),
    });
  }

  async stop(): Promise<void> {
    await this.#sweeping?.stop();
  }

  /**
   * Resolves with the id of the message once the part is stored; with the last one, once the message is accepted. Rejects if it is
   * refused, which is told to whoever brought the last part.
   */
  async add(part: SubmittedPart): Promise<string> {
    const outcome = await this.#storing.add(part);
    if (outcome.kind === 'taken')
      throw new Refused('ESME_RMSGQFUL', 'Another message with this reference is not whole yet');
    if (outcome.kind === 'full') throw new Refused('ESME_RMSGQFUL', 'Too many long messages wait for their parts');
    return outcome.whole === undefined ? outcome.messageId : this.#send(outcome.whole);
  }

  async #send(parts: readonly StoredPart[], refuse = this.#drop): Promise<string> {
    const { messageId } = parts[0]!;
    try {
      await this.#sendAs(messageId, parts);
    } catch (error) {
      // What may be better later stays: it comes again, or the sweep finds it.
      const isOver = !['ESME_RSYSERR', 'ESME_RMSGQFUL'].includes(faultOf(error).status);
      if (isOver) await refuse(parts, error as Error);
      throw error;
    }
    await endParts(this.#runtime.db, parts, true).catch((err: unknown) =>
      // Found by the sweep, which learns that the message was sent.
      this.#runtime.log.warn({ err }, 'the parts of a message that was sent could not be removed yet'),
    );
    return messageId;
  }

  async #sendAs(messageId: string, parts: readonly StoredPart[]): Promise<void> {
    const { credentialId: keyId, accountId } = parts[0]!;
    const principal = { keyId, accountId };
    try {
      await this.#sending.sendJoined(principal, joined(parts), messageId);
    } catch (error) {
      if (!(error instanceof IdempotencyConflict) || error.kind === 'running') throw error;
      // A part came when the rest was just being sent as it was: it is a message of its own.
      await this.#sending.sendJoined(principal, joined(parts), newId());
    }
  }

  async #sweep(): Promise<boolean> {
    const { db, log, metrics } = this.#runtime;
    const late = await lateMessages(db, patienceSeconds, mostInSweep);
    for (const parts of late) {
      const { accountId, messageId, total } = parts[0]!;
      try {
        await this.#send(parts, (all, { message }) => refuseParts(db, all, refusal(all, message)));
        metrics.smppIncomplete.inc({ outcome: 'sent' });
        log.info(
          { accountId, messageId, total, parts: parts.length },
          'a long message was sent although parts of it never came',
        );
      } catch (err) {
        const { status, isOurs } = faultOf(err);
        if (isOurs || status === 'ESME_RMSGQFUL') throw err;
        metrics.smppIncomplete.inc({ outcome: 'refused' });
        log.warn(
          { accountId, messageId, total, parts: parts.length, reason: (err as Error).message },
          'a long message whose parts never came was refused',
        );
      }
    }
    return late.length === mostInSweep;
  }
}

/** What the first part wishes counts, and a receipt that any of them asks for. */
function joined(parts: readonly StoredPart[]): SendRequest {
  const { sender, destination } = parts[0]!;
  const wishes = parts.map((part) => part.wishes as Wishes);
  const registeredDelivery = wishes.find((wish) => wish.registeredDelivery !== 0)?.registeredDelivery ?? 0;
  return {
    sender,
    destinations: [destination],
    message: { content: textOf(inOneAlphabet(parts)), isUnicode: parts.some(({ alphabet }) => alphabet === 'ucs2') },
    ...wishes[0]!,
    registeredDelivery,
  };
}

/** A part without an octet above 0x7F looks like GSM, also where another part shows that the text is Latin-1. */
function inOneAlphabet(parts: readonly StoredPart[]): readonly StoredPart[] {
  const isLatin1 = parts.some(({ alphabet }) => alphabet === 'latin1');
  return isLatin1 ? parts.map((part) => (part.alphabet === 'gsm' ? { ...part, alphabet: 'latin1' } : part)) : parts;
}

function refusal(parts: readonly StoredPart[], reason: string): RefusedMessage {
  const { sender, destinations, message, registeredDelivery = 0 } = joined(parts);
  return { destination: destinations[0]!, sender, text: message.content, registeredDelivery, reason };
}
