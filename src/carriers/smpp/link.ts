import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import type { Passage } from '../../domain/carrier/circuit.ts';
import type { RequestName } from '../../smpp/protocol/commands.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import { type BindOutcome, type BindRole, type BindTarget, bind, describeClose } from '../../smpp/session/bind.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import type { SmppSession } from '../../smpp/session/session.ts';
import {
  type CloseReason,
  SESSION_DEFAULTS,
  type SessionEvents,
  type SessionSettings,
} from '../../smpp/session/session-events.ts';
import type { CarrierState } from '../carrier.ts';
import type { CarrierCircuit } from '../circuit.ts';
import { rolesOf } from './settings.ts';

export type LinkState = 'connecting' | 'bound' | 'waiting' | 'stopped';

export type LinkSettings = BindTarget & {
  readonly mode: 'transceiver' | 'pair';
  readonly session?: Partial<SessionSettings>;
  readonly backoff?: Backoff;
  readonly gate?: BindGate;
};

/** While a carrier refuses binds, one connection at a time tries again, over all processes. */
export type BindGate = {
  readonly circuit: Pick<CarrierCircuit, 'enter' | 'leave' | 'report' | 'passage' | 'shutMs' | 'reason'>;
  /** No connection to the carrier is up in any process. Otherwise the credentials are right, and a refusal concerns one connection. */
  readonly isAlone: () => boolean;
};

export type LinkEvents = Omit<SessionEvents, 'onClose'> & {
  /** `why` is the last error; `waitMs` the time until the next attempt. */
  onState?(state: LinkState, role: BindRole, why: string | undefined, waitMs: number): void;
};

/** 0.5 to 1 s at first, since most drops are restarts of the peer; 30 s at most, to reconnect soon after an outage. */
const BACKOFF: Backoff = { leastMs: 1_000, mostMs: 30_000 };
/** A bind that is refused while others are up (too many of them) waits up to this many times longer: five minutes. */
const REFUSED_FACTOR = 10;
/** After a bind of this length, the backoff starts again at the shortest wait. */
const STABLE_MS = 2_000;
/** Like `STABLE_MS`, for a bind that was given up because nothing could be sent over it, which shows only after a while. */
const USEFUL_MS = 60_000;

/** How often a connection checks the probe of another. */
const LOOK_MS = 500;

const USELESS: readonly CloseReason['kind'][] = ['no responses', 'not bound'];

/** One bound connection, which reconnects by itself until it is stopped. */
class BoundConnection {
  readonly role: BindRole;
  readonly #settings: LinkSettings;
  readonly #events: LinkEvents;
  readonly #abort = new AbortController();
  readonly #done: Promise<void>;
  #state: LinkState = 'connecting';
  #session: SmppSession | undefined;
  #failures = 0;
  #isRefused = false;
  #nextSequence = 1;
  #why: string | undefined;
  #waitMs = 0;

  constructor(role: BindRole, settings: LinkSettings, events: LinkEvents) {
    this.role = role;
    this.#settings = settings;
    this.#events = events;
    this.#done = this.#run();
  }

  get isBound(): boolean {
    return this.#state === 'bound';
  }

