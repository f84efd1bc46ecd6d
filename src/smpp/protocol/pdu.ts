import {
  type Body,
  COMMANDS,
  type CommandName,
  commandName,
  type Destination,
  type Field,
  isResponseId,
} from './commands.ts';
import { destinationsEnd, readDestinations } from './destinations.ts';
import { encodeError, PduError, recoverable, unrecoverable } from './pdu-error.ts';
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

/** A decoded PDU: every field is there. `Pdu` alone is the union of all, told apart by `command`. */
export type Pdu<C extends CommandName = CommandName> = { [K in C]: Read<K> }[C];

/** A PDU to encode: what is left out is 0, '' or empty. */
export type PduInput<C extends CommandName = CommandName> = { [K in C]: Written<K> }[C];

export const HEADER_LENGTH = 16;
/** The largest message_payload still fits; nothing that is not hostile comes near it. */
export const MAX_PDU_LENGTH = 64 * 1024;

/**
 * The specification's sizes bind what we send. What we read may be longer (ids of 80 octets, addresses with a prefix are
 * real), as long as it stays within what a row can hold without a thought.
 */
export const MAX_READ_CSTRING = 255;

const EMPTY = Buffer.alloc(0);
const NUL = Buffer.from([0]);
/** Written from scratch every time and copied out at its true length: cheaper than measuring first. */
const scratch = Buffer.allocUnsafeSlow(MAX_PDU_LENGTH + 2048);

type Value = string | number | Buffer | readonly Destination[];
type Values = Record<string, Value | undefined>;
const NO_DESTINATIONS: readonly Destination[] = Object.freeze([]);

/** Throws a PduError where a value does not fit its field; nothing is ever cut short silently. */
export function encode(pdu: PduInput, sequence = pdu.sequence ?? 0): Buffer {
  const { id, body } = COMMANDS[pdu.command];
  let at = HEADER_LENGTH;
  for (const field of isBare(pdu) ? [] : (body as readonly Field[]))
    at = writeField(field, (pdu as unknown as Values)[field.name], at);
  if (pdu.tlvs !== undefined || pdu.rawTlvs !== undefined) {
    at = writeTlvs(scratch, at, pdu.tlvs ?? NO_TLVS, pdu.rawTlvs ?? NO_RAW_TLVS);
  }
  writeHeader(at, id, pdu.status ?? 0, sequence);
  return Buffer.from(scratch.subarray(0, at));
}

/**
 * SMPP 3.4, 4.1.2 and 4.4.2: an answer with an error has no body. That of deliver_sm_resp is an empty id, always; and where parameters
 * follow, they would be read as the body.
 */
