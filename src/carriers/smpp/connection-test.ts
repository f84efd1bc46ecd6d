import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CarrierTrial, TrialStep } from '../../flows/carriers.ts';
import { askToBind, type BindRole, nameFor } from '../../smpp/bind.ts';
import { responseName } from '../../smpp/commands.ts';
import { Session } from '../../smpp/session.ts';
import type { IncomingRequest, Reply } from '../../smpp/session-events.ts';
import { statusCode } from '../../smpp/status.ts';
import type { SmppSettings } from './settings.ts';
import { noTls, type Trouble, unanswered, unbound, unconnected, unresolved } from './trial-advice.ts';

type Trial = Omit<CarrierTrial, 'milliseconds'>;

/** For the whole of a trial: name, connection, TLS, bind, question and goodbye, of both binds of a pair. */
const usualBudgetMs = 10_000;
const goodbyeMs = 1_000;

/** A step that ended the trial. */
class Failed extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.text);
    this.trouble = trouble;
  }
}

/** Connects, binds, asks whether the SMSC is there, and says goodbye. Never rejects, and tells at each step how it went. */
export async function tryBind(settings: SmppSettings, budgetMs = usualBudgetMs): Promise<Trial> {
  const steps: TrialStep[] = [];
  const trial = new BindTrial(settings, performance.now() + budgetMs, steps);
  const roles: BindRole[] = settings.mode === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'];
  try {
    const address = await trial.resolve();
    for (const role of roles) await trial.bindOnce(address, role);
    return { ok: true, steps };
  } catch (error) {
    if (error instanceof Failed) return { ok: false, steps, advice: error.trouble.advice };
    throw error;
  }
}

class BindTrial {
  readonly #settings: SmppSettings;
  readonly #until: number;
  readonly #steps: TrialStep[];

  constructor(settings: SmppSettings, until: number, steps: TrialStep[]) {
    this.#settings = settings;
    this.#until = until;
    this.#steps = steps;
  }

  async resolve(): Promise<string> {
    const { host } = this.#settings;
    if (isIP(host) !== 0) return host;
    try {
      const { address } = await before(this.#until, lookup(host));
      this.#good('resolve', `${host} is ${address}`);
      return address;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw this.#bad('resolve', unresolved(host, code === 'timeout' ? 'EAI_AGAIN' : code));
    }
  }

  async bindOnce(address: string, role: BindRole): Promise<void> {
    const socket = await this.#connect(address);
    try {
      await this.#converse(this.#settings.tls ? await this.#secure(socket) : socket, role);
    } finally {
      socket.destroy();
    }
  }

  async #connect(address: string): Promise<Socket> {
    const { host, port } = this.#settings;
    const socket = connectTcp({ host: address, port });
    const failure = await opened(socket, 'connect', this.#until);
    if (failure !== undefined) throw this.#bad('connect', unconnected(this.#settings, failure));
    this.#good('connect', `Connected to ${host}:${port}`);
    return socket;
  }

  async #secure(socket: Socket): Promise<Socket> {
    const { host, verify } = this.#settings;
    const secure = connectTls({ socket, host, servername: nameFor(host), rejectUnauthorized: verify });
    const failure = await opened(secure, 'secureConnect', this.#until);
    if (failure !== undefined) throw this.#bad('tls', noTls(this.#settings, failure));
    this.#good(
      'tls',
      verify ? 'TLS, and the certificate is good' : 'TLS; the certificate was not checked (verify=false)',
    );
    return secure;
  }

  async #converse(socket: Socket, role: BindRole): Promise<void> {
    let heard: 'nothing' | 'TLS' | 'bytes' = 'nothing';
    socket.once('data', (bytes) => {
      heard = bytes[0] === tlsAlert && bytes[1] === tlsMajor ? 'TLS' : 'bytes';
    });
    const leftMs = Math.max(1, this.#until - performance.now());
    // It is asked only what is asked here: no heartbeat of its own.
    const settings = { responseTimeoutMs: leftMs, enquireLinkMs: leftMs * 10, maxIncoming: 10 };
    const session = new Session(socket, { onRequest: takeNothing }, settings);
    try {
      const outcome = await before(this.#until, askToBind(session, role, this.#settings)).catch(timedOut);
      if (outcome.kind !== 'answered' || outcome.response.status !== 0)
        throw this.#bad('bind', unbound(outcome, this.#settings, role, heard));
      this.#good('bind', `Bound as ${role}`);
      const enquiry = await before(this.#until, session.ask({ command: 'enquire_link' })).catch(timedOut);
      if (enquiry.kind !== 'answered' || enquiry.response.status !== 0) throw this.#bad('enquire', unanswered(enquiry));
      this.#good('enquire', 'It answers enquire_link');
      await session.unbind(Math.max(1, Math.min(goodbyeMs, this.#until - performance.now())));
    } finally {
      session.close();
    }
  }

  #good(step: TrialStep['step'], text: string): void {
    this.#steps.push({ step, ok: true, text });
  }

  #bad(step: TrialStep['step'], trouble: Trouble): Failed {
    this.#steps.push({ step, ok: false, text: trouble.text });
    return new Failed(trouble);
  }
}

/** The first bytes of a TLS alert: what a server that expects TLS answers to a bind. */
const tlsAlert = 0x15;
const tlsMajor = 0x03;

/**
 * An SMSC may use the new connection at once, for receipts and messages that wait. They are real: with a temporary error it keeps
 * them, and delivers them to a connection that stores them.
 */
async function takeNothing(pdu: IncomingRequest): Promise<Reply> {
  return { command: responseName(pdu.command), status: statusCode('ESME_RX_T_APPN') } as Reply;
}

function timedOut(): { readonly kind: 'timeout' } {
  return { kind: 'timeout' };
}

/** Rejects with the code `timeout` when the time is over. */
function before<T>(until: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(Object.assign(new Error('timeout'), { code: 'timeout' }));
    const timer = setTimeout(over, Math.max(1, until - performance.now()));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Undefined once it is open, otherwise the code of what went wrong. */
function opened(socket: Socket, event: 'connect' | 'secureConnect', until: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle('timeout'), Math.max(1, until - performance.now()));
    const settle = (failure?: string) => {
      clearTimeout(timer);
      if (failure !== undefined) socket.destroy();
      resolve(failure);
    };
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    socket.once('close', () => settle('closed'));
    socket.once(event, () => settle());
  });
}
