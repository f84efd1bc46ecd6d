import { encodeError, recoverable } from './status.ts';

const u8 = (tag: number) => ({ kind: 'integer', tag, size: 1 }) as const;
const u16 = (tag: number) => ({ kind: 'integer', tag, size: 2 }) as const;
const u32 = (tag: number) => ({ kind: 'integer', tag, size: 4 }) as const;
const flag = (tag: number) => ({ kind: 'flag', tag }) as const;
const cstring = (tag: number, max: number) => ({ kind: 'cstring', tag, max }) as const;
const octets = (tag: number, least: number, most: number) => ({ kind: 'octets', tag, least, most }) as const;

/** Optional parameters (SMPP 3.4, section 5.3.2). Octets are given with the least and most length of the value. */
const TLVS = {
  dest_addr_subunit: u8(0x0005),
  dest_network_type: u8(0x0006),
  dest_bearer_type: u8(0x0007),
  dest_telematics_id: u16(0x0008),
  source_addr_subunit: u8(0x000d),
  source_network_type: u8(0x000e),
  source_bearer_type: u8(0x000f),
  source_telematics_id: u8(0x0010),
  qos_time_to_live: u32(0x0017),
  payload_type: u8(0x0019),
  additional_status_info_text: cstring(0x001d, 256),
  receipted_message_id: cstring(0x001e, 65),
  ms_msg_wait_facilities: u8(0x0030),
  privacy_indicator: u8(0x0201),
  source_subaddress: octets(0x0202, 2, 23),
  dest_subaddress: octets(0x0203, 2, 23),
  user_message_reference: u16(0x0204),
  user_response_code: u8(0x0205),
  source_port: u16(0x020a),
  destination_port: u16(0x020b),
  sar_msg_ref_num: u16(0x020c),
  language_indicator: u8(0x020d),
  sar_total_segments: u8(0x020e),
  sar_segment_seqnum: u8(0x020f),
  sc_interface_version: u8(0x0210),
  callback_num_pres_ind: u8(0x0302),
  callback_num_atag: octets(0x0303, 0, 65),
  number_of_messages: u8(0x0304),
  callback_num: octets(0x0381, 4, 19),
  dpf_result: u8(0x0420),
  set_dpf: u8(0x0421),
  ms_availability_status: u8(0x0422),
  network_error_code: octets(0x0423, 3, 3),
  message_payload: octets(0x0424, 0, 0xffff),
  delivery_failure_reason: u8(0x0425),
  more_messages_to_send: u8(0x0426),
  message_state: u8(0x0427),
  ussd_service_op: u8(0x0501),
  display_time: u8(0x1201),
  sms_signal: u16(0x1203),
  ms_validity: u8(0x1204),
  alert_on_message_delivery: flag(0x130c),
  its_reply_type: u8(0x1380),
  its_session_info: octets(0x1383, 2, 2),
} as const;

type TlvTable = typeof TLVS;
export type TlvName = keyof TlvTable;
type TlvKind = TlvTable[TlvName];
type TlvValue<K> = K extends { kind: 'integer' }
  ? number
  : K extends { kind: 'cstring' }
    ? string
    : K extends { kind: 'flag' }
      ? true
      : Buffer;

type Value = number | string | true | Buffer;

export type Tlvs = { readonly [N in TlvName]?: TlvValue<TlvTable[N]> };

/** A vendor-specific parameter, or a known one whose length or repetition violates the specification. */
export type RawTlv = { readonly tag: number; readonly value: Buffer };

export const NO_TLVS: Tlvs = Object.freeze({});
export const NO_RAW_TLVS: readonly RawTlv[] = Object.freeze([]);

type Known = { readonly name: TlvName; readonly type: TlvKind };
const byTag = new Map<number, Known>(
  Object.entries(TLVS).map(([name, type]) => [type.tag, { name: name as TlvName, type }]),
);

export type ReadTlvs = { tlvs: Tlvs; rawTlvs: readonly RawTlv[] };

