/** SMPP clients that send too much, invalid PDUs, or half a PDU. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { encode, type PduInput } from '../../src/smpp/protocol/pdu.ts';
import { type Attack, attackersAddress, type Report, scaled, type Target, untilAborted } from './attack.ts';

const connections = 16;
const burstBytes = 1_000_000;
const headerBytes = 16;
const answerBit = 0x8000_0000;

const bindWith = ({ attacker }: Target, password = attacker.smpp.password): Buffer =>
  encode({ command: 'bind_transceiver', system_id: attacker.smpp.systemId, password, interface_version: 0x34 }, 1);

type Speech = {
  /** Sent once. */
  readonly first: (target: Target) => Buffer;
  /** Sent again whenever the service has read what was sent before. */
  readonly again?: (target: Target, round: number) => Buffer;
  readonly reads?: boolean;
};

function talking(name: string, does: string, speech: Speech): Attack {
  return {
    name,
    does,
    accepts: (speech.reads ?? true) ? 'PDUs' : null,
    async run(target, report) {
      for (let index = 0; index < scaled(connections, target); index++) talk(target, report, speech);
      report.atStrength();
      await untilAborted(report.signal);
    },
  };
}

function talk(target: Target, report: Report, speech: Speech): void {
  if (report.signal.aborted) return;
  report.count('begun');
  const socket = connect({ host: '127.0.0.1', port: target.smppPort, localAddress: attackersAddress });
  report.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.on('error', (error: NodeJS.ErrnoException) => report.count(error.code ?? error.name));
  socket.once('connect', () => {
    report.count('connected');
    socket.write(speech.first(target));
    keepTalking(socket, target, speech.again);
  });
  if (speech.reads ?? true) socket.on('data', countAccepted(report));
  else socket.pause();
  socket.on('close', () => {
    report.count('connection closed');
    setTimeout(() => talk(target, report, speech), 20);
  });
}

/** Answers without an error, by their headers alone: to decode all of them would slow the attack down. */
function countAccepted(report: Report): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    report.count('piece of answers');
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length >= at + headerBytes) {
      const length = Math.max(headerBytes, rest.readUInt32BE(at));
      if (rest.length < at + length) break;
      const isAnswer = rest.readUInt32BE(at + 4) >= answerBit;
      if (isAnswer && rest.readUInt32BE(at + 8) === 0) report.accepted();
      at += length;
    }
    rest = rest.subarray(at);
  };
}

function keepTalking(socket: Socket, target: Target, again: Speech['again']): void {
  if (again === undefined) return;
  let round = 0;
  const more = () => {
    while (!socket.destroyed && socket.write(again(target, round++)));
  };
  socket.on('drain', more);
  setImmediate(more);
}

const filled = (pdu: Buffer): Buffer => Buffer.concat(Array<Buffer>(Math.ceil(burstBytes / 16 / pdu.length)).fill(pdu));

const submit: PduInput<'submit_sm'> = {
  command: 'submit_sm',
  source_addr_ton: 5,
  source_addr: 'Shop',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '38640999999',
  short_message: Buffer.from('flood'),
};
const submits = filled(encode(submit, 2));
const wrongSubmits = filled(encode({ ...submit, destination_addr: '1' }, 2));
const parts = (round: number): Buffer =>
  encode({ ...submit, esm_class: 0x40, short_message: Buffer.from([6, 8, 4, round >> 8, round & 0xff, 9, 1, 65]) }, 2);
const enquiries = filled(encode({ command: 'enquire_link' }, 3));
const rubbish = () => {
  const bytes = randomBytes(4_096);
  for (let at = 0; at + 32 <= bytes.length; at += 32) bytes.writeUInt32BE(32, at);
  return bytes;
};

export const smppAttacks: Attack[] = [
  talking('smpp-flood', '16 binds that submit as fast as they can, and read the answers', {
    first: bindWith,
    again: () => submits,
  }),
  talking('smpp-refused', '16 binds that submit what is refused, as fast as they can', {
    first: bindWith,
    again: () => wrongSubmits,
  }),
  talking('smpp-unread', '16 binds that submit as fast as they can, and read no answer', {
    first: bindWith,
    again: () => submits,
    reads: false,
  }),
  talking('smpp-parts', '16 binds that begin long messages and end none', {
    first: bindWith,
    again: (_, round) => parts(round),
  }),
  talking('smpp-chatter', '16 connections that say enquire_link and nothing else, without a bind', {
    first: () => enquiries,
    again: () => enquiries,
  }),
  talking('smpp-rubbish', '16 binds behind which comes rubbish of the right length', {
    first: bindWith,
    again: rubbish,
  }),
  talking('smpp-passwords', '16 connections that bind with wrong passwords, again and again', {
    first: (target) => bindWith(target, randomBytes(4).toString('hex')),
  }),
  talking('smpp-half', '16 connections that say half a PDU and wait', {
    first: (target) => bindWith(target).subarray(0, 20),
  }),
];
