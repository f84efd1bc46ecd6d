import {
  type Body,
  COMMANDS,
  type CommandName,
  commandName,
  isResponseId,
  type PduField,
  type SubmitDestination,
} from './commands.ts';
import { encodeError, PduError, recoverable, unrecoverable } from './status.ts';
import { NO_RAW_TLVS, NO_TLVS, type RawTlv, type ReadTlvs, readTlvs, type Tlvs, writeTlvs } from './tlv.ts';

type Read<C extends CommandName> = Body<C> & {
  readonly command: C;
  readonly status: number;
  readonly sequence: number;
  readonly tlvs: Tlvs;
  readonly rawTlvs: readonly RawTlv[];
};

type Written<C extends CommandName> = Partial<Body<C>> & {
  readonly command: C;
  readonly status?: number;
  readonly sequence?: number;
  readonly tlvs?: Tlvs;
  readonly rawTlvs?: readonly RawTlv[];
};

/** A decoded PDU with all fields. `Pdu` alone is the union of all commands, discriminated by `command`. */
export type Pdu<C extends CommandName = CommandName> = { [K in C]: Read<K> }[C];

/** A PDU to encode; missing fields are 0, '' or empty. */
export type PduInput<C extends CommandName = CommandName> = { [K in C]: Written<K> }[C];

export const HEADER_LENGTH = 16;
/** Fits the largest message_payload. */
export const MAX_PDU_LENGTH = 64 * 1024;

/** The specification's sizes apply to what we send. Peers do send longer strings, such as ids of 80 octets and prefixed addresses. */
export const MAX_READ_CSTRING = 255;
const MAX_READ_DESTINATION = 66;

const EMPTY = Buffer.alloc(0);
const NUL = Buffer.from([0]);
/** Reused by every encode, and copied out at the final length: cheaper than measuring first. */
const scratch = Buffer.allocUnsafeSlow(MAX_PDU_LENGTH + 2048);

type Value = string | number | Buffer | readonly SubmitDestination[];
type PduValues = Record<string, Value | undefined>;
const NO_DESTINATIONS: readonly SubmitDestination[] = Object.freeze([]);

/** Throws a PduError where a value does not fit its field; never truncates. */
export function encode(pdu: PduInput, sequence = pdu.sequence ?? 0): Buffer {
  const { id, body } = COMMANDS[pdu.command];
  let at = HEADER_LENGTH;
  for (const field of isBare(pdu) ? [] : (body as readonly PduField[]))
    at = writeField(field, (pdu as unknown as PduValues)[field.name], at);
  if (pdu.tlvs !== undefined || pdu.rawTlvs !== undefined) {
    at = writeTlvs(scratch, at, pdu.tlvs ?? NO_TLVS, pdu.rawTlvs ?? NO_RAW_TLVS);
  }
  writeHeader(at, id, pdu.status ?? 0, sequence);
  return Buffer.from(scratch.subarray(0, at));
}

/**
 * SMPP 3.4, 4.1.2 and 4.4.2: an error response has no body. The exceptions are deliver_sm_resp, whose body is always an
 * empty id, and a response with TLVs, which would be read as the body.
 */
function isBare(pdu: PduInput): boolean {
  if ((pdu.status ?? 0) === 0 || pdu.command === 'deliver_sm_resp' || pdu.tlvs !== undefined) return false;
  const { id, body } = COMMANDS[pdu.command];
  const isEmpty = (body as readonly PduField[]).every(({ name }) => (pdu as unknown as PduValues)[name] === undefined);
  return isResponseId(id) && isEmpty;
}

function writeHeader(length: number, id: number, status: number, sequence: number): void {
  if (length > MAX_PDU_LENGTH) throw encodeError(`the PDU has ${length} octets, more than ${MAX_PDU_LENGTH}`);
  writeU32(length, 0);
  writeU32(id, 4);
  writeU32(status, 8);
  writeU32(sequence, 12);
}