/** Reads from `offset` to the end; a parameter that runs over the end is a recoverable error. */
export function readTlvs(bytes: Buffer, offset: number): ReadTlvs {
  if (isEnd(bytes, offset)) return { tlvs: NO_TLVS, rawTlvs: NO_RAW_TLVS };
  const tlvs: Record<string, Value> = {};
  const rawTlvs: RawTlv[] = [];
  for (let at = offset; !isEnd(bytes, at); ) {
    const start = at + 4;
    const end = start <= bytes.length ? start + bytes.readUInt16BE(at + 2) : start;
    if (end > bytes.length) throw recoverable('ESME_RINVOPTPARSTREAM', 'an optional parameter runs over the end');
    const tag = bytes.readUInt16BE(at);
    const known = byTag.get(tag);
    const value = known && !(known.name in tlvs) ? readValue(known.type, bytes, start, end) : undefined;
    if (known && value !== undefined) tlvs[known.name] = value;
    else rawTlvs.push({ tag, value: bytes.subarray(start, end) });
    at = end;
  }
  return { tlvs: tlvs as Tlvs, rawTlvs };
}

/** Some peers append one or two stray NULs to the body. */
function isEnd(bytes: Buffer, at: number): boolean {
  return at === bytes.length || (at + 4 > bytes.length && bytes.subarray(at).every((octet) => octet === 0));
}

/** The name of a parameter that was kept raw because the table does not allow its length. */
export function misfitIn({ tag, value }: RawTlv): TlvName | undefined {
  const known = byTag.get(tag);
  return known && readValue(known.type, value, 0, value.length) === undefined ? known.name : undefined;
}

/** Undefined where the length is wrong: the parameter is then kept raw, so that a receipt is not lost with it. */
function readValue(type: TlvKind, bytes: Buffer, start: number, end: number): Value | undefined {
  const length = end - start;
  switch (type.kind) {
    case 'integer':
      return length === type.size ? bytes.readUIntBE(start, length) : undefined;
    case 'flag':
      return length === 0 ? true : undefined;
    case 'cstring':
      return readText(bytes, start, end);
    case 'octets':
      return length >= type.least && length <= type.most ? bytes.subarray(start, end) : undefined;
  }
}

/** Many SMSCs omit the closing NUL of a C-octet string in a TLV. */
function readText(bytes: Buffer, start: number, end: number): string {
  const nul = bytes.indexOf(0, start);
  return bytes.toString('latin1', start, nul >= start && nul < end ? nul : end);
}

/** Returns the offset after the last parameter. */
export function writeTlvs(bytes: Buffer, offset: number, tlvs: Tlvs, rawTlvs: readonly RawTlv[]): number {
  let at = offset;
  for (const name in tlvs) {
    const value = tlvs[name as TlvName];
    if (value !== undefined) at = writeTlv(bytes, at, name as TlvName, value);
  }
  for (const { tag, value } of rawTlvs) at = writeOctets(bytes, at, tag, value);
  return at;
}

function writeTlv(bytes: Buffer, at: number, name: TlvName, value: Value): number {
  const type = TLVS[name];
  switch (type.kind) {
    case 'integer': {
      const most = 2 ** (8 * type.size) - 1;
      const number = value as number;
      if (!Number.isInteger(number) || number < 0 || number > most)
        throw encodeError(`${name} must be from 0 to ${most}`);
      return bytes.writeUIntBE(number, writeHeader(bytes, at, type.tag, type.size), type.size);
    }
    case 'flag':
      return writeHeader(bytes, at, type.tag, 0);
    case 'cstring': {
      const text = value as string;
      checkLength(name, text.length + 1, 1, type.max);
      if (/[\0\u0100-\uffff]/.test(text)) throw encodeError(`${name} holds a character that is not one octet`);
      const start = writeHeader(bytes, at, type.tag, text.length + 1);
      bytes.write(text, start, 'latin1');
      return bytes.writeUInt8(0, start + text.length);
    }
    case 'octets':
      checkLength(name, (value as Buffer).length, type.least, type.most);
      return writeOctets(bytes, at, type.tag, value as Buffer);
  }
}

function writeHeader(bytes: Buffer, at: number, tag: number, length: number): number {
  if (length > 0xffff || at + 4 + length > bytes.length) throw encodeError('the optional parameters are too long');
  bytes.writeUInt16BE(tag, at);
  bytes.writeUInt16BE(length, at + 2);
  return at + 4;
}

function writeOctets(bytes: Buffer, at: number, tag: number, value: Buffer): number {
  const start = writeHeader(bytes, at, tag, value.length);
  return start + value.copy(bytes, start);
}

function checkLength(name: TlvName, length: number, least: number, most: number): void {
  if (length < least || length > most) throw encodeError(`${name} has ${length} octets, not ${least} to ${most}`);
}
