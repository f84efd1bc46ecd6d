import { type AddressType, subscriberNumber } from '../../domain/phone/phone.ts';
import type { Body } from './commands.ts';

/** An address as SMPP carries it: type of number, numbering plan, and the digits or letters. */
export type WireAddress = { readonly ton: number; readonly npi: number; readonly address: string };

export const TON = { unknown: 0, international: 1, national: 2, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;

/**
 * `+38640123456` is international (1/1) without its plus; up to eight digits are a short code (3/0, what most carriers
 * expect); longer digits without a plus are of unknown type (0/1); everything else is alphanumeric (5/0). A carrier's
 * settings can override these values.
 */
export function toWire(address: string): WireAddress {
  if (/^\+\d+$/.test(address)) return { ton: TON.international, npi: NPI.isdn, address: address.slice(1) };
  if (/^\d{1,8}$/.test(address)) return { ton: TON.networkSpecific, npi: NPI.unknown, address };
  if (/^\d+$/.test(address)) return { ton: TON.unknown, npi: NPI.isdn, address };
  return { ton: TON.alphanumeric, npi: NPI.unknown, address };
}

const TYPES: Readonly<Record<number, AddressType>> = {
  [TON.unknown]: 'unknown',
  [TON.international]: 'international',
  [TON.national]: 'national',
  [TON.alphanumeric]: 'name',
};

/** E.164 where that is certain. `country` is the one whose national numbers the peer writes. */
export function fromWire({ ton, address }: WireAddress, country = ''): string {
  return subscriberNumber(address, TYPES[ton] ?? 'other', country);
}

type SourceFields = Pick<Body<'submit_sm'>, 'source_addr_ton' | 'source_addr_npi' | 'source_addr'>;
type DestinationFields = Pick<Body<'submit_sm'>, 'dest_addr_ton' | 'dest_addr_npi' | 'destination_addr'>;

export function sourceIn(pdu: SourceFields): WireAddress {
  return { ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr };
}

export function destinationIn(pdu: DestinationFields): WireAddress {
  return { ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr };
}

export function addressFields(source: WireAddress, destination: WireAddress): SourceFields & DestinationFields {
  return {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
  };
}

/** Times on the wire (SMPP 3.4, section 7.1.1): `YYMMDDhhmmsstnnp`, absolute with a quarter-hour offset, or relative (R). */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const LONGEST = 99 * YEAR;

const two = (value: number): string => String(value).padStart(2, '0');

/** A time relative to the SMSC's clock. Up to 31 days are written as days; longer times use months of 30 days. */
export function relativeTime(seconds: number): string {
  let rest = Math.min(LONGEST, Math.max(1, Math.round(seconds)));
  const take = (unit: number): string => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return two(count);
  };
  const dateParts = rest < 32 * DAY ? `0000${take(DAY)}` : take(YEAR) + take(MONTH) + take(DAY);
  return `${dateParts}${take(HOUR)}${take(MINUTE)}${two(rest)}000R`;
}

/** In UTC. */
export function absoluteTime(time: Date): string {
  const date = two(time.getUTCFullYear() % 100) + two(time.getUTCMonth() + 1) + two(time.getUTCDate());
  const clock = two(time.getUTCHours()) + two(time.getUTCMinutes()) + two(time.getUTCSeconds());
  return `${date}${clock}${Math.floor(time.getUTCMilliseconds() / 100)}00+`;
}

const FORM = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d(\d\d)([R+-])$/;
const QUARTER = 15 * MINUTE;
const MAX_QUARTERS = 48;
/** Years have two digits, and no message is sent in the last century. */
const CENTURY = 2000;

/**
 * The Unix time in seconds of a time on the wire; undefined if it is not one. A relative time counts calendar years and
 * months from `now`, also in seconds, as the specification has it. Tenths of a second are ignored.
 */
export function readTime(text: string, now: number): number | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [years, months, days, hours, minutes, seconds, quarters] = match.slice(1, 8).map(Number) as Fields;
  if (match[8] === 'R') {
    const from = new Date(now * 1_000);
    const date = Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth() + months, from.getUTCDate() + days);
    return date / 1_000 + (now % DAY) + hours * HOUR + minutes * MINUTE + seconds;
  }
  const ms = Date.UTC(CENTURY + years, months - 1, days, hours, minutes, seconds);
  // Date.UTC turns the 31st of a shorter month, or hour 24, into another time.
  if (absoluteTime(new Date(ms)).slice(0, 12) !== text.slice(0, 12)) return undefined;
  if (quarters > MAX_QUARTERS) return undefined;
  return ms / 1_000 - quarters * QUARTER * (match[8] === '+' ? 1 : -1);
}

type Fields = [number, number, number, number, number, number, number];
