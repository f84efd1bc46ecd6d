import { commandName, isRequestName, responseName } from '../protocol/commands.ts';
import { encode, type PduInput } from '../protocol/pdu.ts';
import { type PduError, statusCode } from '../protocol/status.ts';
import type { IncomingRequest, Reply } from './session-events.ts';
import type { Writer } from './writer.ts';

type ResponsesEvents = {
  readonly onRequest: (pdu: IncomingRequest) => Promise<Reply>;
  readonly onError: (error: unknown) => void;
  readonly onAnswered: () => void;
};

/** The peer's requests. Each gets its response when its handler settles, in any order. */
export class Responses {
  readonly #writer: Writer;
  readonly #events: ResponsesEvents;
  /** Requests whose handler has not settled. */
  count = 0;

  constructor(writer: Writer, events: ResponsesEvents) {
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
      throw new TypeError(`${reply.command} is not the response to ${pdu.command}`);
    } catch (error) {
      this.#events.onError(error);
      return { command, status: statusCode('ESME_RSYSERR') };
    }
  }

  /** Responds to a request that cannot be decoded: with its own response if the command is known. */
  refuse(error: PduError): void {
    const command = commandName(error.commandId);
    const isKnown = command !== undefined && isRequestName(command) && error.recoverable;
    this.write({ command: isKnown ? responseName(command) : 'generic_nack', status: error.status }, error.sequence);
  }

  /** A response that cannot be encoded becomes ESME_RSYSERR: without any, the peer would wait until its timeout. */
  write(pdu: PduInput, sequence: number): void {
    try {
      this.#writer.write(encode(pdu, sequence));
    } catch (error) {
      this.#events.onError(error);
      this.#writer.write(encode({ command: pdu.command, status: statusCode('ESME_RSYSERR') } as PduInput, sequence));
    }
  }
}
