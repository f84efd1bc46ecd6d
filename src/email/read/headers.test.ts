import fc from 'fast-check';
import { dkimVerify } from 'mailauth';
import { expect, test } from 'vitest';
import { MailRefused, readHead, returnPath } from './headers.ts';

const read = (text: string) => readHead(Buffer.from(text, 'latin1'));
const outcome = (text: string) => {
  try {
    return read(text).fields.map(({ name, value }) => `${name}=${value}`);
  } catch (error) {
    if (error instanceof MailRefused) return error.message;
    throw error;
  }
};

test.each([
  ['a: b\r\nC:d\r\n\r\nx', ['a=b', 'C=d']],
  ['a : b\n\tc\r\n d\n\nx: y', ['a=b\tc d']],
  ['From alice Sat Jan\r\na: b\r\n\r\n', ['a=b']],
  ['\r\na: b\r\n', []],
  ['no header\r\na: b\r\n\r\n', []],
  ['a:\r\n \r\nb: c', ['a=', 'b=c']],
  ['a\r\n : b\r\n\r\n', []],
  ['x: y\r\na\r\n : b\r\n\r\n', 'a line among the headers that is not a header'],
  ['x: y\r\n: b\r\n\r\n', 'a line among the headers that is not a header'],
  ['x: y\r\na\xa0: b\r\n\r\n', 'a line among the headers that is not a header'],
  ['x: y\r\nmore\r\n\r\n', 'a line among the headers that is not a header'],
  ['x: y\ra: b\r\n\r\n', 'a control character in a header'],
  ['x: y\r\r\n\r\n', 'a control character in a header'],
  ['x: y\0\r\n\r\n', 'a control character in a header'],
  [`x: ${'a'.repeat(70_000)}\r\n\r\n`, 'a header of more than 64 KiB'],
  [`x: y\r\n${' z\r\n'.repeat(2_000)}\r\n`, 'a header of more than 2000 lines'],
  ['x: y\r\n'.repeat(1_001), 'more than 1000 headers'],
  ['x: y\r\n z\r\n z\r\n z\r\n z\r\n z\r\n'.repeat(900), 'more than 5000 lines of headers'],
  [`x: ${'a'.repeat(60_000)}\r\n`.repeat(5), 'more than 256 KiB of headers'],
])('%j', (text, expected) => expect(outcome(text)).toEqual(expected));

test('headers that were read here are read the same by the verifier of signatures, whatever the bytes', async () => {
  const piece = fc.constantFrom(
    ...['From', 'from', 'X', 'Content-Type', ':', ': ', ' :', '\t', ' ', '\r\n', '\n', '\r', '\r\n ', '\r\n\t', '\0'],
    ...['a@b.example', '>', '\xa0', '\x0b', '\x0c', '\x85', 'From ', '\r\n\r\n', '\n\n', 'é', '"', '\\', ';', '='],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const raw = Buffer.from(`X: y\r\n${pieces.join('')}`, 'latin1');
      const names = (() => {
        try {
          return readHead(raw).fields.map(({ name }) => name.toLowerCase());
        } catch (error) {
          expect(error).toBeInstanceOf(MailRefused);
          return undefined;
        }
      })();
      if (names === undefined) return;
      const { headers } = (await dkimVerify(raw)) as unknown as { headers: { parsed: { key: string }[] } };
      expect(names).toEqual(headers.parsed.map(({ key }) => key));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['Return-Path: <alice@good.example>\r\nFrom: eve@evil.example\r\n\r\nText', 'alice@good.example'],
  ['return-path:\n <alice@good.example>\nSubject: x\n\nText', 'alice@good.example'],
  ['Received: by x\r\nReturn-Path: alice@good.example\r\n\r\nText', 'alice@good.example'],
  ['Return-Path: <>\r\nReturn-Path: <eve@evil.example>\r\n\r\n', ''],
  ['From: alice@good.example\r\n\r\nReturn-Path: <eve@evil.example>\r\n', undefined],
  ['Return-Path \t: <>\r\nReturn-Path: <eve@evil.example>\r\n\r\n', ''],
  ['X-Return-Path: <eve@evil.example>\r\n\r\n', undefined],
  ['Return-Path:\r\nFrom: alice@good.example\r\n\r\n', ''],
  ['', undefined],
])('the envelope sender of %j is %j', (mail, expected) => {
  expect(returnPath(Buffer.from(mail))).toBe(expected);
});
