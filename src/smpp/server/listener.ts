import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Limiter } from '../../bounds/limiter.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { networkOf } from '../../bounds/network.ts';
import type { Tls } from '../../config/tls.ts';
import { KeyRefused, Refusal } from '../../domain/errors.ts';
import type { Runtime } from '../../runtime.ts';
import { responseName } from '../protocol/commands.ts';
import { statusName } from '../protocol/status.ts';
import { SmppSession } from '../session/session.ts';
import type { IncomingRequest, ResponsePdu, SessionSettings } from '../session/session-events.ts';
import type { Bind } from './bind.ts';
import type { BindPdu, BindService } from './bind-service.ts';
import { errorPdu, faultOf, SmppError } from './errors.ts';
import { cancel, query, replace } from './query-cancel-replace.ts';
import { submit, submitMulti } from './submits.ts';

const handshakeMs = 10_000;
/** Connections that the kernel keeps until they are accepted. */
const backlog = 512;

/** Accepts connections of customers; all processes share the ports. */
export class SmppListener {
  readonly #runtime: Runtime;
  readonly #service: BindService;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<SmppConnection>();
  /** A bound connection is limited by its credential. One that does not bind is closed after 10 s. */
  readonly #unbound = new Limiter({ total: limits.unboundConnections.most, perOwner: limits.unboundOfNetwork.most });
  #isStopping = false;

  constructor(service: BindService) {
    this.#runtime = service.requests.runtime;
    this.#service = service;
  }

