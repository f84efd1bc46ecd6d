import { Batch } from '../../bounds/batch.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import type { Runtime } from '../../runtime.ts';
import { insertPdus, type LoggedPdu } from '../../store/smpp/pdu-log.ts';
import { drained } from '../../work/drain.ts';
import { decode } from '../protocol/pdu.ts';
import type { Bind } from './bind.ts';
import { maskedPdu } from './masked-pdu.ts';

const stopMs = 5_000;

/** PDUs of binds that an operator wants to see, stored in batches. No PDU waits for its log entry: beyond the limits, it is not logged. */
export class PduLog {
  readonly #places = new WeakMap<Bind, number>();
  readonly #storing: Batch<LoggedPdu, undefined>;

  constructor({ db, log }: Runtime) {
    const run = async (pdus: LoggedPdu[]) => {
      await insertPdus(db, pdus).catch((err: unknown) =>
        log.warn({ err, pdus: pdus.length }, 'PDUs of a bind were not written down'),
      );
      return pdus.map(() => undefined);
    };
    this.#storing = new Batch({ run, most: 500, mostPending: limits.pendingLoggedPdus.most });
  }

  /** Starts, continues or ends the log of a bind. */
  follow(bind: Bind, until: Date | undefined): void {
    const { session } = bind;
    if (until === undefined) session.tap = undefined;
    else session.tap ??= (direction, frame) => this.#note(bind, direction, frame);
  }

  #note(bind: Bind, direction: 'in' | 'out', frame: Buffer): void {
    const place = (this.#places.get(bind) ?? 0) + 1;
    if (place > limits.loggedPdus.most || this.#storing.refusal('', 1) !== undefined) return;
    this.#places.set(bind, place);
    const own = { bindId: bind.id, accountId: bind.accountId, place, at: new Date(), direction };
    void this.#storing.add({ ...own, ...contentOf(frame) });
  }

  stop(): Promise<void> {
    return drained(() => this.#storing.pending, stopMs);
  }
}

function contentOf(frame: Buffer): Pick<LoggedPdu, 'command' | 'sequence' | 'status' | 'fields'> {
  try {
    const pdu = decode(frame);
    const { command, sequence, status } = pdu;
    return { command, sequence, status, fields: maskedPdu(pdu) };
  } catch {
    return { command: 'unreadable', sequence: 0, status: 0, fields: { octets: frame.length } };
  }
}
