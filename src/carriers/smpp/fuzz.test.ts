import { describe, expect, it } from 'vitest';
import { decode, encode, type PduInput } from '../../smpp/protocol/pdu.ts';
import { PduError } from '../../smpp/protocol/status.ts';
import { readContent } from '../../smpp/protocol/text.ts';
import { Framer } from '../../smpp/session/framing.ts';
import { readDelivery } from './receipt.ts';

/** Numbers that look random and are the same every time (mulberry32), so that a failure can be found again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const text = Buffer.from(
  'id:1 sub:001 dlvrd:001 submit date:2401010000 done date:2401010000 stat:DELIVRD err:000 text:x',
);
const SEEDS: readonly PduInput[] = [
  { command: 'bind_transceiver', system_id: 'esme', password: 'secret', interface_version: 0x34 },
  {
    command: 'submit_sm',
    source_addr: 'Hermod',
    destination_addr: '38640123456',
    short_message: Buffer.alloc(140, 65),
  },
  { command: 'submit_sm_resp', message_id: '0A1B2C3D' },
  { command: 'deliver_sm', esm_class: 4, short_message: text, tlvs: { receipted_message_id: '1', message_state: 2 } },
  { command: 'deliver_sm', esm_class: 0x40, data_coding: 8, short_message: Buffer.from([5, 0, 3, 1, 2, 1, 0, 65]) },
  {
    command: 'data_sm',
    tlvs: { message_payload: text, sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 1 },
  },
  { command: 'query_sm_resp', message_id: '1', final_date: '240101000000000+', message_state: 2 },
  { command: 'alert_notification', source_addr: '1', esme_addr: '2', tlvs: { ms_availability_status: 1 } },
];
const seeds = SEEDS.map((pdu, i) => encode(pdu, i + 1));

function mutated(random: (below: number) => number): Buffer {
  const seed = seeds[random(seeds.length)]!;
  const bytes = Buffer.from(random(4) === 0 ? seed.subarray(0, random(seed.length + 1)) : seed);
  for (let changes = random(6); changes > 0 && bytes.length > 0; changes--) bytes[random(bytes.length)] = random(256);
  // Mostly sound lengths, so that the mutations get past the first check.
  if (bytes.length >= 4 && random(8) > 0) bytes.writeUInt32BE(bytes.length);
  return bytes;
}

function exercise(bytes: Buffer): void {
  try {
    const pdu = decode(bytes);
    if (pdu.command === 'deliver_sm' || pdu.command === 'data_sm') {
      readDelivery(pdu, { alphabet: 'packed', unflaggedReceipts: true, country: 'SI', ids: 'auto' });
      readContent(pdu, 'gsm');
    }
  } catch (error) {
    if (!(error instanceof PduError)) throw error;
  }
}

/** More by hand: `HERMOD_FUZZ=1000000`. */
const INPUTS = Number(process.env['HERMOD_FUZZ'] ?? 50_000);

describe(`${INPUTS} mutated inputs`, () => {
  it('decode, or fail with a PduError and nothing else', () => {
    const random = numbers(1);
    for (let i = 0; i < INPUTS; i++) exercise(mutated(random));
  });

  it('never confuse the framer: frames come whole, or it gives up for good', () => {
    const random = numbers(2);
    let frames = 0;
    let framer = new Framer((frame) => {
      frames++;
      exercise(frame);
    }, 4096);
    for (let i = 0; i < INPUTS; i++) {
      if (framer.push(mutated(random)) === undefined) continue;
      framer = new Framer(() => frames++, 4096);
    }
    expect(frames).toBeGreaterThan(INPUTS / 10);
  });
});
