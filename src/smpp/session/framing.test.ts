import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode, MAX_PDU_LENGTH } from '../protocol/pdu.ts';
import { Framer } from './framing.ts';

const pdus = [
  encode({ command: 'enquire_link' }, 1),
  encode({ command: 'submit_sm', destination_addr: '38640123456', short_message: Buffer.from('hello') }, 2),
  encode({ command: 'submit_sm_resp', message_id: 'abc' }, 3),
  encode({ command: 'deliver_sm', tlvs: { message_payload: Buffer.alloc(3000, 7) } }, 4),
  encode({ command: 'unbind' }, 5),
];
const stream = Buffer.concat(pdus);
const expected = pdus.map((pdu) => pdu.toString('hex'));

function frames(chunks: readonly Buffer[]): string[] {
  const found: string[] = [];
  const framer = new Framer((frame) => found.push(frame.toString('hex')));
  for (const chunk of chunks) expect(framer.push(chunk)).toBeUndefined();
  return found;
}

describe('framing', () => {
  it('finds the same PDUs however two cuts fall', () => {
    const short = stream.subarray(0, 120);
    const whole = frames([short]);
    for (let first = 0; first <= short.length; first++) {
      for (let second = first; second <= short.length; second++) {
        const cut = [short.subarray(0, first), short.subarray(first, second), short.subarray(second)];
        if (frames(cut).join() !== whole.join()) expect.fail(`cut at ${first} and ${second}`);
      }
    }
  });

  it('finds them one byte at a time', () => {
    expect(frames(Array.from(stream, (byte) => Buffer.from([byte])))).toEqual(expected);
  });

  it('finds them under any cuts', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 40 });
    fc.assert(
      fc.property(cuts, (places) => {
        const borders = [0, ...places.sort((a, b) => a - b), stream.length];
        const chunks = borders.slice(1).map((end, i) => stream.subarray(borders[i], end));
        expect(frames(chunks)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('gives up on a length below a header, or above the limit, after handing out what came before', () => {
    for (const length of [0, 15, MAX_PDU_LENGTH + 1, 0xffffffff]) {
      const found: Buffer[] = [];
      const framer = new Framer((frame) => found.push(frame));
      const bad = Buffer.alloc(16);
      bad.writeUInt32BE(length);
      expect(framer.push(Buffer.concat([pdus[0]!, bad, pdus[0]!]))).toMatchObject({ recoverable: false });
      expect(framer.push(pdus[0]!)).toMatchObject({ recoverable: false });
      expect(found).toHaveLength(1);
    }
  });

  it('gives up on a bad length that comes byte by byte', () => {
    const framer = new Framer(() => undefined);
    const results = [0xff, 0xff, 0xff, 0xff].map((byte) => framer.push(Buffer.from([byte])));
    expect(results.map((result) => result !== undefined)).toEqual([false, false, false, true]);
  });

  it('takes a PDU of the largest size in small pieces, in a time that grows with its size', () => {
    const bytes = Buffer.alloc(MAX_PDU_LENGTH);
    bytes.writeUInt32BE(bytes.length);
    let found = 0;
    const framer = new Framer(() => found++);
    for (let round = 0; round < 10; round++) {
      for (let at = 0; at < bytes.length; at += 7) framer.push(bytes.subarray(at, at + 7));
    }
    expect(found).toBe(10);
  });
});
