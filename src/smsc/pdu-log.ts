import type { Runtime } from '../runtime.ts';
import { decode } from '../smpp/pdu.ts';
import { insertPdus, type LoggedPdu } from '../store/smpp/pdu-log.ts';
import type { Bind } from './bind.ts';
import { maskedPdu } from './masked-pdu.ts';

/** Of one bind, however long it is watched; and what may wait to be written, of all of them. */
const mostOfBind = 10_000;
const mostWaiting = 5_000;
const writeMs = 500;

/** PDUs of binds that an operator wants to see, written in sets beside the work: what does not fit is left out, and nobody waits. */
export class PduLog {
  readonly #runtime: Runtime;
  readonly #places = new WeakMap<Bind, number>();
  #waiting: LoggedPdu[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Begins, goes on or ends, as the time says that was written with the bind. */
  follow(bind: Bind, until: Date | undefined): void {
    const { session } = bind;
    if (until === undefined) {
      session.tap = undefined;
      return;
    }
    session.tap ??= (direction, frame) => this.#note(bind, direction, frame);
  }

  #note(bind: Bind, direction: 'in' | 'out', frame: Buffer): void {
    const place = (this.#places.get(bind) ?? 0) + 1;
    if (place > mostOfBind || this.#waiting.length >= mostWaiting) return;
    this.#places.set(bind, place);
    try {
      const pdu = decode(frame);
      const { command, sequence, status } = pdu;
      const own = { bindId: bind.id, accountId: bind.accountId, place, at: new Date(), direction };
      this.#waiting.push({ ...own, command, sequence, status, fields: maskedPdu(pdu) });
    } catch {
      const own = { bindId: bind.id, accountId: bind.accountId, place, at: new Date(), direction };
      this.#waiting.push({ ...own, command: 'unreadable', sequence: 0, status: 0, fields: { octets: frame.length } });
    }
    this.#timer ??= setTimeout(() => void this.#write(), writeMs).unref();
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const pdus = this.#waiting;
    this.#waiting = [];
    await insertPdus(this.#runtime.db, pdus).catch((err: unknown) =>
      this.#runtime.log.warn({ err, pdus: pdus.length }, 'PDUs of a bind were not written down'),
    );
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) await this.#write();
  }
}