  async listen(host: string, port: number, tls?: Tls): Promise<void> {
    const onConnection = (socket: Socket) => this.#onConnection(socket);
    const server =
      tls === undefined
        ? createServer(onConnection)
        : createTlsServer({ ...tls, handshakeTimeout: handshakeMs, minVersion: 'TLSv1.2' }, onConnection);
    server.maxConnections = limits.connections.most;
    // The client closed the connection, or its handshake failed.
    server.on('tlsClientError', (err: Error) => this.#runtime.log.debug({ err }, 'a handshake by SMPP has failed'));
    this.#servers.push(server);
    server.listen({ host, port, reusePort: true, backlog });
    await once(server, 'listening');
  }

  /** Accepts no more connections, and unbinds the others after their requests in progress. */
  async stop(budgetMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    await Promise.all(Array.from(this.#connections, (connection) => connection.end(budgetMs)));
    await Promise.all(closed);
  }

  #onConnection(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    // A reset before the session listens must not end the process.
    socket.on('error', () => {});
    const isFull = this.#connections.size >= limits.connections.most;
    if (this.#isStopping || isFull || !this.#unbound.tryEnter(network)) {
      socket.destroy();
      return;
    }
    const { smppConnections } = this.#runtime.metrics;
    smppConnections.inc();
    const connection = new SmppConnection(socket, this.#service, {
      onNoLongerUnbound: () => this.#unbound.leave(network),
      onClose: () => {
        if (this.#connections.delete(connection)) smppConnections.dec();
      },
    });
    this.#connections.add(connection);
  }
}

/** A connection that has not bound within this time is closed. */
const bindMs = 10_000;
/** Delay of the close after a refused bind, so that the client can read the response. */
const lingerMs = 1_000;
const systemName = 'hermod';
const ourVersion = 0x34;
const unboundSettings: Partial<SessionSettings> = {
  window: 1,
  maxIncoming: 5,
  maxPduLength: limits.pdu.most,
  maxChatter: 100,
  enquireLinkMs: 30_000,
  responseTimeoutMs: 10_000,
};

type ConnectionEvents = {
  /** The connection has bound or closed; called once. */
  onNoLongerUnbound(): void;
  onClose(): void;
};

/** One connection of a customer. Before it has bound, it may only bind. */
class SmppConnection {
  readonly session: SmppSession;
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
    this.session = new SmppSession(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(pdu),
        onMalformed: () => {
          if (this.#bind) this.#bind.counters.errors += 1;
        },
        onClose: () => {
          clearTimeout(this.#timer);
          if (this.#bind) service.leave(this.#bind);
          this.#endUnbound();
          events.onClose();
        },
        onHandlerError: (err) => service.requests.runtime.log.error({ err }, 'a request by SMPP failed unexpectedly'),
      },
      unboundSettings,
    );
  }

  #endUnbound(): void {
    this.#onNoLongerUnbound?.();
    this.#onNoLongerUnbound = undefined;
  }

  /** Unbinds after the requests in progress, or closes a connection that is not bound. */
  async end(budgetMs: number): Promise<void> {
    if (this.#bind === undefined) this.session.close();
    else await this.session.unbind(budgetMs);
  }

  async #onRequest(pdu: IncomingRequest): Promise<ResponsePdu> {
    const reply = await this.#answer(pdu);
    const status = statusName(reply.status ?? 0);
    const { metrics, clock } = this.#service.requests.runtime;
    metrics.smppRequests.inc({ command: pdu.command, status });
    if (this.#bind) {
      const { counters } = this.#bind;
      counters.activeAt = clock();
      if (pdu.command.startsWith('submit') || pdu.command === 'data_sm') counters.submits += 1;
      if (status !== 'ESME_ROK') counters.errors += 1;
    }
    return reply;
  }

  async #answer(pdu: IncomingRequest): Promise<ResponsePdu> {
    try {
      if (isBind(pdu)) return await this.#onBind(pdu);
      if (this.#bind === undefined) await this.#binding;
      return this.#bind === undefined ? this.#refuseUnbound(pdu) : await this.#serve(this.#bind, pdu);
    } catch (error) {
      if (this.#bind !== undefined) await this.#service.requests.rates.delayRejected(this.#bind);
      return this.#refuse(pdu, error);
    }
  }

  #refuse(pdu: IncomingRequest, error: unknown): ResponsePdu {
    const { status, text, isOurs } = faultOf(error);
    const { log, metrics } = this.#service.requests.runtime;
    if (error instanceof Refusal) metrics.refused.inc({ code: error.code });
    if (isOurs) log.error({ err: error, command: pdu.command }, 'a request by SMPP failed');
    // The credential was revoked; its other binds are closed by the next heartbeat, within two seconds.
    if (error instanceof KeyRefused) void this.#bind?.close();
    return errorPdu(pdu.command, status, text, this.#bind?.own.version);
  }

  #refuseUnbound(pdu: IncomingRequest): ResponsePdu {
    this.#requestsBeforeBind += 1;
    if (this.#requestsBeforeBind >= limits.requestsBeforeBind.most) this.#endSoon();
    return errorPdu(pdu.command, 'ESME_RINVBNDSTS');
  }

  async #onBind(pdu: BindPdu): Promise<ResponsePdu> {
    if (this.#bind !== undefined || this.#binding !== undefined) return errorPdu(pdu.command, 'ESME_RALYBND');
    const binding = this.#service.bind(this.session, pdu);
    this.#binding = binding.catch(() => undefined);
    try {
      const bind = await binding;
      if (typeof bind !== 'string') return this.#onBound(bind, pdu);
      this.#endSoon();
      return errorPdu(pdu.command, bind);
    } catch (error) {
      this.#endSoon();
      throw error;
    } finally {
      this.#binding = undefined;
    }
  }

  #onBound(bind: Bind, pdu: BindPdu): ResponsePdu {
    clearTimeout(this.#timer);
    this.#endUnbound();
    this.#bind = bind;
    // The connection may have closed during the lookup.
    if (!this.session.isOpen) this.#service.leave(bind);
    // A client of version 3.3 does not support optional parameters.
    const tlvs = pdu.interface_version >= ourVersion ? { sc_interface_version: ourVersion } : {};
    return { command: responseName(pdu.command), system_id: systemName, tlvs };
  }

  #endSoon(): void {
    setTimeout(() => this.session.end(), lingerMs).unref();
  }

  async #serve(bind: Bind, pdu: Exclude<IncomingRequest, BindPdu>): Promise<ResponsePdu> {
    const services = this.#service.requests;
    if (bind.own.mode === 'receiver') throw new SmppError('ESME_RINVBNDSTS', 'This bind only receives');
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
