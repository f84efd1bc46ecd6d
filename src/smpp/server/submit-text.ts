import type { Runtime } from '../../runtime.ts';
import { type CredentialAlphabet, countLatin1, type SmppCredential } from '../../store/smpp/credentials.ts';
import type { Pdu } from '../protocol/pdu.ts';
import { alphabetOf, type Concatenation, fillBits, unpack, userData } from '../protocol/text.ts';
import { misfitIn, type TlvName } from '../protocol/tlv.ts';
import { SmppError } from './errors.ts';

export type SubmitPdu = Pdu<'submit_sm' | 'data_sm' | 'submit_multi'>;

/** The alphabets of submitted texts. GSM has one septet per octet here. */
export type SubmitAlphabet = 'gsm' | 'ia5' | 'latin1' | 'ucs2';
export type SubmitText = {
  readonly octets: Buffer;
  readonly alphabet: SubmitAlphabet;
  /** Declared as GSM, but read as Latin-1 because it cannot be GSM. */
  readonly isAssumed: boolean;
};
export type SubmitContent = SubmitText & { readonly concatenation: Concatenation | undefined };

const codings: ReadonlySet<number> = new Set([0, 1, 3, 8]);

/** The text of a submit, or of one part. Anything but plain text is refused, each kind with its own error. */
export function readSubmit(pdu: SubmitPdu, byDefault: CredentialAlphabet): SubmitContent {
  refuseMisfits(pdu);
  refuseBoth(pdu);
  refuseCoding(pdu.data_coding);
  refuseFlash(pdu);
  const { body, length, concatenation, languages, others, isSound } = userData(pdu);
  if (!isSound)
    throw new SmppError('ESME_RINVESMCLASS', 'The user data header is truncated, or its part number is impossible');
  refuseImpossiblePart(pdu, concatenation);
  if (languages.locking !== 0 || languages.single !== 0)
    throw new SmppError(
      'ESME_RINVESMCLASS',
      'National language shift tables are not supported; send such a text as UCS-2',
    );
  if (others.length > 0 || pdu.tlvs.destination_port !== undefined || pdu.tlvs.source_port !== undefined)
    throw new SmppError('ESME_RINVESMCLASS', 'WAP push and other data for a port are not supported, only texts');
  if (pdu.data_coding === 0) return { ...readDefault(body, byDefault, length), concatenation };
  const alphabet = alphabetOf(pdu.data_coding, 'gsm') as SubmitAlphabet;
  if (alphabet === 'ucs2' && body.length % 2 === 1)
    throw new SmppError('ESME_RINVMSGLEN', 'A text in UCS-2 has two octets per code unit');
  return { octets: body, alphabet, isAssumed: false, concatenation };
}

/** A text with data_coding 0, or without data_coding. Unpacked GSM has no octet above 0x7F, so a text with one is Latin-1. */
export function readDefault(octets: Buffer, byDefault: CredentialAlphabet, headerLength = 0): SubmitText {
  const as = (alphabet: 'gsm' | 'latin1', isAssumed = false): SubmitText => ({ octets, alphabet, isAssumed });
  if (byDefault === 'packed')
    return { octets: unpack(octets, fillBits(headerLength)), alphabet: 'gsm', isAssumed: false };
  if (byDefault === 'latin1') return as('latin1');
  if (octets.every((octet) => octet <= 0x7f)) return as('gsm');
  if (byDefault === 'auto') return as('latin1', true);
  throw new SmppError(
    'ESME_RINVDCS',
    'data_coding 0 is GSM 03.38, without octets above 0x7F; Latin-1 is data_coding 3',
  );
}

/** Optional parameters that the server uses. Others may have any length. */
const readNames: ReadonlySet<TlvName> = new Set<TlvName>([
  ...(['message_payload', 'qos_time_to_live', 'user_message_reference', 'dest_addr_subunit'] as const),
  ...(['source_port', 'destination_port'] as const),
  ...(['sar_msg_ref_num', 'sar_total_segments', 'sar_segment_seqnum'] as const),
]);

/** A parameter of the wrong length would be ignored, and the message would be sent without it. */
export function refuseMisfits({ rawTlvs }: Pick<SubmitPdu, 'rawTlvs'>): void {
  const name = rawTlvs.map(misfitIn).find((each) => each !== undefined && readNames.has(each));
  if (name !== undefined) throw new SmppError('ESME_RINVPARLEN', `${name} has the wrong length`);
}

/** SMPP 3.4, 5.3.2.22: the sar_* parameters apply if all three are present; then they must name a possible part. */
function refuseImpossiblePart({ tlvs }: SubmitPdu, concatenation: Concatenation | undefined): void {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: part } = tlvs;
  if (concatenation !== undefined || [reference, total, part].includes(undefined)) return;
  throw new SmppError('ESME_RINVOPTPARAMVAL', 'sar_segment_seqnum must be from 1 to sar_total_segments');
}

function refuseBoth(pdu: SubmitPdu): void {
  const isShort = 'short_message' in pdu && pdu.short_message.length > 0;
  if (isShort && pdu.tlvs.message_payload !== undefined)
    throw new SmppError('ESME_ROPTPARNOTALLWD', 'A text must be in short_message or in message_payload, not in both');
}

/** Of the coding groups of 3GPP TS 23.038 with a message class, class 0 is a flash message: shown immediately and not stored. */
function refuseCoding(coding: number): void {
  if (codings.has(coding)) return;
  const hasClass = (coding & 0xd0) === 0x10 || (coding & 0xf0) === 0xf0;
  if (hasClass && (coding & 0x03) === 0)
    throw new SmppError('ESME_RINVDCS', 'Flash messages (class 0) are not supported');
  throw new SmppError('ESME_RINVDCS', 'data_coding must be 0, 1, 3 or 8');
}

const flashDisplay = 1;
const silent = 0x40;

function refuseFlash(pdu: SubmitPdu): void {
  if (pdu.tlvs.dest_addr_subunit === flashDisplay)
    throw new SmppError('ESME_RINVDCS', 'Flash messages (dest_addr_subunit 1) are not supported');
  if ('protocol_id' in pdu && pdu.protocol_id === silent)
    throw new SmppError('ESME_RSUBMITFAIL', 'Silent messages (protocol_id 64) are not supported');
}

/** Counts texts with data_coding 0 that were read as Latin-1, and warns about each credential once a day. */
export class Latin1Texts {
  readonly #runtime: Runtime;
  #counts = new Map<string, { readonly credential: SmppCredential; texts: number }>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  note(credential: SmppCredential): void {
    const count = this.#counts.get(credential.id);
    if (count) count.texts += 1;
    else this.#counts.set(credential.id, { credential, texts: 1 });
  }

  /** Stores the counts since the last call. */
  async write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    const rows = Array.from(counts, ([credentialId, { texts }]) => ({ credentialId, texts }));
    for (const credentialId of await countLatin1(this.#runtime.db, rows)) {
      const { accountId, systemId } = counts.get(credentialId)!.credential;
      this.#runtime.log.warn(
        { accountId, systemId },
        'texts with data_coding 0 have octets above 0x7F and are read as Latin-1; the customer should send data_coding 3',
      );
    }
  }
}
