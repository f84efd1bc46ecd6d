import { isUtf8 } from 'node:buffer';
import { referenceFault } from '../../domain/message/send.ts';
import { subscriberNumber } from '../../domain/phone/phone.ts';
import { readTime, TON, type WireAddress } from '../protocol/fields.ts';
import { SmppError } from './errors.ts';
import type { SubmitPdu } from './submit-text.ts';

/** What a submit requests besides its text. */
export type SubmitOptions = {
  readonly registeredDelivery: number;
  readonly scheduledTime?: number;
  readonly validitySeconds?: number;
  readonly reference?: string;
};

/** Vendor-specific parameter of submits and receipts with the customer's reference, in UTF-8. */
export const referenceTag = 0x1501;

const messageMode = 0x03;
const storeAndForward = 0x03;
const messageType = 0x3c;

/** `now` is Unix time in seconds; `longest` is the longest validity of the service, in seconds. */
export function optionsOf(pdu: SubmitPdu, now: number, longest: number): SubmitOptions {
  refuseModes(pdu);
  const scheduledTime = 'schedule_delivery_time' in pdu ? scheduleOf(pdu.schedule_delivery_time, now) : undefined;
  const validitySeconds = validityIn(pdu, Math.max(now, scheduledTime ?? now), now, longest);
  const reference = referenceIn(pdu);
  return {
    registeredDelivery: pdu.registered_delivery,
    ...(scheduledTime !== undefined && { scheduledTime }),
    ...(validitySeconds !== undefined && { validitySeconds }),
    ...(reference !== undefined && { reference }),
  };
}

/** As in other text parameters, a closing NUL is optional. */
function referenceIn({ rawTlvs }: SubmitPdu): string | undefined {
  const value = rawTlvs.find(({ tag }) => tag === referenceTag)?.value;
  if (value === undefined) return undefined;
  const octets = value.at(-1) === 0 ? value.subarray(0, -1) : value;
  const fault = isUtf8(octets) ? referenceFault(octets.toString()) : 'must be UTF-8';
  if (fault !== undefined) throw new SmppError('ESME_RINVOPTPARAMVAL', `reference (0x1501) ${fault}`);
  return octets.toString();
}

function refuseModes(pdu: SubmitPdu): void {
  const mode = pdu.esm_class & messageMode;
  if (mode !== 0 && mode !== storeAndForward)
    throw new SmppError('ESME_RINVESMCLASS', 'Only the default mode and store and forward are supported');
  if ((pdu.esm_class & messageType) !== 0)
    throw new SmppError('ESME_RINVESMCLASS', 'Only messages are accepted, not acknowledgements or receipts');
  if ('replace_if_present_flag' in pdu && pdu.replace_if_present_flag !== 0)
    throw new SmppError('ESME_RINVREPFLAG', 'replace_if_present_flag is not supported; use replace_sm');
  if ('sm_default_msg_id' in pdu && pdu.sm_default_msg_id !== 0)
    throw new SmppError('ESME_RINVDFTMSGID', 'Predefined messages are not supported');
}

export function scheduleOf(text: string, now: number): number | undefined {
  if (text === '') return undefined;
  const time = readTime(text, now);
  if (time === undefined)
    throw new SmppError('ESME_RINVSCHED', 'schedule_delivery_time is not a time such as 991231235900000+');
  return time;
}

function validityIn(pdu: SubmitPdu, from: number, now: number, longest: number): number | undefined {
  if (pdu.tlvs.qos_time_to_live !== undefined) return bounded(pdu.tlvs.qos_time_to_live, longest);
  return 'validity_period' in pdu ? validityOf(pdu.validity_period, from, now, longest) : undefined;
}

/** Seconds from acceptance, or from the scheduled time, as in the HTTP API. */
export function validityOf(text: string, from: number, now: number, longest: number): number | undefined {
  if (text === '') return undefined;
  const end = readTime(text, text.endsWith('R') ? from : now);
  if (end === undefined)
    throw new SmppError('ESME_RINVEXPIRY', 'validity_period is not a time such as 000001000000000R');
  return bounded(end - from, longest);
}

/** Longer periods are shortened: customers often set several days to mean "long enough". */
function bounded(seconds: number, longest: number): number {
  if (seconds <= 0)
    throw new SmppError('ESME_RINVEXPIRY', 'validity_period has passed before the message could be sent');
  return Math.min(longest, seconds);
}

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
