import { alphabetOf, type DefaultAlphabet } from '../smpp/coding.ts';
import { userData } from '../smpp/content.ts';
import type { Pdu } from '../smpp/pdu.ts';
import { fillBits, unpack } from '../smpp/septets.ts';
import type { Concatenation } from '../smpp/udh.ts';
import { Refused } from './refusals.ts';

export type SubmitPdu = Pdu<'submit_sm' | 'data_sm' | 'submit_multi'>;

/** What a customer may write a text in. GSM has one septet per octet here. */
export type SubmitAlphabet = 'gsm' | 'ia5' | 'latin1' | 'ucs2';
export type SubmitContent = {
  readonly octets: Buffer;
  readonly alphabet: SubmitAlphabet;
  readonly concatenation: Concatenation | undefined;
};

const codings: ReadonlySet<number> = new Set([0, 1, 3, 8]);

/** The text of a submit, or of one part; what is no plain text is refused, each kind with its own words. */
export function readSubmit(pdu: SubmitPdu, byDefault: DefaultAlphabet): SubmitContent {
  refuseBoth(pdu);
  refuseCoding(pdu.data_coding);
  refuseFlash(pdu);
  const { body, headerLength, concatenation, languages, others } = userData(pdu);
  if (languages.locking !== 0 || languages.single !== 0)
    throw new Refused('ESME_RINVESMCLASS', 'National language shift tables are not taken; send such a text as UCS-2');
  if (others.length > 0 || pdu.tlvs.destination_port !== undefined || pdu.tlvs.source_port !== undefined)
    throw new Refused('ESME_RINVESMCLASS', 'WAP push and other data for a port are not taken: only texts are');
  const alphabet = alphabetOf(pdu.data_coding, byDefault);
  if (alphabet === 'packed') return { octets: unpack(body, fillBits(headerLength)), alphabet: 'gsm', concatenation };
  if (alphabet === 'ucs2' && body.length % 2 === 1)
    throw new Refused('ESME_RINVMSGLEN', 'A text in UCS-2 has two octets for each unit');
  return { octets: body, alphabet: alphabet as SubmitAlphabet, concatenation };
}

function refuseBoth(pdu: SubmitPdu): void {
  const isShort = 'short_message' in pdu && pdu.short_message.length > 0;
  if (isShort && pdu.tlvs.message_payload !== undefined)
    throw new Refused('ESME_ROPTPARNOTALLWD', 'A text is in short_message or in message_payload, not in both');
}

/** The groups of 3GPP TS 23.038 that say a class: of them, class 0 is shown at once and kept by no phone. */
function refuseCoding(coding: number): void {
  if (codings.has(coding)) return;
  const hasClass = (coding & 0xd0) === 0x10 || (coding & 0xf0) === 0xf0;
  if (hasClass && (coding & 0x03) === 0) throw new Refused('ESME_RINVDCS', 'Flash messages (class 0) are not taken');
  throw new Refused('ESME_RINVDCS', 'data_coding must be 0, 1, 3 or 8');
}

const flashDisplay = 1;
const silent = 0x40;

function refuseFlash(pdu: SubmitPdu): void {
  if (pdu.tlvs.dest_addr_subunit === flashDisplay)
    throw new Refused('ESME_RINVDCS', 'Flash messages (dest_addr_subunit 1) are not taken');
  if ('protocol_id' in pdu && pdu.protocol_id === silent)
    throw new Refused('ESME_RSUBMITFAIL', 'Messages that no phone shows (protocol_id 64) are not taken');
}
