import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CarrierTrial, TrialStep } from '../../flows/carriers/carriers.ts';
import { responseName } from '../../smpp/protocol/commands.ts';
import { statusCode } from '../../smpp/protocol/status.ts';
import { askToBind, type BindRole, nameFor } from '../../smpp/session/bind.ts';
import { SmppSession } from '../../smpp/session/session.ts';
import type { IncomingRequest, ResponsePdu } from '../../smpp/session/session-events.ts';
import { noTls, type Trouble, unanswered, unbound, unconnected, unresolved } from './connection-test-advice.ts';
import { rolesOf, type SmppSettings } from './settings.ts';

type TestResult = Omit<CarrierTrial, 'milliseconds'>;

/** Time limit of the whole test: name, connection, TLS, bind, enquire_link and unbind, of both binds of a pair. */
const usualBudgetMs = 10_000;
const unbindMs = 1_000;

class Failed extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.text);
    this.trouble = trouble;
  }
}

/** Connects, binds, sends enquire_link and unbinds, with a result for each step. */
export async function testBind(settings: SmppSettings, budgetMs = usualBudgetMs): Promise<TestResult> {
  const steps: TrialStep[] = [];
  const test = new BindTest(settings, performance.now() + budgetMs, steps);
  try {
    const address = await test.resolve();
    for (const role of rolesOf(settings)) await test.bindOnce(address, role);
    return { ok: true, steps };
  } catch (error) {
    if (error instanceof Failed) return { ok: false, steps, advice: error.trouble.advice };
    throw error;
  }
}

class BindTest {
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
      this.#pass('resolve', `${host} is ${address}`);
      return address;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw this.#fail('resolve', unresolved(host, code === 'timeout' ? 'EAI_AGAIN' : code));
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
    if (failure !== undefined) throw this.#fail('connect', unconnected(this.#settings, failure));
    this.#pass('connect', `Connected to ${host}:${port}`);
    return socket;
  }

  async #secure(socket: Socket): Promise<Socket> {
    const { host, verify } = this.#settings;
    const secure = connectTls({ socket, host, servername: nameFor(host), rejectUnauthorized: verify });
    const failure = await opened(secure, 'secureConnect', this.#until);
    if (failure !== undefined) throw this.#fail('tls', noTls(this.#settings, failure));
    this.#pass(
      'tls',
      verify ? 'TLS, and the certificate is good' : 'TLS; the certificate was not checked (verify=false)',
    );
    return secure;
  }

  async #converse(socket: Socket, role: BindRole): Promise<void> {
    let received: 'nothing' | 'TLS' | 'bytes' = 'nothing';
    socket.once('data', (bytes) => {
      received = bytes[0] === tlsAlert && bytes[1] === tlsMajor ? 'TLS' : 'bytes';
    });
    const leftMs = Math.max(1, this.#until - performance.now());
    // The session sends no enquire_link of its own.
    const settings = { responseTimeoutMs: leftMs, enquireLinkMs: leftMs * 10, maxIncoming: 10 };
    const session = new SmppSession(socket, { onRequest: refuseForNow }, settings);
    try {
      const outcome = await before(this.#until, askToBind(session, role, this.#settings)).catch(timedOut);
      if (outcome.kind !== 'answered' || outcome.response.status !== 0)
        throw this.#fail('bind', unbound(outcome, this.#settings, role, received));
      this.#pass('bind', `Bound as ${role}`);
      const enquiry = await before(this.#until, session.ask({ command: 'enquire_link' })).catch(timedOut);
      if (enquiry.kind !== 'answered' || enquiry.response.status !== 0)
        throw this.#fail('enquire', unanswered(enquiry));
      this.#pass('enquire', 'It answers enquire_link');
      await session.unbind(Math.max(1, Math.min(unbindMs, this.#until - performance.now())));
    } finally {
      session.close();
    }
  }

  #pass(step: TrialStep['step'], text: string): void {
    this.#steps.push({ step, ok: true, text });
  }

  #fail(step: TrialStep['step'], trouble: Trouble): Failed {
    this.#steps.push({ step, ok: false, text: trouble.text });
    return new Failed(trouble);
  }
}

/** The first bytes of a TLS alert, which a server that expects TLS answers to a bind. */
const tlsAlert = 0x15;
const tlsMajor = 0x03;

/** An SMSC may deliver real messages over the test connection. After a temporary error it delivers them again to one that stores them. */
async function refuseForNow(pdu: IncomingRequest): Promise<ResponsePdu> {
  return { command: responseName(pdu.command), status: statusCode('ESME_RX_T_APPN') } as ResponsePdu;
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

/** Undefined once the socket is open, otherwise the error code. */
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