  stateAt(address: string): CarrierState {
    if (this.#state === 'stopped') return { up: false, detail: 'stopped' };
    const again = this.#why === undefined ? '' : ' again';
    const doing =
      this.#state === 'waiting' ? `waiting ${Math.ceil(this.#waitMs / 1_000)} s` : `connecting${again} to ${address}`;
    const detail = this.#why === undefined ? doing : `${doing}: ${this.#why}`;
    return { up: false, detail: this.role === 'transceiver' ? detail : `${this.role} ${detail}`, error: this.#why };
  }

  get session(): SmppSession | undefined {
    return this.#state === 'bound' ? this.#session : undefined;
  }

  async stop(budgetMs: number): Promise<void> {
    this.#abort.abort();
    await this.#session?.unbind(budgetMs);
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      const passage = await this.#admitted();
      if (passage === 'none') break;
      this.#enter('connecting');
      await this.#connectOnce(passage);
      if (this.#abort.signal.aborted) break;
      if (this.#gate?.circuit.passage === 'none') continue;
      const waitMs = backoffMs(this.#failures, this.#backoff);
      this.#enter('waiting', waitMs);
      await this.#pause(waitMs);
    }
    this.#enter('stopped');
  }

  get #gate(): BindGate | undefined {
    return this.#settings.gate;
  }

  /** Waits until this connection may try to bind; `none` if it is stopped first. */
  async #admitted(): Promise<Passage> {
    if (this.#gate === undefined) return 'free';
    const { circuit } = this.#gate;
    for (let isReported = false; !this.#abort.signal.aborted; isReported = true) {
      const passage = await circuit.enter();
      if (passage !== 'none' && !this.#abort.signal.aborted) return passage;
      if (passage === 'probe') circuit.leave();
      this.#why = circuit.reason ?? this.#why;
      if (!isReported) this.#enter('waiting', circuit.shutMs);
      await this.#pause(LOOK_MS);
    }
    return 'none';
  }

  #report(attempt: BindOutcome, passage: Passage): void {
    if (this.#gate === undefined) return;
    const { circuit, isAlone } = this.#gate;
    const isProbe = passage === 'probe';
    if (attempt.ok) circuit.report({ kind: 'answered' }, isProbe);
    else if (attempt.refused && isAlone()) circuit.report({ kind: 'refused', reason: attempt.reason }, isProbe);
    else if (isProbe) circuit.leave();
  }

  get #backoff(): Backoff {
    const backoff = this.#settings.backoff ?? BACKOFF;
    return this.#isRefused ? { ...backoff, mostMs: backoff.mostMs * REFUSED_FACTOR } : backoff;
  }

  /** Returns when the connection is closed, or could not be opened. */
  async #connectOnce(passage: Passage): Promise<void> {
    const settings = { ...SESSION_DEFAULTS, ...this.#settings.session, firstSequence: this.#nextSequence };
    const attempt = await bind(this.role, this.#settings, this.#events, settings, this.#abort.signal);
    this.#isRefused = !attempt.ok && attempt.refused;
    this.#report(attempt, passage);
    if (!attempt.ok) {
      this.#failures++;
      this.#why = attempt.reason;
      return;
    }
    await this.#hold(attempt.session);
  }

  async #hold(session: SmppSession): Promise<void> {
    const since = performance.now();
    this.#session = session;
    this.#why = undefined;
    if (this.#abort.signal.aborted) session.close();
    else this.#enter('bound');
    const reason = await session.closed;
    this.#why = describeClose(reason);
    this.#session = undefined;
    this.#nextSequence = session.nextSequence;
    const enoughMs = USELESS.includes(reason.kind) ? USEFUL_MS : STABLE_MS;
    this.#failures = performance.now() - since > enoughMs ? 0 : this.#failures + 1;
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, this.#abort).catch(() => undefined);
  }

  #enter(state: LinkState, waitMs = 0): void {
    this.#state = state;
    this.#waitMs = waitMs;
    try {
      this.#events.onState?.(state, this.role, this.#why, waitMs);
    } catch (error) {
      this.#events.onHandlerError?.(error);
    }
  }
}

export class SmppLink {
  readonly #connections: readonly BoundConnection[];
  readonly #settings: LinkSettings;

  constructor(settings: LinkSettings, events: LinkEvents) {
    this.#settings = settings;
    this.#connections = rolesOf(settings).map((role) => new BoundConnection(role, settings, events));
  }

  /**
   * Up only while all connections are bound: without its receiver a pair could send, but some SMSCs drop receipts that have no
   * receiver. Otherwise the state of the first that is not bound.
   */
  get state(): CarrierState {
    const { host, port, systemId } = this.#settings;
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const down = this.#connections.find(({ isBound }) => !isBound);
    return down?.stateAt(address) ?? { up: true, detail: `bound to ${address} as ${systemId}` };
  }

  /** Requests that would be sent immediately; 0 while not bound. */
  get room(): number {
    return this.#connections[0]!.session?.room ?? 0;
  }

  /** Never rejects; `lost` and not sent while the link is down. */
  request<C extends RequestName>(pdu: PduInput<C>): Promise<Outcome<C>> {
    return this.#connections[0]!.session?.request(pdu) ?? Promise.resolve({ kind: 'lost', sent: false });
  }

  /** The carrier says that we are not bound: waits for pending answers, and binds again. */
  rebind(budgetMs: number): void {
    void this.#connections[0]!.session?.unbind(budgetMs, { kind: 'not bound' });
  }

  async stop(budgetMs: number): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.stop(budgetMs)));
  }
}
