import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../domain/text/alphabet.ts';
import { GSM_CHARACTERS } from '../../domain/text/gsm.ts';
import { type Encoding, split } from '../../domain/text/text.ts';
import { decode, encode, type Pdu } from './pdu.ts';
import {
  buildParts,
  type DefaultAlphabet,
  type MultipartStyle,
  type PartFields,
  readContent,
  readUserDataHeader,
} from './text.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

type Sending = { text: string; encoding: Encoding; alphabet: DefaultAlphabet; multipart: MultipartStyle };

const build = ({ text, ...rest }: Sending): PartFields[] =>
  buildParts({ parts: split(text, rest.encoding), reference: 0xabcd, ...rest });

const received = (part: PartFields): Pdu<'deliver_sm'> =>
  decode(encode({ command: 'deliver_sm', ...part })) as Pdu<'deliver_sm'>;

/** As a receiver does it: order by part, join the octets, read. */
function join(parts: readonly PartFields[], alphabet: DefaultAlphabet): string | undefined {
  const contents = parts.map((part) => readContent(received(part), alphabet));
  const ordered = contents.toReversed().sort((a, b) => (a.concatenation?.part ?? 0) - (b.concatenation?.part ?? 0));
  return readText(Buffer.concat(ordered.map(({ octets }) => octets)), contents[0]!.alphabet);
}

const sending: fc.Arbitrary<Sending> = fc
  .record({
    encoding: fc.constantFrom<Encoding>('GSM-7', 'UCS-2'),
    alphabet: fc.constantFrom<DefaultAlphabet>('gsm', 'packed', 'latin1'),
    multipart: fc.constantFrom<MultipartStyle>('udh8', 'udh16', 'sar', 'payload'),
  })
  .chain((how) => {
    const letters = how.encoding === 'GSM-7' ? GSM_CHARACTERS : `${GSM_CHARACTERS}čšžПривет😀`;
    const unit = fc.constantFrom(...Array.from(letters.replace('\r', '')));
    return fc.record({ ...constants(how), text: fc.string({ unit, minLength: 1, maxLength: 640 }) });
  });

function constants<T extends object>(values: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.constant(value)])) as never;
}

describe('the parts of a text', () => {
  it('arrive as the text, in every alphabet and style', () => {
    fc.assert(
      fc.property(sending, (how) => {
        expect(join(build(how), how.alphabet)).toBe(how.text);
      }),
      { numRuns: 500 },
    );
  });

  it('fit into 140 octets on the air', () => {
    fc.assert(
      fc.property(sending, (how) => {
        if (how.multipart === 'payload' || how.alphabet !== 'gsm') return;
        for (const part of build(how)) expect(octetsOnAir(part)).toBeLessThanOrEqual(140);
      }),
      { numRuns: 500 },
    );
  });

  function octetsOnAir(part: PartFields): number {
    const header = part.esm_class === 0x40 ? readUserDataHeader(part.short_message).length : part.tlvs ? 6 : 0;
    const own = part.short_message.length - (part.esm_class === 0x40 ? header : 0);
    if (part.data_coding === 8) return header + own;
    return Math.ceil((Math.ceil((header * 8) / 7) * 7 + own * 7) / 8);
  }

  it('carry the header that 23.040 shows', () => {
    const text = 'a'.repeat(161);
    const heads = (multipart: MultipartStyle) =>
      build({ text, encoding: 'GSM-7', alphabet: 'gsm', multipart }).map(({ short_message }) =>
        short_message.toString('hex', 0, 7),
      );
    expect(heads('udh8')).toEqual(['050003cd020161', '050003cd020261']);
    expect(heads('udh16')).toEqual(['060804abcd0201', '060804abcd0202']);
  });

  it('leave a single text alone', () => {
    const [part, ...more] = build({ text: 'Hi', encoding: 'GSM-7', alphabet: 'gsm', multipart: 'udh8' });
    expect(part).toEqual({ esm_class: 0, data_coding: 0, short_message: Buffer.from('Hi') });
    expect(more).toEqual([]);
  });

  it('are one where the carrier cuts them', () => {
    const parts = build({ text: 'a'.repeat(400), encoding: 'GSM-7', alphabet: 'gsm', multipart: 'payload' });
    expect(parts).toEqual([
      {
        esm_class: 0,
        data_coding: 0,
        short_message: Buffer.alloc(0),
        tlvs: { message_payload: Buffer.alloc(400, 'a') },
      },
    ]);
  });

  it('use sar parameters where wanted', () => {
    const [first] = build({ text: 'a'.repeat(161), encoding: 'GSM-7', alphabet: 'gsm', multipart: 'sar' });
    expect(first).toMatchObject({
      esm_class: 0,
      tlvs: { sar_msg_ref_num: 0xabcd, sar_total_segments: 2, sar_segment_seqnum: 1 },
    });
  });
});

describe('reading a header', () => {
  it.each([
    ['8 bit reference', '050003 AB 03 02', { kind: 'udh8', reference: 0xab, total: 3, part: 2 }],
    ['16 bit reference', '060804 ABCD 03 02', { kind: 'udh16', reference: 0xabcd, total: 3, part: 2 }],
    ['ports first', '0B0504 23F4 0000 0003 AB 02 01', { kind: 'udh8', reference: 0xab, total: 2, part: 1 }],
    ['part 0', '050003 AB 03 00', undefined],
    ['part 4 of 3', '050003 AB 03 04', undefined],
    ['an element that runs over the end', '0500FF AB 03 02', undefined],
    ['nothing', '', undefined],
    ['only a length', 'FF', undefined],
    ['other elements only', '060504 23F4 0000', undefined],
  ])('%s', (_, bytes, concatenation) => {
    expect(readUserDataHeader(hex(bytes)).concatenation).toEqual(concatenation);
  });

  it('never reads beyond the octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (octets) => {
        expect(readUserDataHeader(Buffer.from(octets)).length).toBeLessThanOrEqual(octets.length);
      }),
    );
  });
});
