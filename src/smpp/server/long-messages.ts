import { newId } from '../../base/ids.ts';
import { Batch } from '../../bounds/batch.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { joinedText } from '../../domain/inbound/join.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { IdempotencyConflict, oncePerLongMessage, requestOrigin } from '../../flows/sending/order.ts';
import type { Sending } from '../../flows/sending/send.ts';
import {
  endParts,
  lateMessages,
  type RefusedMessage,
  refuseParts,
  type StoreOutcome,
  storeParts,
} from '../../flows/smpp/long-messages.ts';
import type { Runtime } from '../../runtime.ts';
import type { StoredPart, SubmittedPart } from '../../store/smpp/parts.ts';
import { Loop, type WorkPoll } from '../../work/loop.ts';
import { faultOf, SmppError } from './errors.ts';
import type { SubmitOptions } from './submit-options.ts';

/** After this time without another part, the parts received so far are sent as they are. */
export const partPatienceSeconds = 60;
const sweepMs = 5_000;
const mostInSweep = 100;

/** Removes the parts of a message that is refused permanently. */
type Refuse = (parts: readonly StoredPart[], error: Error) => Promise<void>;

/** Messages submitted in parts, over any binds and processes, and sent as one once all parts are received. */
export class LongMessages {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #storing: Batch<SubmittedPart, StoreOutcome>;
  readonly #drop: Refuse = (parts) => endParts(this.#runtime.db, parts, false);
  readonly #sweeping: Loop;

  constructor(runtime: Runtime, sending: Sending, waiting: WorkPoll) {
    this.#runtime = runtime;
    this.#sending = sending;
    this.#storing = new Batch({
      most: 500,
      mostPending: limits.pendingParts.most,
      ownerOf: ({ accountId }) => accountId,
      run: (parts) => storeParts(runtime.db, parts),
    });
    const gate = waiting.gate('smppParts');
    this.#sweeping = new Loop('smpp parts', sweepMs, runtime.log, () => this.#sweep(), { gate });
  }

  stop(): Promise<void> {
    return this.#sweeping.stop();
  }

  /** Resolves with the id of the message once the part is stored or, with the last part, the message is accepted. */
  async add(part: SubmittedPart): Promise<string> {
    const outcome = await this.#storing.add(part);
    if (outcome.kind === 'taken')
      throw new SmppError('ESME_RMSGQFUL', 'Another message with this reference is incomplete');
    if (outcome.kind === 'full') throw new SmppError('ESME_RMSGQFUL', 'Too many long messages are incomplete');
    return outcome.complete === undefined ? outcome.messageId : this.#send(outcome.complete);
  }

  async #send(parts: readonly StoredPart[], refuse = this.#drop): Promise<string> {
    const { messageId } = parts[0]!;
    try {
      await this.#sendAs(messageId, parts);
    } catch (error) {
      // After a temporary error the parts stay: the customer sends again, or the sweep finds them.
      const isPermanent = !['ESME_RSYSERR', 'ESME_RMSGQFUL'].includes(faultOf(error).status);
      if (isPermanent) await refuse(parts, error as Error);
      throw error;
    }
    await endParts(this.#runtime.db, parts, true).catch((err: unknown) =>
      // The sweep finds them, and sees that the message was sent.
      this.#runtime.log.warn({ err }, 'the parts of a sent message could not be removed yet'),
    );
    return messageId;
  }

  async #sendAs(messageId: string, parts: readonly StoredPart[]): Promise<void> {
    const { credentialId: keyId, accountId } = parts[0]!;
    const principal = { keyId, accountId };
    const order = { principal, request: joined(parts), origin: requestOrigin(principal, 'smpp') };
    const sendUnder = (id: string) => this.#sending.send({ ...order, messageIds: [id] }, oncePerLongMessage(order, id));
    try {
      await sendUnder(messageId);
    } catch (error) {
      if (!(error instanceof IdempotencyConflict) || error.kind === 'running') throw error;
      // The other parts were just sent without this one, so it becomes a message of its own.
      await sendUnder(newId());
    }
  }

  async #sweep(): Promise<boolean> {
    const { db, log, metrics } = this.#runtime;
    const late = await lateMessages(db, partPatienceSeconds, mostInSweep);
    for (const parts of late) {
      const { accountId, messageId, total } = parts[0]!;
      try {
        await this.#send(parts, (all, { message }) => refuseParts(db, all, refusal(all, message)));
        metrics.smppIncomplete.inc({ outcome: 'sent' });
        log.info(
          { accountId, messageId, total, parts: parts.length },
          'a long message was sent although parts of it are missing',
        );
      } catch (err) {
        const { status, isOurs } = faultOf(err);
        if (isOurs || status === 'ESME_RMSGQFUL') throw err;
        metrics.smppIncomplete.inc({ outcome: 'refused' });
        log.warn(
          { accountId, messageId, total, parts: parts.length, reason: (err as Error).message },
          'an incomplete long message was refused',
        );
      }
    }
    return late.length === mostInSweep;
  }
}

/** The options of the first part apply, with a receipt if any part requests one. */
function joined(parts: readonly StoredPart[]): SendRequest {
  const { sender, destination } = parts[0]!;
  const options = parts.map((part) => part.options as SubmitOptions);
  const registeredDelivery = options.find((each) => each.registeredDelivery !== 0)?.registeredDelivery ?? 0;
  return {
    sender,
    destinations: [destination],
    message: {
      content: joinedText(inOneAlphabet(parts)),
      isUnicode: parts.some(({ alphabet }) => alphabet === 'ucs2'),
    },
    ...options[0]!,
    registeredDelivery,
  };
}

/** A part without octets above 0x7F looks like GSM even if another part shows that the text is Latin-1. */
function inOneAlphabet(parts: readonly StoredPart[]): readonly StoredPart[] {
  const isLatin1 = parts.some(({ alphabet }) => alphabet === 'latin1');
  return isLatin1 ? parts.map((part) => (part.alphabet === 'gsm' ? { ...part, alphabet: 'latin1' } : part)) : parts;
}

function refusal(parts: readonly StoredPart[], reason: string): RefusedMessage {
  const { sender, destinations, message, registeredDelivery = 0 } = joined(parts);
  return { destination: destinations[0]!, sender, text: message.content, registeredDelivery, reason };
}
