import type { Callback } from '../../../domain/callback/stored.ts';
import type { SendRequest } from '../../../domain/message/send.ts';
import { international, notationOf } from '../numbers.ts';
import { type Fields, textOf } from '../parameters.ts';

/** Refused before it is looked at as a message, in Kannel's own words where it has some. */
export class KannelFault extends Error {
  readonly status: number;

  constructor(text: string, status = 400) {
    super(text);
    this.name = 'KannelFault';
    this.status = status;
  }
}

/** A send request in the CGI variables of Kannel's user guide. `now` in milliseconds. */
export function sendRequest(fields: Fields, now: number, validity: (seconds: number) => number): SendRequest {
  const to = textOf(fields, 'to');
  if (to === undefined) throw new KannelFault('Missing receiver number, rejected');
  // A plus that was not encoded is a blank by now.
  const numbers = to.split(/\s+/).filter((number) => number !== '');
  if (numbers.length === 0) throw new KannelFault('Empty receiver number not allowed, rejected');
  const sender = textOf(fields, 'from')?.trim() ?? '';
  if (sender === '') throw new KannelFault('Sender missing and no global set, rejected');
  refuseOthers(fields);
  const coding = numberOf(fields, 'Coding', 2, 'coding') ?? 0;
  if (coding === 1) throw new KannelFault('Coding 1 (8 bits) is not supported, rejected');
  const minutes = {
    validity: numberOf(fields, 'Validity', mostMinutes, 'validity'),
    deferred: numberOf(fields, 'Deferred', mostMinutes, 'deferred'),
  };
  return {
    sender,
    destinations: [...new Set(numbers.map(international))],
    message: { content: decoded(fields, coding === 2), isUnicode: coding === 2 },
    ...(minutes.validity !== undefined && { validitySeconds: validity(minutes.validity * 60) }),
    ...(minutes.deferred && { scheduledTime: Math.floor(now / 1_000) + minutes.deferred * 60 }),
    ...callbackOf(fields, numbers[0]),
  };
}

/** A year. */
const mostMinutes = 366 * 24 * 60;

/** What would change the message into something that cannot be sent here. Other variables are checked, and do nothing. */
function refuseOthers(fields: Fields): void {
  if ((fields.get('udh')?.length ?? 0) > 0) throw new KannelFault('UDH is not supported, rejected');
  const mclass = numberOf(fields, 'MClass', 3, 'mclass', 'flash');
  if (mclass !== undefined && mclass !== 1) throw new KannelFault(`MClass ${mclass} is not supported, rejected`);
  if (numberOf(fields, 'MWI', 7, 'mwi') !== undefined) throw new KannelFault('MWI is not supported, rejected');
  if (numberOf(fields, 'Compress', 1, 'compress')) throw new KannelFault('Compress is not supported, rejected');
  numberOf(fields, 'PID', 255, 'pid');
  numberOf(fields, 'RPI', 2, 'rpi');
  numberOf(fields, 'Alt-DCS', 1, 'alt-dcs');
  numberOf(fields, 'Priority', 3, 'priority');
}

/** Without one of them Kannel reports nothing. */
function callbackOf(fields: Fields, number: string | undefined): { deliveryReportUrl?: string; callback?: Callback } {
  const mask = numberOf(fields, 'DLR-Mask', 63, 'dlr-mask', 'dlrmask') ?? 0;
  const url = textOf(fields, 'dlr-url', 'dlrurl') ?? '';
  if (url !== '' && !/^https?:\/\//i.test(url)) throw new KannelFault('DLR-URL field misformed, rejected');
  if (url === '' || mask === 0) return {};
  return { deliveryReportUrl: url, callback: { form: 'kannel', mask, notation: notationOf(number) } };
}

/** Undefined where it is missing or -1, which is how Kannel calls that. */
function numberOf(fields: Fields, name: string, most: number, ...variables: string[]): number | undefined {
  const given = textOf(fields, ...variables)?.trim();
  if (given === undefined || given === '' || given === '-1') return undefined;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= most)) throw new KannelFault(`${name} field misformed, rejected`);
  return value;
}

/** In the given alphabet; without one UTF-8, or UTF-16BE where Unicode is asked for. */
function decoded(fields: Fields, isUnicode: boolean): string {
  const bytes = fields.get('text') ?? Buffer.alloc(0);
  const charset = textOf(fields, 'charset')?.trim() || (isUnicode ? 'utf-16be' : 'utf-8');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new KannelFault('Charset or body misformed, rejected');
  }
}
