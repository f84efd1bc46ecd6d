import { Batch } from '../../bounds/batch.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import type { Runtime } from '../../runtime.ts';
import { insertPdus, type LoggedPdu } from '../../store/smpp/binds.ts';
import { drained } from '../../work/loop.ts';
import { decode, type Pdu } from '../protocol/pdu.ts';
import { INTERMEDIATE, SMSC_RECEIPT } from '../protocol/receipt.ts';
import type { Bind } from './bind.ts';

const stopMs = 5_000;

/** PDUs of binds that an operator follows, stored in batches. A PDU never waits for its log entry: beyond the limits it is not logged. */
export class PduLog {
  readonly #counts = new WeakMap<Bind, number>();
  readonly #storing: Batch<LoggedPdu, undefined>;

  constructor({ db, log }: Runtime) {
    const run = async (pdus: LoggedPdu[]) => {
      await insertPdus(db, pdus).catch((err: unknown) =>
        log.warn({ err, pdus: pdus.length }, 'PDUs of a bind were not logged'),
      );
      return pdus.map(() => undefined);
    };
    this.#storing = new Batch({ run, most: 500, mostPending: limits.pendingLoggedPdus.most });
  }

  /** Starts, continues or ends the log of a bind. */
  follow(bind: Bind, until: Date | null): void {
    const { session } = bind;
    if (until === null) session.tap = undefined;
    else session.tap ??= (direction, frame) => this.#note(bind, direction, frame);
  }

  #note(bind: Bind, direction: 'in' | 'out', frame: Buffer): void {
    const place = (this.#counts.get(bind) ?? 0) + 1;
    if (place > limits.loggedPdus.most || this.#storing.refusal('', 1) !== undefined) return;
    this.#counts.set(bind, place);
    const own = { bindId: bind.own.id, accountId: bind.own.accountId, place, at: new Date(), direction };
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

const mostRawTlvs = 20;
const secrets = new Set(['password']);
/** Ids that we issued. */
const ids = new Set(['message_id', 'receipted_message_id']);

/**
 * A PDU as an operator may read it: without password and text, and with the middle of phone numbers hidden. Hidden octets
 * are shown by their number. A receipt, which we wrote, is shown up to where it quotes the message.
 */
export function maskedPdu(pdu: Pdu): Record<string, unknown> {
  const { command, status: _status, sequence: _sequence, tlvs, rawTlvs, ...body } = pdu;
  const esmClass = 'esm_class' in pdu ? pdu.esm_class : 0;
  const isReceipt = command === 'deliver_sm' && (esmClass & (SMSC_RECEIPT | INTERMEDIATE)) !== 0;
  const others = rawTlvs
    .slice(0, mostRawTlvs)
    .map(({ tag, value }) => `0x${tag.toString(16).padStart(4, '0')}: ${sizeOf(value)}`);
  return {
    ...maskedFields(body, isReceipt),
    ...maskedFields(tlvs, false),
    ...(others.length === 0 ? {} : { others }),
  };
}

const sizeOf = (value: Buffer): string => `[${value.length} octets]`;

function maskedFields(fields: object, isReceipt: boolean): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '' || (Buffer.isBuffer(value) && value.length === 0)) continue;
    shown[name] = maskedValue(name, value, isReceipt);
  }
  return shown;
}

function maskedValue(name: string, value: unknown, isReceipt: boolean): unknown {
  if (secrets.has(name)) return '***';
  if (Array.isArray(value)) return `[${value.length} of them]`;
  if (typeof value === 'string') return ids.has(name) ? value : withoutNumbers(value);
  if (!Buffer.isBuffer(value)) return typeof value === 'number' ? value : String(value);
  if (name === 'short_message' && isReceipt) return `${value.toString('latin1').split(' text:')[0]} text:***`;
  return sizeOf(value);
}

/** Keeps the first five and last two digits, enough to find a number again. Names are shown. */
const withoutNumbers = (text: string): string =>
  text.replace(
    /\d[\d -]{5,}\d/g,
    (digits) => `${digits.slice(0, 5)}${'*'.repeat(digits.length - 7)}${digits.slice(-2)}`,
  );
