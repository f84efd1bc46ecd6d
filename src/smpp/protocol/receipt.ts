import type { Tlvs } from './tlv.ts';

/** The message_state parameter by its number (SMPP 3.4, section 5.2.28; 0 and 9 are from 5.0). */
export const MESSAGE_STATES = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
  'SKIPPED',
] as const;
export type ReceiptState = (typeof MESSAGE_STATES)[number];

/** Values of `stat:` in the spellings that SMSCs use. The first is that of SMPP 3.4, appendix B, and the one that we write. */
const SPELLINGS: Readonly<Record<ReceiptState, string>> = {
  SCHEDULED: 'SCHEDLD SCHEDULED SCHEDUL SCHEDL SCHED',
  ENROUTE: 'ENROUTE ENROUT EN_ROUTE ENRT BUFFERED BUFFRED BUFFERD QUEUED',
  DELIVERED: 'DELIVRD DELIVERED DELIVERD DELIVERE DELIVER DELIVR DELIVE DELIVED DLVRD',
  EXPIRED: 'EXPIRED EXPIRD EXPIRE EXPRD',
  DELETED: 'DELETED DELETD DELETE CANCELED CANCELLED',
  UNDELIVERABLE: 'UNDELIV UNDELIVERABLE UNDELIVERED UNDELIVRD UNDELVD UNDELIVERD UNDELI UNDELV FAILED',
  ACCEPTED: 'ACCEPTD ACCEPTED ACCEPT ACCEPTE ACKED',
  UNKNOWN: 'UNKNOWN UNKNOW UNKNWN UNKNOWS',
  REJECTED: 'REJECTD REJECTED REJECT REJECTE REJCTD',
  SKIPPED: 'SKIPPED SKIPPD',
};

const byName = new Map<string, ReceiptState>(
  MESSAGE_STATES.flatMap((state, number) =>
    [String(number), ...SPELLINGS[state].split(' ')].map((name): [string, ReceiptState] => [name, state]),
  ),
);

export const stateNumber = (state: ReceiptState): number => MESSAGE_STATES.indexOf(state);

/** The state that the `stat:` field of a receipt names, in words or as a number; undefined for an unknown one. */
export function stateNamed(stat: string | undefined): ReceiptState | undefined {
  const word = stat?.toUpperCase().match(/^["'(]?([A-Z_]+|\d)/)?.[1];
  return word === undefined ? undefined : byName.get(word);
}

/** Message types in bits 2 to 5 of esm_class (SMPP 3.4, section 5.2.12). */
export const SMSC_RECEIPT = 0x04;
export const INTERMEDIATE = 0x20;

export type ReceiptFields = {
  readonly messageId: string;
  readonly state: ReceiptState;
  readonly submittedAt: Date;
  readonly doneAt: Date;
  /** The error code of the GSM network, for a message that failed. */
  readonly error: number | undefined;
  /** The beginning of the message. */
  readonly text: string;
};

const GSM_NETWORK = 3;

/** The text form of a receipt (SMPP 3.4, appendix B), with times in UTC. */
export function receiptText({ messageId, state, submittedAt, doneAt, error, text }: ReceiptFields): string {
  const delivered = state === 'DELIVERED' ? '001' : '000';
  const err = error !== undefined && error <= 999 ? String(error).padStart(3, '0') : '000';
  return (
    `id:${messageId} sub:001 dlvrd:${delivered} submit date:${minuteOf(submittedAt)} done date:${minuteOf(doneAt)} ` +
    `stat:${STATS[state]} err:${err} text:${text}`
  );
}

/** The text kept of a receipt that did not come as a text. */
export const shortReceiptText = (messageId: string, stat: string, error: string | undefined): string =>
  `id:${messageId} stat:${stat} err:${error ?? '000'}`;

const STATS = Object.fromEntries(MESSAGE_STATES.map((state) => [state, SPELLINGS[state].split(' ')[0]!])) as Readonly<
  Record<ReceiptState, string>
>;

export function receiptTlvs({ messageId, state, error }: Pick<ReceiptFields, 'messageId' | 'state' | 'error'>): Tlvs {
  const tlvs = { receipted_message_id: messageId, message_state: stateNumber(state) };
  if (error === undefined || error > 0xffff) return tlvs;
  return { ...tlvs, network_error_code: Buffer.from([GSM_NETWORK, error >> 8, error & 0xff]) };
}

/** One octet of network type, two of error: `3:34` for error 34 of a GSM network. */
export function readNetworkError(code: Buffer | undefined): string | undefined {
  return code === undefined ? undefined : `${code[0]}:${code.readUInt16BE(1)}`;
}

let lastMinute = { number: Number.NaN, text: '' };

/** YYMMDDhhmm. The last minute is kept, since thousands of receipts per second are about the same one. */
function minuteOf(time: Date): string {
  const number = Math.floor(time.getTime() / 60_000);
  if (number !== lastMinute.number) {
    lastMinute = { number, text: time.toISOString().replace(/\D/g, '').slice(2, 12) };
  }
  return lastMinute.text;
}

/** The fields of a receipt's text. Every SMSC writes them differently. */
export type ReceiptText = {
  readonly id?: string;
  readonly stat?: string;
  readonly err?: string;
  readonly sub?: string;
  readonly dlvrd?: string;
  readonly submitDate?: string;
  readonly doneDate?: string;
};

type FieldName = keyof ReceiptText;

/** Field names that SMSCs use, in lower case and without the separator between two words. */
const FIELD_NAMES: Readonly<Record<string, FieldName>> = {
  id: 'id',
  msgid: 'id',
  messageid: 'id',
  stat: 'stat',
  status: 'stat',
  state: 'stat',
  err: 'err',
  error: 'err',
  errorcode: 'err',
  sub: 'sub',
  dlvrd: 'dlvrd',
  dlvrdd: 'dlvrd',
  delivered: 'dlvrd',
  submitdate: 'submitDate',
  donedate: 'doneDate',
};

const NAME =
  '(?:message[ _]?id|msg[ _]?id|id|submit[ _]?date|done[ _]?date|error[ _]?code|error|err|status|state|stat|sub|dlvrdd?|delivered|text)';

// A value ends at white space or a separator ("id:1,stat:DELIVRD"), and is empty where the next name follows ("id: sub:001").
const FIELD = new RegExp(`\\b(${NAME})[ \\t]{0,4}[:=][ \\t]{0,4}(?!${NAME}[ \\t]{0,4}[:=])([^\\s,;|]*)`, 'gi');
const TEXT = /\btext[ \t]{0,4}[:=]/i;

/** `text:` quotes the message, so fields after it count only where they are missing before it. */
export function readReceiptText(text: string): ReceiptText {
  const cut = text.search(TEXT);
  if (cut < 0) return readFields(text);
  return { ...readFields(text.slice(cut)), ...readFields(text.slice(0, cut)) };
}

/** Of a repeated field the first value counts. Some SMSCs put values into quotation marks. */
function readFields(text: string): ReceiptText {
  const fields: { -readonly [N in FieldName]?: string } = {};
  for (const [, name = '', written = ''] of text.matchAll(FIELD)) {
    const value = written.replace(/^["']|["']$/g, '');
    const known = FIELD_NAMES[name.toLowerCase().replace(/[ _]/g, '')];
    if (known !== undefined && value !== '') fields[known] ??= value;
  }
  return fields;
}
