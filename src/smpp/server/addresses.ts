import { subscriberNumber } from '../../domain/phone/phone.ts';
import { TON, type WireAddress } from '../protocol/address.ts';
import { SmppError } from './errors.ts';

/** A shorter number without a plus is a short code or national, unless its type says otherwise. */
const fewestInternational = 9;

/**
 * The recipient in E.164. International by its type, by a plus or by 00; national only where the credential names a country,
 * since a guessed one could send the message to another person. Digits of unknown type are international unless they begin
 * with a zero.
 */
export function destinationOf({ ton, address }: WireAddress, country: string): string {
  const text = address.trim();
  if (!/^\+?\d{1,20}$/.test(text)) throw new SmppError('ESME_RINVDSTADR', 'The destination is not a phone number');
  if (ton !== TON.unknown && ton !== TON.international && ton !== TON.national)
    throw new SmppError('ESME_RINVDSTTON', 'The destination must be of type 0, 1 or 2');
  if (text.startsWith('+')) return text;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  const isNational = ton === TON.national || (ton === TON.unknown && text.startsWith('0'));
  if (!isNational) return `+${text}`;
  if (country === '')
    throw new SmppError('ESME_RINVDSTADR', 'National numbers need a country, and the credential has none');
  return subscriberNumber(text, 'national', country);
}

/** The sender as it may be registered. It is a name by its type, or if it is not all digits. */
export function senderOf({ ton, address }: WireAddress, country: string): string {
  const text = address.trim();
  if (text === '') throw new SmppError('ESME_RINVSRCADR', 'The source address is empty');
  if (ton > TON.alphanumeric + 1) throw new SmppError('ESME_RINVSRCTON', 'The source must be of type 0 to 6');
  if (ton === TON.alphanumeric || !/^\d+$/.test(text)) return text;
  if (text.startsWith('00')) return `+${text.slice(2)}`;
  if (ton === TON.international) return `+${text}`;
  if (ton === TON.national && country !== '') return subscriberNumber(text, 'national', country);
  return text.length >= fewestInternational && !text.startsWith('0') ? `+${text}` : text;
}

/** Whether an address names the sender of a message, with or without regard to its type. */
export function isSameSource(given: WireAddress, sender: string, country: string): boolean {
  const text = given.address.trim();
  if (text === '' || given.ton > TON.alphanumeric + 1) return false;
  return [text, senderOf(given, country)].some((each) => each.toLowerCase() === sender.toLowerCase());
}
