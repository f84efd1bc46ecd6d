/** Mails that no person sends are read or refused, within the time limit of a test. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MailRefused } from './headers.ts';
import { readMail } from './mail.ts';

const large = 2_000_000;
/** What grows too fast passes the time limit by a quarter as well. */
const size = process.env['TEST_NIGHTLY'] === 'true' ? large : large / 4;
const fill = (unit: string, bytes = size) => unit.repeat(Math.floor(bytes / unit.length));
const plain = (body: string, more = '') =>
  `From: a@b.example\nContent-Type: text/plain; charset=utf-8${more}\n\n${body}`;
const html = (body: string) => `Content-Type: text/html\n\n${body}`;
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
  ).join('');

const outcome = (raw: string | Buffer) =>
  readMail(Buffer.from(raw as string), { fallbackCharset: 'windows-1250' }).then(
    () => 'read',
    (error: unknown) => (error instanceof MailRefused ? 'refused' : Promise.reject(error)),
  );

test.each([
  ['10,000 multiparts inside each other', () => nested(10_000), 'refused'],
  ['as many multiparts as allowed', () => nested(20) + '--b1x\n'.repeat(8_000), 'read'],
  ['a large mail in all of them', () => nested(20) + fill('--b1x\n', large), 'refused'],
  ['100,000 headers', () => 'X-A: b\n'.repeat(100_000), 'refused'],
  ['a header of 2 MB', () => `X: ${fill('a', large)}\n\n`, 'refused'],
  ['a header folded 100,000 times', () => `X: a\n${' b\n'.repeat(100_000)}\n`, 'refused'],
  ['a Content-Type of parentheses', () => `Content-Type: text/plain${'('.repeat(65_000)}\n\n`, 'read'],
  ['100,000 parts', () => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`, 'refused'],
  [
    'lines that are nearly borders',
    () => `Content-Type: multipart/mixed; boundary=b\n\n--b\n${fill('--bb\n')}`,
    'read',
  ],
  ['dashes', () => `Content-Type: multipart/mixed; boundary=${'-'.repeat(70)}\n\n${fill('-')}`, 'read'],
  ['one line', () => plain(fill('a')), 'read'],
  ['line breaks', () => plain(fill('\r\n')), 'read'],
  ['flowed lines', () => plain(`#startcontent#\n${fill('a \n')}`, '; format=flowed'), 'read'],
  ['flowed lines with DelSp', () => plain(`#startcontent#\n${fill('a \n')}`, '; format=flowed; delsp=yes'), 'read'],
  ['base64 of units', () => plain(fill('YQ=='), '\nContent-Transfer-Encoding: base64'), 'read'],
  ['base64 of lines', () => plain(fill('YQ==\n'), '\nContent-Transfer-Encoding: base64'), 'read'],
  ['equals signs', () => plain(fill('='), '\nContent-Transfer-Encoding: quoted-printable'), 'read'],
  ['equals signs and spaces', () => plain(`${fill('= ')}x`, '\nContent-Transfer-Encoding: quoted-printable'), 'read'],
  ['100,000 divs inside each other', () => html('<div>'.repeat(99_000)), 'read'],
  ['a million elements inside each other', () => html('<b>'.repeat(1_000_000)), 'refused'],
  ['quotations inside each other', () => html('<blockquote>a'.repeat(99_000)), 'read'],
  ['ends of nothing', () => html(`${'<i>'.repeat(90_000)}${'</b>'.repeat(2_000_000)}`), 'read'],
  ['ends that may not pass a block', () => html(`<b>${'<div>'.repeat(90_000)}${'</b>'.repeat(1_000_000)}`), 'read'],
  ['paragraphs without end', () => html(fill('<p>')), 'read'],
  ['entities', () => html(fill('&amp;')), 'read'],
  ['ampersands', () => html(fill('&')), 'read'],
  ['entities that do not end', () => html(fill('&#x')), 'read'],
  ['a long attribute', () => html(`<a style="${fill('display: ')}">x`), 'read'],
  ['attributes', () => html(`<a ${fill('a=b ')}>x`), 'read'],
  ['signs that open tags', () => html(fill('<')), 'read'],
  ['comments that do not end', () => html(fill('<!--')), 'read'],
  ['white space', () => html(fill(' ')), 'read'],
  ['breaks', () => html(fill('<br>')), 'read'],
  [
    'bytes that are no text',
    () => Buffer.concat([Buffer.from(plain('')), Buffer.alloc(size, '\xff\n', 'latin1')]),
    'read',
  ],
] as const)('%s', async (_, make, expected) => {
  expect(await outcome(make())).toBe(expected);
});

test('any bytes are read or refused, never thrown at', async () => {
  const piece = fc.constantFrom(
    ...[
      'Content-Type: ',
      'text/html',
      'text/plain',
      'multipart/mixed',
      '; boundary=b',
      '; charset=',
      'utf-16',
      'iso-2022-jp',
    ],
    ...[
      'Content-Transfer-Encoding: ',
      'base64',
      'quoted-printable',
      '; format=flowed',
      'From: ',
      'a@b.example',
      '"',
      '<',
      '>',
    ],
    ...[
      '\r\n',
      '\n',
      '\n\n',
      '\r',
      '--b',
      '--b--',
      '=',
      '=?utf-8?q?',
      '(',
      ';',
      ' ',
      '<div',
      '<p>',
      '</p>',
      '&',
      '#',
      '\xff',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      expect(await outcome(Buffer.from(pieces.join(''), 'latin1'))).toMatch(/^(?:read|refused)$/);
    }),
    { numRuns: 2_000 },
  );
});