function writeU32(value: number, at: number): void {
  if (value >>> 0 !== value) throw encodeError('status and sequence must be from 0 to 0xffffffff');
  scratch.writeUInt32BE(value, at);
}

function writeField(field: PduField, value: Value | undefined, at: number): number {
  switch (field.kind) {
    case 'u8':
      return writeU8(field.name, (value as number | undefined) ?? 0, at);
    case 'cstring':
      return writeCString(field.name, (value as string | undefined) ?? '', field.max, at);
    case 'octets':
      return writeOctets(field.name, (value as Buffer | undefined) ?? EMPTY, at);
    case 'destinations':
      return writeDestinations(field.name, (value as readonly SubmitDestination[] | undefined) ?? NO_DESTINATIONS, at);
  }
}

function writeDestinations(name: string, all: readonly SubmitDestination[], start: number): number {
  let at = writeU8(name, all.length, start);
  for (const each of all) {
    at = writeU8('dest_flag', each.flag, at);
    if (each.flag === 2) at = writeCString('dl_name', each.name, 21, at);
    else {
      at = writeU8('dest_addr_ton', each.ton, at);
      at = writeU8('dest_addr_npi', each.npi, at);
      at = writeCString('destination_addr', each.address, 21, at);
    }
  }
  return at;
}

function writeU8(name: string, value: number, at: number): number {
  if ((value & 0xff) !== value) throw encodeError(`${name} must be from 0 to 255, not ${value}`);
  scratch[at] = value;
  return at + 1;
}

/** Copies octet by octet: for strings this short, a native call costs more. */
function writeCString(name: string, value: string, max: number, at: number): number {
  if (value.length >= max) throw encodeError(`${name} has ${value.length} octets, at most ${max - 1} fit`);
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code === 0 || code > 0xff) throw encodeError(`${name} holds a character that is not one octet`);
    scratch[at + i] = code;
  }
  scratch[at + value.length] = 0;
  return at + value.length + 1;
}

function writeOctets(name: string, value: Buffer, at: number): number {
  if (value.length > 254) throw encodeError(`${name} has ${value.length} octets, at most 254 fit`);
  scratch[at] = value.length;
  scratch.set(value, at + 1);
  return at + 1 + value.length;
}

/** Reads one whole PDU, as cut by the framer. Throws a PduError that knows the sequence number. Octets are views into `frame`. */
export function decode(frame: Buffer): Pdu {
  if (frame.length < HEADER_LENGTH || frame.readUInt32BE(0) !== frame.length) {
    throw unrecoverable('ESME_RINVCMDLEN', 'command_length does not match the PDU');
  }
  const id = frame.readUInt32BE(4);
  const status = frame.readUInt32BE(8);
  const sequence = frame.readUInt32BE(12);
  try {
    const command = commandName(id);
    if (command === undefined) throw recoverable('ESME_RINVCMDID', `unknown command 0x${id.toString(16)}`);
    return readBody(frame, command, status, sequence);
  } catch (error) {
    throw error instanceof PduError ? error.about(id, status, sequence) : error;
  }
}

const NO_VALUE: Readonly<Record<PduField['kind'], Value>> = {
  u8: 0,
  cstring: '',
  octets: EMPTY,
  destinations: NO_DESTINATIONS,
};

/** Cloning a complete PDU and filling it in takes half the time of adding eighteen properties one by one. */
const blanks = Object.fromEntries(
  Object.entries(COMMANDS).map(([command, { body }]) => [command, blank(command, body)]),
) as Record<CommandName, Record<string, unknown>>;

function blank(command: string, body: readonly PduField[]): Record<string, unknown> {
  const fields = body.map(({ name, kind }) => [name, NO_VALUE[kind]]);
  return { command, status: 0, sequence: 0, tlvs: NO_TLVS, rawTlvs: NO_RAW_TLVS, ...Object.fromEntries(fields) };
}

/** Offset of the next field to read. Decoding is synchronous, so one offset serves all PDUs. */
let next = HEADER_LENGTH;

