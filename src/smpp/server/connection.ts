import type { Socket } from 'node:net';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { KeyRefused, Refusal } from '../../domain/errors.ts';
import type { RequestName } from '../protocol/commands.ts';
import { statusName } from '../protocol/status.ts';
import { Session } from '../session/session.ts';
import type { IncomingRequest, Reply, SessionSettings } from '../session/session-events.ts';
import type { Bind, BindPdu } from './bind.ts';
import type { BindService } from './bind-service.ts';
import { errorResponse, faultOf, SmppError } from './errors.ts';
import { cancel, query, replace } from './query-cancel-replace.ts';
import { submit, submitMulti } from './submits.ts';

/** A connection that has not bound within this time is closed. */
const bindMs = 10_000;
/** Delay of the close after a refused bind, so that the client can read the response. */
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
  /** The connection has bound or closed; called once. */
  onNoLongerUnbound(): void;
  onClose(): void;
};

/** One connection of a customer. Before it has bound, it may only bind. */
export class Connection {
  readonly session: Session;
  readonly #service: BindService;
  readonly #timer: NodeJS.Timeout;
  #bind: Bind | undefined;
  #binding: Promise<unknown> | undefined;
  #requestsBeforeBind = 0;
  #onNoLongerUnbound: (() => void) | undefined;

  constructor(socket: Socket, service: BindService, events: ConnectionEvents) {
    this.#service = service;
    this.#onNoLongerUnbound = () => events.onNoLongerUnbound();
    this.#timer = setTimeout(() => this.session.end(), bindMs);
    this.session = new Session(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(pdu),
        onMalformed: () => {
          if (this.#bind) this.#bind.counters.errors += 1;
        },
        onRoom: () => this.#bind && service.binds.room(this.#bind),
        onClose: () => {
          clearTimeout(this.#timer);
          if (this.#bind) service.leave(this.#bind);
          this.#endUnbound();
          events.onClose();
        },
        onHandlerError: (err) => service.runtime.log.error({ err }, 'a request by SMPP failed unexpectedly'),
      },
      unboundSettings,
    );
  }

  #endUnbound(): void {
    this.#onNoLongerUnbound?.();
    this.#onNoLongerUnbound = undefined;
  }

  get isBound(): boolean {
    return this.#bind !== undefined;
  }

  async #onRequest(pdu: IncomingRequest): Promise<Reply> {
    const reply = await this.#answer(pdu);
    const status = statusName(reply.status ?? 0);
    this.#service.runtime.metrics.smppRequests.inc({ command: pdu.command, status });
    if (this.#bind) this.#count(this.#bind, pdu.command, status === 'ESME_ROK');
    return reply;
  }

  #count({ counters }: Bind, command: RequestName, isFine: boolean): void {
    counters.activeAt = this.#service.runtime.clock();
    if (command.startsWith('submit') || command === 'data_sm') counters.submits += 1;
    if (!isFine) counters.errors += 1;
  }

  async #answer(pdu: IncomingRequest): Promise<Reply> {
    try {
      if (isBind(pdu)) return await this.#onBind(pdu);
      if (this.#bind === undefined) await this.#binding;
      return this.#bind === undefined ? this.#refuseUnbound(pdu) : await this.#serve(this.#bind, pdu);
    } catch (error) {
      if (this.#bind !== undefined) await this.#service.requests.rates.delayRejected(this.#bind.limits);
      return this.#refuse(pdu, error);
    }
  }

  #refuse(pdu: IncomingRequest, error: unknown): Reply {
    const { status, text, isOurs } = faultOf(error);
    const { log, metrics } = this.#service.runtime;
    if (error instanceof Refusal) metrics.refused.inc({ code: error.code });
    if (isOurs) log.error({ err: error, command: pdu.command }, 'a request by SMPP failed');
    // The credential was revoked; its other binds are closed by the next heartbeat, within two seconds.
    if (error instanceof KeyRefused) void this.#bind?.close();
    return errorResponse(pdu.command, status, text, this.#bind?.version);
  }

  #refuseUnbound(pdu: IncomingRequest): Reply {
    this.#requestsBeforeBind += 1;
    if (this.#requestsBeforeBind >= limits.requestsBeforeBind.most) this.#endSoon();
    return errorResponse(pdu.command, 'ESME_RINVBNDSTS');
  }

  async #onBind(pdu: BindPdu): Promise<Reply> {
    if (this.#bind !== undefined || this.#binding !== undefined) return errorResponse(pdu.command, 'ESME_RALYBND');
    const binding = this.#service.bind(this.session, pdu);
    this.#binding = binding.catch(() => undefined);
    try {
      const { bind, reply } = await binding;
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
    this.#endUnbound();
    this.#bind = bind;
    // The connection may have closed during the lookup.
    if (!this.session.isOpen) this.#service.leave(bind);
  }

  #endSoon(): void {
    setTimeout(() => this.session.end(), lingerMs).unref();
  }

  async #serve(bind: Bind, pdu: Exclude<IncomingRequest, BindPdu>): Promise<Reply> {
    const services = this.#service.requests;
    if (!bind.transmits) throw new SmppError('ESME_RINVBNDSTS', 'This bind only receives');
    switch (pdu.command) {
      case 'submit_sm':
      case 'data_sm':
        return submit(services, bind, pdu);
      case 'submit_multi':
        return submitMulti(services, bind, pdu);
      case 'query_sm':
        return query(services, bind, pdu);
      case 'cancel_sm':
        return cancel(services, bind, pdu);
      case 'replace_sm':
        return replace(services, bind, pdu);
      case 'deliver_sm':
        throw new SmppError('ESME_RINVCMDID', 'deliver_sm is only sent to customers');
    }
  }
}

function isBind(pdu: IncomingRequest): pdu is BindPdu {
  return pdu.command.startsWith('bind_');
}