function isBare(pdu: PduInput): boolean {
  if ((pdu.status ?? 0) === 0 || pdu.command === 'deliver_sm_resp' || pdu.tlvs !== undefined) return false;
  const { id, body } = COMMANDS[pdu.command];
  const isEmpty = (body as readonly Field[]).every(({ name }) => (pdu as unknown as Values)[name] === undefined);
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

function writeField(field: Field, value: Value | undefined, at: number): number {
  switch (field.kind) {
    case 'u8':
      return writeU8(field.name, (value as number | undefined) ?? 0, at);
    case 'cstring':
      return writeCString(field.name, (value as string | undefined) ?? '', field.max, at);
    case 'octets':
      return writeOctets(field.name, (value as Buffer | undefined) ?? EMPTY, at);
    case 'destinations':
      return writeDestinations(field.name, (value as readonly Destination[] | undefined) ?? NO_DESTINATIONS, at);
  }
}

function writeDestinations(name: string, all: readonly Destination[], start: number): number {
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

/** Octet by octet: these strings are short, so a call into native code would cost more than the copy. */
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

/**
 * Reads one whole PDU, as the framer cuts it. Throws a PduError that knows the sequence to answer. Octets are views into
 * `frame`, not copies.
 */
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

const nothing: Readonly<Record<Field['kind'], Value>> = {
  u8: 0,
  cstring: '',
  octets: EMPTY,
  destinations: NO_DESTINATIONS,
};

/** Cloning a whole PDU and filling it in takes half the time of adding eighteen properties one by one. */
const blanks = Object.fromEntries(
  Object.entries(COMMANDS).map(([command, { body }]) => [command, blank(command, body)]),
) as Record<CommandName, Record<string, unknown>>;

function blank(command: string, body: readonly Field[]): Record<string, unknown> {
  const fields = body.map(({ name, kind }) => [name, nothing[kind]]);
  return { command, status: 0, sequence: 0, tlvs: NO_TLVS, rawTlvs: NO_RAW_TLVS, ...Object.fromEntries(fields) };
}

function readBody(frame: Buffer, command: CommandName, status: number, sequence: number): Pdu {
  const pdu: Record<string, unknown> = { ...blanks[command], status, sequence };
  const { id, body } = COMMANDS[command];
  const isResponse = isResponseId(id);
  // An answer with an error often has no body or half of one, and some peers leave out the empty message_id of
  // deliver_sm_resp. The status is all that counts there.
  const isLax = isResponse && (status !== 0 || frame.length === HEADER_LENGTH);
  const at = isLax ? readLax(frame, body, pdu) : readFields(isResponse ? closed(frame, body) : frame, body, pdu);
  if (at < frame.length) Object.assign(pdu, isResponse ? readTailOfResponse(frame, at) : readTlvs(frame, at));
  return pdu as Pdu;
}

/** Some peers leave out the NUL behind the id that is all they answer; a bind or a message must not fail for that. */
function closed(frame: Buffer, body: readonly Field[]): Buffer {
  const isOpen = body.length === 1 && nulAt(frame, HEADER_LENGTH) === frame.length;
  return isOpen ? Buffer.concat([frame, NUL]) : frame;
}

/** Rubbish behind a sound answer must not turn an accepted message into one that is sent again. */
function readTailOfResponse(frame: Buffer, at: number): ReadTlvs {
  try {
    return readTlvs(frame, at);
  } catch {
    return { tlvs: NO_TLVS, rawTlvs: NO_RAW_TLVS };
  }
}

function readLax(frame: Buffer, fields: readonly Field[], pdu: Record<string, unknown>): number {
  try {
    return readFields(frame, fields, pdu);
  } catch {
    return frame.length;
  }
}

function readFields(frame: Buffer, fields: readonly Field[], pdu: Record<string, unknown>): number {
  let at = HEADER_LENGTH;
  for (const field of fields) {
    if (at >= frame.length) throw recoverable('ESME_RINVMSGLEN', `${field.name} is missing`);
    const end = fieldEnd(frame, field, at);
    pdu[field.name] = readField(frame, field, at, end);
    at = end;
  }
  return at;
}

function fieldEnd(frame: Buffer, field: Field, at: number): number {
  if (field.kind === 'u8') return at + 1;
  if (field.kind === 'destinations') return destinationsEnd(frame, at);
  const end = field.kind === 'octets' ? at + 1 + frame[at]! : nulAt(frame, at) + 1;
  if (end > frame.length) throw recoverable('ESME_RINVMSGLEN', `${field.name} runs over the end`);
  if (field.kind === 'cstring' && end - at > MAX_READ_CSTRING) {
    throw recoverable('ESME_RINVPARLEN', `${field.name} is longer than ${MAX_READ_CSTRING - 1} octets`);
  }
  return end;
}

/** Where the string ends; one past the frame if it does not. */
function nulAt(frame: Buffer, at: number): number {
  let end = at;
  while (end < frame.length && frame[end] !== 0) end++;
  return end;
}

function readField(frame: Buffer, field: Field, at: number, end: number): Value {
  switch (field.kind) {
    case 'u8':
      return frame[at]!;
    case 'cstring':
      return end - at === 1 ? '' : frame.toString('latin1', at, end - 1);
    case 'octets':
      return frame.subarray(at + 1, end);
    case 'destinations':
      return readDestinations(frame, at);
  }
}