function readBody(frame: Buffer, command: CommandName, status: number, sequence: number): Pdu {
  const pdu: Record<string, unknown> = { ...blanks[command], status, sequence };
  const { id, body } = COMMANDS[command];
  const isResponse = isResponseId(id);
  // An error response often has no body or half of one, and some peers omit the empty message_id of deliver_sm_resp.
  // Only the status counts there.
  const isLax = isResponse && (status !== 0 || frame.length === HEADER_LENGTH);
  if (isLax) readLax(frame, body, pdu);
  else readFields(isResponse ? terminated(frame, body) : frame, body, pdu);
  if (next < frame.length) Object.assign(pdu, isResponse ? readResponseTlvs(frame, next) : readTlvs(frame, next));
  return pdu as Pdu;
}

/** Some peers omit the NUL after the id, the only field of a response; a bind or a message must not fail because of that. */
function terminated(frame: Buffer, body: readonly PduField[]): Buffer {
  const isOpen = body.length === 1 && nulAt(frame, HEADER_LENGTH) === frame.length;
  return isOpen ? Buffer.concat([frame, NUL]) : frame;
}

/** Garbage after a valid response must not cause an accepted message to be sent again. */
function readResponseTlvs(frame: Buffer, at: number): ReadTlvs {
  try {
    return readTlvs(frame, at);
  } catch {
    return { tlvs: NO_TLVS, rawTlvs: NO_RAW_TLVS };
  }
}

function readLax(frame: Buffer, fields: readonly PduField[], pdu: Record<string, unknown>): void {
  try {
    readFields(frame, fields, pdu);
  } catch {
    next = frame.length;
  }
}

function readFields(frame: Buffer, fields: readonly PduField[], pdu: Record<string, unknown>): void {
  next = HEADER_LENGTH;
  for (const field of fields) {
    if (next >= frame.length) throw recoverable('ESME_RINVMSGLEN', `${field.name} is missing`);
    pdu[field.name] = readField(frame, field);
  }
}

function readField(frame: Buffer, { kind, name }: PduField): Value {
  switch (kind) {
    case 'u8':
      return frame[next++]!;
    case 'cstring':
      return readCString(frame, name, MAX_READ_CSTRING);
    case 'octets':
      return readOctets(frame, name);
    case 'destinations':
      return Array.from({ length: frame[next++]! }, () => readDestination(frame));
  }
}

/** `max` includes the NUL. */
function readCString(frame: Buffer, name: string, max: number): string {
  const start = next;
  const end = nulAt(frame, start);
  if (end >= frame.length) throw recoverable('ESME_RINVMSGLEN', `${name} runs over the end`);
  if (end - start >= max) throw recoverable('ESME_RINVPARLEN', `${name} is longer than ${max - 1} octets`);
  next = end + 1;
  return end === start ? '' : frame.toString('latin1', start, end);
}

/** Offset of the NUL; `frame.length` or more if there is none. */
function nulAt(frame: Buffer, start: number): number {
  let end = start;
  while (end < frame.length && frame[end] !== 0) end++;
  return end;
}

function readOctets(frame: Buffer, name: string): Buffer {
  const start = next + 1;
  const end = start + frame[next]!;
  if (end > frame.length) throw recoverable('ESME_RINVMSGLEN', `${name} runs over the end`);
  next = end;
  return frame.subarray(start, end);
}

function readDestination(frame: Buffer): SubmitDestination {
  const flag = frame[next++];
  if (flag === 2) return { flag, name: readCString(frame, 'a destination', MAX_READ_DESTINATION) };
  if (flag !== 1) throw recoverable('ESME_RINVDESTFLAG', `a destination has the flag ${flag}, not 1 or 2`);
  const [ton, npi] = [frame[next++]!, frame[next++]!];
  return { flag, ton, npi, address: readCString(frame, 'a destination', MAX_READ_DESTINATION) };
}
