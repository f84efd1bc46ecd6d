import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Problem } from '../../src/base/problem.ts';
import { bothOrNeither, count, nearest, oneOf, port, type Setting, text, value } from '../../src/config/setting.ts';
import { encodeGsm } from '../../src/domain/text/gsm.ts';
import type { Encoding } from '../../src/domain/text/text.ts';
import type { Pdu } from '../../src/smpp/protocol/pdu.ts';
import { MESSAGE_STATES, type ReceiptState } from '../../src/smpp/protocol/receipt.ts';
import { STATUSES, type StatusName } from '../../src/smpp/protocol/status.ts';
import type { MultipartStyle } from '../../src/smpp/protocol/text.ts';
import type { SessionSettings } from '../../src/smpp/session/session-events.ts';

export type InboundText = {
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly multipart?: MultipartStyle;
  readonly reference?: number;
};

/** What happens to one message; fields that are left out are decided by the options. */
export type SmscAnswer = { readonly status?: StatusName; readonly state?: ReceiptState | 'none' };

export type SmscOptions = {
  readonly host?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The system_id that may bind; any if left out. */
  readonly systemId?: string;
  readonly password?: string;
  /** Form of the ids; `hex-decimal` answers in hex and writes the receipt in decimal. */
  readonly ids?: 'decimal' | 'hex' | 'hex-decimal';
  readonly answerDelayMs?: number;
  /** Shares of submits, 0 to 1, that are answered with these errors. */
  readonly errors?: Partial<Record<StatusName, number>>;
  /** Submits per second; more are answered with ESME_RTHROTTLED. 0 for no limit. */
  readonly rate?: number;
  readonly receiptDelayMs?: number;
  /** After how long a receipt is repeated that was answered with a temporary error or not at all. 1 s if left out. */
  readonly repeatDelayMs?: number;
  readonly receiptForm?: 'text' | 'parameters' | 'both';
  /** Shares of the states in receipts; all DELIVERED if left out. */
  readonly states?: Partial<Record<ReceiptState, number>>;
  readonly session?: Partial<SessionSettings>;
  /** Decides for a single message, before all of the above. */
  readonly onSubmit?: (pdu: Pdu<'submit_sm' | 'data_sm'>) => SmscAnswer | undefined;
};

export type SmscCounters = {
  connections: number;
  binds: number;
  bindsRefused: number;
  submits: number;
  accepted: number;
  throttled: number;
  refused: number;
  receipts: number;
  receiptsAcknowledged: number;
  receiptsRepeated: number;
  /** Dropped because too many waited for a receiver to bind. */
  receiptsDropped: number;
  inbound: number;
  malformed: number;
};

/** A message that the SMSC has accepted. */
export type Accepted = {
  readonly id: string;
  readonly receiptId: string;
  readonly systemId: string;
  readonly submit: Pdu<'submit_sm' | 'data_sm'>;
  readonly submitted: Date;
  /** Its final state, unless it is cancelled first. */
  state: ReceiptState;
  isFinal: boolean;
};

type Flag<T> = Setting<T> & { readonly placeholder: string };

function flag<T>(written: string, fallback: string | undefined, help: string, parse: (text: string) => T): Flag<T> {
  const [name = '', placeholder = ''] = written.split(' ');
  return { name, placeholder, fallback, help, parse };
}

const anHour = 3_600_000;
const statuses = Object.keys(STATUSES) as StatusName[];

/** By their names in commander; `docs/reference/command.md` lists the same. */
export const SMSC_FLAGS = {
  host: flag('--host <address>', '127.0.0.1', 'address to listen on', text),
  port: flag('--port <port>', '2775', 'port to listen on; 0 takes a free one', port),
  systemId: flag('--system-id <name>', undefined, 'the only system_id that may bind', text),
  password: flag('--password <password>', undefined, 'the only password that may bind', text),
  tlsCert: flag('--tls-cert <file>', undefined, 'certificate (PEM): listen with TLS', text),
  tlsKey: flag('--tls-key <file>', undefined, 'private key (PEM) of the certificate', text),
  ids: flag(
    '--ids <form>',
    'decimal',
    'message ids: decimal, hex, or hex-decimal',
    oneOf('decimal', 'hex', 'hex-decimal'),
  ),
  answerDelay: flag('--answer-delay <ms>', '0', 'milliseconds until a submit is answered', count(0, anHour)),
  errors: flag('--errors <shares>', '', 'submits refused, as ESME_RMSGQFUL=0.1,…', shares('--errors', statuses)),
  rate: flag('--rate <number>', '0', 'submits a second before ESME_RTHROTTLED; 0: no limit', count(0, 1_000_000)),
  receiptDelay: flag('--receipt-delay <ms>', '0', 'milliseconds until the receipt', count(0, anHour)),
  receiptForm: flag('--receipt-form <form>', 'both', 'text, parameters, or both', oneOf('text', 'parameters', 'both')),
  states: flag('--states <shares>', '', 'receipts not DELIVERED, as EXPIRED=0.1,…', shares('--states', MESSAGE_STATES)),
  repeatDelay: flag(
    '--repeat-delay <ms>',
    '1000',
    'milliseconds until a refused receipt comes again',
    count(1, anHour),
  ),
  window: flag('--window <number>', '50', 'receipts in flight per connection', count(1, 5_000)),
  timeout: flag('--timeout <seconds>', '10', 'seconds to wait for an answer', count(1, 600)),
  enquire: flag('--enquire <seconds>', '30', 'seconds of silence before enquire_link', count(1, 3_600)),
  inboundEvery: flag('--inbound-every <ms>', '0', 'milliseconds between inbound messages; 0: none', count(0, anHour)),
  inboundFrom: flag('--inbound-from <number>', '+38641987654', 'who sends them', text),
  inboundTo: flag('--inbound-to <number>', '+38640111222', 'to which sender', text),
  inboundText: flag('--inbound-text <text>', 'Hello', 'what they say', text),
} as const;

