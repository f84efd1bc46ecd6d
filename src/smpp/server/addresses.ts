import { subscriberNumber } from '../../domain/phone/subscriber-number.ts';
import type { WireAddress } from '../protocol/address.ts';
import { Refused } from './errors.ts';

const TON = { unknown: 0, international: 1, national: 2, networkSpecific: 3, subscriber: 4, alphanumeric: 5 } as const;
/** A shorter number without a plus is a short code or national; who means another one says so by its type. */
const fewestInternational = 9;

/**
 * The recipient in E.164, as the send path takes it. International by its type, by a plus or by 00; national only where the
 * credential names a country, since nobody is to get a message because we guessed. Of unknown type, digits are taken for
 * international unless they begin with a zero.
 */
export function destinationOf({ ton, address }: WireAddress, country: string): string {
  const text = address.trim();
  if (!/^\+?\d{1,20}$/.test(text)) throw new Refused('ESME_RINVDSTADR', 'The destination is no phone number');
  if (ton !== TON.unknown && ton !== TON.international && ton !== TON.national)
    throw new Refused('ESME_RINVDSTTON', 'The destination must be of type 0, 1 or 2');
  if (text.startsWith('+')) return text;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  const isNational = ton === TON.national || (ton === TON.unknown && text.startsWith('0'));
  if (!isNational) return `+${text}`;
  if (country === '')
    throw new Refused('ESME_RINVDSTADR', 'National numbers need a country, which the credential has not');
  return subscriberNumber(text, 'national', country);
}

/** The sender as it may be registered. A name is one by its type, or by a letter in it. */
export function senderOf({ ton, address }: WireAddress, country: string): string {
  const text = address.trim();
  if (text === '') throw new Refused('ESME_RINVSRCADR', 'The source address is empty');
  if (ton > TON.alphanumeric + 1) throw new Refused('ESME_RINVSRCTON', 'The source must be of type 0 to 6');
  if (ton === TON.alphanumeric || !/^\d+$/.test(text)) return text;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  if (ton === TON.international) return `+${text}`;
  if (ton === TON.national && country !== '') return subscriberNumber(text, 'national', country);
  return text.length >= fewestInternational && !text.startsWith('0') ? `+${text}` : text;
}

/** Whether an address names the sender of a message. Its type counts where it is given: 0 is unknown. */
export function isSameSource(given: WireAddress, sender: string, country: string): boolean {
  const text = given.address.trim();
  if (text === '' || given.ton > TON.alphanumeric + 1) return false;
  return [text, senderOf(given, country)].some((each) => each.toLowerCase() === sender.toLowerCase());
}
