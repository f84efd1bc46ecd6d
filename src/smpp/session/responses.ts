import { commandName, isRequestName, responseName } from '../protocol/commands.ts';
import { encode, type PduInput } from '../protocol/pdu.ts';
import type { PduError } from '../protocol/pdu-error.ts';
import { statusCode } from '../protocol/status.ts';
import type { IncomingRequest, Reply } from './session-events.ts';
import type { Writer } from './writer.ts';

type Events = {
  readonly onRequest: (pdu: IncomingRequest) => Promise<Reply>;
  readonly onError: (error: unknown) => void;
  readonly onAnswered: () => void;
};

/** The peer's side of the conversation: its requests are answered when their handler has settled, in any order. */
export class Answers {
  readonly #writer: Writer;
  readonly #events: Events;
  /** Requests in our hands. */
  count = 0;

  constructor(writer: Writer, events: Events) {
    this.#writer = writer;
    this.#events = events;
  }

  async answer(pdu: IncomingRequest): Promise<void> {
    this.count++;
    const reply = await this.#replyTo(pdu);
    this.count--;
    this.write(reply, pdu.sequence);
    this.#events.onAnswered();
  }

  async #replyTo(pdu: IncomingRequest): Promise<Reply> {
    const command = responseName(pdu.command);
    try {
      const reply = await this.#events.onRequest(pdu);
      if (reply.command === command) return reply;
      throw new TypeError(`${pdu.command} was to be answered with ${reply.command}`);
    } catch (error) {
      this.#events.onError(error);
      return { command, status: statusCode('ESME_RSYSERR') };
    }
  }

  /** Says what was wrong with a request, in the answer that belongs to it if the command is known. */
  refuse(error: PduError): void {
    const command = commandName(error.commandId);
    const isKnown = command !== undefined && isRequestName(command) && error.recoverable;
    this.write({ command: isKnown ? responseName(command) : 'generic_nack', status: error.status }, error.sequence);
  }

  /** An answer that does not fit its fields is still an answer: the peer must not wait for ever. */
  write(pdu: PduInput, sequence: number): void {
    try {
      this.#writer.write(encode(pdu, sequence));
    } catch (error) {
      this.#events.onError(error);
      this.#writer.write(encode({ command: pdu.command, status: statusCode('ESME_RSYSERR') } as PduInput, sequence));
    }
  }
}