type Flags = typeof SMSC_FLAGS;
type Given = { readonly [N in keyof Flags]?: string };
type Values = { readonly [N in keyof Flags]: ReturnType<Flags[N]['parse']> };

/** The values of the flags; those of flags without a default only if they are given. */
function valuesOf(given: Given): Values {
  const flags = Object.entries(SMSC_FLAGS) as [keyof Flags, Flag<unknown>][];
  const texts = flags.map(([name, flag]) => [name, flag, given[name] ?? flag.fallback] as const);
  const present = texts.flatMap(([name, flag, text]) => (text === undefined ? [] : [[name, value(flag, text)]]));
  return Object.fromEntries(present) as Values;
}

/** Inbound messages that are sent periodically. */
export type InboundTraffic = { readonly everyMs: number; readonly message: InboundText };

/** Undefined without inbound messages. */
export function inboundTraffic(given: Given): InboundTraffic | undefined {
  const { inboundEvery: everyMs, inboundFrom: sender, inboundTo: recipient, inboundText } = valuesOf(given);
  const encoding = encodeGsm(inboundText) === undefined ? 'UCS-2' : 'GSM-7';
  return everyMs === 0 ? undefined : { everyMs, message: { sender, recipient, text: inboundText, encoding } };
}

/** The options of the SMSC, from the flags. */
export function smscOptions(given: Given): SmscOptions {
  const { answerDelay, receiptDelay, repeatDelay, window, timeout, enquire, tlsCert, tlsKey, ...others } =
    valuesOf(given);
  return {
    ...others,
    ...tlsFrom(tlsCert, tlsKey),
    answerDelayMs: answerDelay,
    receiptDelayMs: receiptDelay,
    repeatDelayMs: repeatDelay,
    session: { window, responseTimeoutMs: timeout * 1_000, enquireLinkMs: enquire * 1_000 },
  };
}

/** `NAME=share,NAME=share`: shares from 0 to 1, with a sum of at most 1. */
function shares<N extends string>(name: string, names: readonly N[]) {
  return (input: string): Partial<Record<N, number>> => {
    const entries = input.split(',').filter((item) => item !== '');
    const found = entries.map((item) => share(name, item, names));
    const sum = found.reduce((total, [, each]) => total + each, 0);
    if (sum > 1) throw wrong(name, input, 'shares of no more than 1 together');
    return Object.fromEntries(found) as Partial<Record<N, number>>;
  };
}

function share<N extends string>(name: string, item: string, names: readonly N[]): [N, number] {
  const [key = '', number = ''] = item.split('=');
  const known = names.find((each) => each === key.trim().toUpperCase());
  if (known === undefined) throw wrong(name, item, `a name such as ${nearest(key.toUpperCase(), [...names])}`);
  if (!/^(0|1|0?\.\d+|[01]\.\d+)$/.test(number.trim())) throw wrong(name, item, `a share such as ${known}=0.1`);
  return [known, Number(number)];
}

const wrong = (name: string, found: string, expected: string): Problem =>
  new Problem(`${name} is wrong: found ${JSON.stringify(found)}, expected ${expected}`, 'Change it or leave it out');

function tlsFrom(certFile: string | undefined, keyFile: string | undefined): Pick<SmscOptions, 'tls'> {
  bothOrNeither('--tls-cert', certFile, '--tls-key', keyFile);
  if (certFile === undefined || keyFile === undefined) return {};
  try {
    const tls = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(tls);
    return { tls };
  } catch (error) {
    const found = `${certFile} and ${keyFile} cannot be used (${(error as Error).message})`;
    throw new Problem(found, 'Give PEM files of a certificate and its key');
  }
}
