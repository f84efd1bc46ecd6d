import type { Pdu } from '../protocol/pdu.ts';

const receipt = 0x04;
const intermediate = 0x20;

/**
 * A PDU as an operator may read it: no password, no text, and of phone numbers only where they begin and end. What was left out is
 * told by its length. Of a receipt, which we wrote, the text is shown up to where it quotes the message.
 */
export function maskedPdu(pdu: Pdu): Record<string, unknown> {
  const { command: _command, status: _status, sequence: _sequence, tlvs, rawTlvs, ...body } = pdu;
  const esmClass = 'esm_class' in pdu ? pdu.esm_class : 0;
  const isReceipt = pdu.command === 'deliver_sm' && (esmClass & (receipt | intermediate)) !== 0;
  return {
    ...maskedFields(body, isReceipt),
    ...maskedFields(tlvs, false),
    ...(rawTlvs.length === 0
      ? {}
      : { others: rawTlvs.slice(0, mostOthers).map(({ tag, value }) => otherOf(tag, value)) }),
  };
}

const mostOthers = 20;
const otherOf = (tag: number, value: Buffer): string => `0x${tag.toString(16).padStart(4, '0')}: ${octets(value)}`;
const octets = (value: Buffer): string => `[${value.length} octets]`;

const secret = new Set(['password']);
/** Made by us. */
const ids = new Set(['message_id', 'receipted_message_id']);

function maskedFields(fields: object, isReceipt: boolean): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '' || (Buffer.isBuffer(value) && value.length === 0)) continue;
    shown[name] = maskedValue(name, value, isReceipt);
  }
  return shown;
}

function maskedValue(name: string, value: unknown, isReceipt: boolean): unknown {
  if (secret.has(name)) return '***';
  if (Array.isArray(value)) return `[${value.length} of them]`;
  if (typeof value === 'string') return ids.has(name) ? value : withoutNumbers(value);
  if (!Buffer.isBuffer(value)) return typeof value === 'number' ? value : String(value);
  if (name === 'short_message' && isReceipt) return `${value.toString('latin1').split(' text:')[0]} text:***`;
  return octets(value);
}

/** Of what may be a number, its beginning and the last two digits tell enough to find it again. Names are no secret. */
const withoutNumbers = (text: string): string =>
  text.replace(
    /\d[\d -]{5,}\d/g,
    (digits) => `${digits.slice(0, 5)}${'*'.repeat(digits.length - 7)}${digits.slice(-2)}`,
  );
