import type { Socket } from 'node:net';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { KeyRefused, Refusal } from '../../domain/errors.ts';
import type { RequestName } from '../protocol/commands.ts';
import { statusName } from '../protocol/status.ts';
import { Session } from '../session/session.ts';
import type { IncomingRequest, Reply, SessionSettings } from '../session/session-events.ts';
import type { Bind, BindPdu } from './bind.ts';
import type { Desk } from './bind-service.ts';
import { faultOf, Refused, refusal } from './errors.ts';

/** Who does not say who it is within this time has nothing to say. */
const bindMs = 10_000;
/** After a refused bind, so that its answer is read first. */
const lingerMs = 1_000;
export const unboundSettings: Partial<SessionSettings> = {
  window: 1,
  maxIncoming: 5,
  maxPduLength: limits.pdu.most,
  maxChatter: 100,
  enquireLinkMs: 30_000,
  responseTimeoutMs: 10_000,
};

export type ConnectionEvents = {
  /** It has bound, or is gone: told once. */
  onKnown(): void;
  onClose(): void;
};

/** One connection of a customer: what it may do depends on its bind. */
export class Connection {
  readonly session: Session;
  readonly #desk: Desk;
  readonly #timer: NodeJS.Timeout;
  #bind: Bind | undefined;
  #binding: Promise<unknown> | undefined;
  #unbound = 0;
  #onKnown: (() => void) | undefined;

  constructor(socket: Socket, desk: Desk, events: ConnectionEvents) {
    this.#desk = desk;
    this.#onKnown = () => events.onKnown();
    this.#timer = setTimeout(() => this.session.end(), bindMs);
    this.session = new Session(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(pdu),
        onMalformed: () => {
          if (this.#bind) this.#bind.counters.errors += 1;
        },
        onRoom: () => this.#bind && desk.binds.room(this.#bind),
        onClose: () => {
          clearTimeout(this.#timer);
          if (this.#bind) desk.leave(this.#bind);
          this.#becomeKnown();
          events.onClose();
        },
        onHandlerError: (err) => desk.runtime.log.error({ err }, 'a request by SMPP failed unexpectedly'),
      },
      unboundSettings,
    );
  }

  #becomeKnown(): void {
    this.#onKnown?.();
    this.#onKnown = undefined;
  }

  get isBound(): boolean {
    return this.#bind !== undefined;
  }

  async #onRequest(pdu: IncomingRequest): Promise<Reply> {
    const reply = await this.#answer(pdu);
    const status = statusName(reply.status ?? 0);
    this.#desk.runtime.metrics.smppRequests.inc({ command: pdu.command, status });
    if (this.#bind) this.#count(this.#bind, pdu.command, status === 'ESME_ROK');
    return reply;
  }

  #count({ counters }: Bind, command: RequestName, isFine: boolean): void {
    counters.activeAt = this.#desk.runtime.clock();
    if (command.startsWith('submit') || command === 'data_sm') counters.submits += 1;
    if (!isFine) counters.errors += 1;
  }

  async #answer(pdu: IncomingRequest): Promise<Reply> {
    try {
      if (isBind(pdu)) return await this.#enter(pdu);
      if (this.#bind === undefined) await this.#binding;
      return this.#bind === undefined ? this.#refuseUnbound(pdu) : await this.#serve(this.#bind, pdu);
    } catch (error) {
      if (this.#bind !== undefined) await this.#desk.rates.wrong(this.#bind.terms);
      return this.#refuse(pdu, error);
    }
  }

  #refuse(pdu: IncomingRequest, error: unknown): Reply {
    const { status, text, isOurs } = faultOf(error);
    const { log, metrics } = this.#desk.runtime;
    if (error instanceof Refusal) metrics.refused.inc({ code: error.code });
    if (isOurs) log.error({ err: error, command: pdu.command }, 'a request by SMPP was put off');
    // Whoever revoked the credential wants nothing more of it, and other binds hear of it within two seconds.
    if (error instanceof KeyRefused) void this.#bind?.close('the credential is not valid any more');
    return refusal(pdu.command, status, text, this.#bind?.version);
  }

  #refuseUnbound(pdu: IncomingRequest): Reply {
    this.#unbound += 1;
    if (this.#unbound >= limits.requestsBeforeBind.most) this.#endSoon();
    return refusal(pdu.command, 'ESME_RINVBNDSTS');
  }

  async #enter(pdu: BindPdu): Promise<Reply> {
    if (this.#bind !== undefined || this.#binding !== undefined) return refusal(pdu.command, 'ESME_RALYBND');
    const entering = this.#desk.enter(this.session, pdu);
    this.#binding = entering.catch(() => undefined);
    try {
      const { bind, reply } = await entering;
      this.#settle(bind);
      return reply;
    } catch (error) {
      this.#endSoon();
      throw error;
    } finally {
      this.#binding = undefined;
    }
  }

  #settle(bind: Bind | undefined): void {
    if (bind === undefined) {
      this.#endSoon();
      return;
    }
    clearTimeout(this.#timer);
    this.#becomeKnown();
    this.#bind = bind;
    // It may have gone while it was being looked up.
    if (!this.session.isOpen) this.#desk.leave(bind);
  }

  #endSoon(): void {
    setTimeout(() => this.session.end(), lingerMs).unref();
  }

  async #serve(bind: Bind, pdu: Exclude<IncomingRequest, BindPdu>): Promise<Reply> {
    const { submits, inquiries, rates } = this.#desk;
    if (!bind.transmits) throw new Refused('ESME_RINVBNDSTS', 'This bind only receives');
    switch (pdu.command) {
      case 'submit_sm':
      case 'data_sm':
        return submits.submit(bind, pdu);
      case 'submit_multi':
        return submits.submitMulti(bind, pdu);
      case 'query_sm':
        await rates.pass(bind.terms);
        return inquiries.query(bind, pdu);
      case 'cancel_sm':
        await rates.pass(bind.terms);
        return inquiries.cancel(bind, pdu);
      case 'replace_sm':
        await rates.pass(bind.terms);
        return inquiries.replace(bind, pdu);
      case 'deliver_sm':
        throw new Refused('ESME_RINVCMDID', 'A customer has nothing to deliver to us');
    }
  }
}

function isBind(pdu: IncomingRequest): pdu is BindPdu {
  return pdu.command.startsWith('bind_');
}
