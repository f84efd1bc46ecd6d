/**
 * Every parser of untrusted input, with the longest input it accepts and with adversarial texts. A cost that grows more than
 * linearly is found here before an attacker finds it.
 */

import { patterns } from '../../src/api/operation/patterns.ts';
import { PRESETS } from '../../src/carriers/http/kind.ts';
import { receiptKeys } from '../../src/carriers/smpp/message-id.ts';
import { readDelivery } from '../../src/carriers/smpp/receipt.ts';
import { maskedText } from '../../src/domain/access/key-mask.ts';
import { readValue } from '../../src/domain/sender/sender.ts';
import { replaceWithGsm } from '../../src/domain/text/folding.ts';
import { maskedUrl, webUrlFault } from '../../src/domain/webhook/web-url.ts';
import { readAddresses } from '../../src/email/read/addresses.ts';
import { charsetInHtml, decodeText } from '../../src/email/read/charset.ts';
import { htmlToText } from '../../src/email/read/html.ts';
import { readMail, unescapeDashes, unflow } from '../../src/email/read/mail.ts';
import { readStructured } from '../../src/email/read/parts.ts';
import { decodeTransfer } from '../../src/email/read/transfer.ts';
import { readForward, readPath } from '../../src/email/receive/smtp-command.ts';
import { SmtpData } from '../../src/email/receive/smtp-data.ts';
import { RequestTargets } from '../../src/http-client/request.ts';
import { ResponseReader } from '../../src/http-client/response.ts';
import { decode, encode, MAX_PDU_LENGTH } from '../../src/smpp/protocol/pdu.ts';
import { Framer } from '../../src/smpp/session/framing.ts';
import { parsers } from './parsers.ts';

export type Entry = {
  readonly name: string;
  /** Any exception is a refusal. */
  readonly read: (input: string) => unknown;
  /** Maximum input in bytes, at most 1 MiB: a cost below the floor there is at most 25 s at 25 MiB. */
  readonly limit: number;
  /** Fragments of its own syntax, in addition to the common ones. */
  readonly pieces?: readonly string[];
  /** Only with a tail on which a match fails, which is the more expensive half. */
  readonly tailed?: true;
};

const KiB = 1_024;
const MiB = 1_024 * KiB;
const most = MiB;

const bytes = (input: string) => Buffer.from(input, 'latin1');
const mail = (input: string) => readMail(bytes(input), { fallbackCharset: 'windows-1250' });
const text = (type: string, more = '') => `From: a@b.example\r\nContent-Type: ${type}${more}\r\n\r\n`;
const parts = (input: string, head: string, size: number) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${(input.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
    .slice(0, 900)
    .map((piece) => `--b\r\n${head}${piece}\r\n`)
    .join('')}`;

const tags = [
  ...['#apikey#\n', '#sender#\n', '#startcontent#\n', '#endcontent#', '#startdestination#', '#enddestination#\n'],
  ...['> #endcontent#\n', '| #endcontent#\n', '#startcontent##endcontent#', '#a#\n', '041123456,', '*', '_#'],
];
const markup = [
  ...[
    '<div>',
    '</div>',
    '<b>',
    '</b>',
    '<p>',
    '<td>',
    '<li>',
    '<br>',
    '<blockquote>a',
    '<!--',
    '<![CDATA[',
    '<a b=c ',
    '<pre>\n',
  ],
  ...[
    '&amp;',
    '&#x',
    '&nbsp',
    '<script>',
    '</script ',
    '<style',
    '<title>',
    '<img alt=x>',
    '<a style="display:none">',
    '<meta charset',
  ],
];
const structure = [
  ...[
    '--b\r\n',
    '--b--\r\n',
    '\r\n--bb\r\n',
    '--b \t',
    '----',
    '-- x\r\n',
    '; a=b',
    ';a*0=b',
    '; boundary="',
    "charset='",
    '=?utf-8?q?',
  ],
  ...[
    'Content-Type: multipart/mixed\r\n',
    'Content-Type: text/html; charset=x\r\n\r\n',
    'X: y\r\n',
    ' folded\r\n',
    '=\r\n',
    '= \t',
    '=3D',
  ],
];
const receipt = ['id:', 'id:1 ', 'stat:DELIVRD ', 'text:', 'submit date:', 'err=', 'message_id '];

/** The whole mail, with the hostile text in every possible position. */
const mails: Entry[] = Object.entries({
  'as it is': (input: string) => input,
  'in the subject': (input: string) => `Subject: ${input}\r\nFrom: a@b.example\r\n\r\nx`,
  'as From': (input: string) => `From: ${input}\r\n\r\nx`,
  'as a plain text': (input: string) => `${text('text/plain; charset=utf-8')}${input}`,
  'as a text without a charset': (input: string) => `${text('text/plain')}${input}`,
  'as a text of no known charset': (input: string) => `${text('text/plain; charset=x-none')}${input}`,
  'as UTF-7': (input: string) => `${text('text/plain; charset=utf-7')}${input}`,
  'as UTF-32': (input: string) => `${text('text/plain; charset=utf-32')}${input}`,
  'as HZ': (input: string) => `${text('text/plain; charset=hz-gb-2312')}${input}`,
  'as ISO-2022-KR': (input: string) => `${text('text/plain; charset=iso-2022-kr')}${input}`,
  'as ISO-2022-JP': (input: string) => `${text('text/plain; charset=iso-2022-jp')}${input}`,
  'as flowed text': (input: string) => `${text('text/plain; format=flowed; delsp=yes')}#startcontent#\r\n${input}`,
  'as HTML': (input: string) => `${text('text/html; charset=utf-8')}${input}`,
  'as base64': (input: string) => `${text('text/plain', '\r\nContent-Transfer-Encoding: base64')}${input}`,
  'as quoted-printable': (input: string) =>
    `${text('text/plain', '\r\nContent-Transfer-Encoding: quoted-printable')}${input}`,
  'as a multipart without a boundary': (input: string) => `${text('multipart/mixed')}${input} x`,
  'as a multipart': (input: string) => `${text('multipart/mixed; boundary=b')}${input}`,
  'as a multipart with a boundary of it': (input: string) =>
    `${text(`multipart/mixed; boundary="${input.slice(0, 4_000)}"`)}${input}`,
  'as parameters': (input: string) => `Content-Type: text/plain; ${input}\r\n\r\nx`,
  'as a charset in many parts': (input: string) =>
    parts(input, '', 8_000)
      .replaceAll(/--b\r\n/g, '--b\r\nContent-Type: text/plain; charset="x')
      .replaceAll(/\r\n(?=--b)/g, 'x"\r\n\r\nx\r\n'),
  'as many parts without a charset': (input: string) => parts(input, '\r\n', 4_000),
  'as many parts of HTML': (input: string) => parts(input, 'Content-Type: text/html\r\n\r\n', 4_000),
}).map(([place, make]) => ({
  name: `a mail, ${place}`,
  read: (input: string) => mail(make(input)),
  limit: 256 * KiB,
  tailed: true,
  pieces: [
    ...structure,
    ...markup,
    ...tags,
    '\xc4\x8d\n',
    '\xe8\n',
    'a\xe8\n',
    '\x0e',
    '\x0e\x0f',
    '~{',
    '~{~}',
    '+A',
    '+AA-',
    '\x1b$B',
  ],
}));

/** The bytes of one DATA command as they arrive on a socket. */
function smtpData(input: string): void {
  const data = new SmtpData();
  const raw = bytes(input);
  for (let at = 0; at < raw.length; at += 16_384)
    if (data.read(raw.subarray(at, at + 16_384)).rest !== undefined) return;
}

const delivery = { alphabet: 'gsm', unflaggedReceipts: true } as Parameters<typeof readDelivery>[1];
const deliverSm = (input: string) =>
  readDelivery(
    decode(
      encode(
        {
          command: 'deliver_sm',
          esm_class: 4,
          short_message: Buffer.alloc(0),
          tlvs: { message_payload: bytes(input) },
        },
        1,
      ),
    ) as Parameters<typeof readDelivery>[0],
    delivery,
  );

const account = {
  base: 'https://api.example.com',
  user: 'user',
  password: 'password',
  signingSecret: undefined,
  publicUrl: undefined,
  callbackPath: '/carriers/id/secret',
  options: {},
};

/** The requests with the most work: fields that are sorted and signed, and nested lists. */
function callback(input: string): void {
  const base = { method: 'POST', target: '/', path: '', query: new URLSearchParams(), headers: {} } as const;
  const request = { ...base, body: bytes(input) };
  void PRESETS['twilio']!.forged(request, account, new Date(0), async () => undefined);
  void PRESETS['plivo']!.forged(request, account, new Date(0), async () => undefined);
  PRESETS['twilio']!.read(request, account);
  PRESETS['sinch']!.read(request, account);
}

function answer(input: string, chunk: number): void {
  const reader = new ResponseReader();
  const raw = bytes(input);
  for (let at = 0; at < raw.length && !reader.done; at += chunk) reader.read(raw.subarray(at, at + chunk));
}

const limits: Readonly<Record<string, number>> = {
  'receipt-text': MAX_PDU_LENGTH,
  json: 512 * KiB,
  'price-csv': 128 * KiB,
  'numbers-csv': 256 * KiB,
  text: MiB,
  phone: MiB,
  money: MiB,
  'email-tags': most,
  mail: most,
  'return-path': most,
};

export const entries: readonly Entry[] = [
  ...parsers.map(({ name, parse }) => ({
    name,
    read: parse,
    limit: limits[name] ?? 16 * KiB,
    pieces:
      name === 'email-tags'
        ? tags
        : name === 'receipt-text'
          ? receipt
          : name.endsWith('-csv')
            ? ['"', 'SI,1\n', '"",']
            : [],
  })),
  ...mails,
  {
    name: 'addresses',
    read: readAddresses,
    limit: 512 * KiB,
    pieces: ['<a@b>,', 'a@b ', '"a" ', '(c)', '=?x?= ', 'a.', 'g:a;'],
  },
  {
    name: 'a callback of a carrier',
    read: callback,
    limit: 256 * KiB,
    pieces: ['a=1&', '%41=', '&', '{"a":', '[', '{"statuses":[{"recipients":["1",'],
  },
  { name: 'a structured header', read: readStructured, limit: 512 * KiB, pieces: structure },
  { name: 'HTML', read: htmlToText, limit: 512 * KiB, tailed: true, pieces: markup },
  {
    name: 'the charset in HTML',
    read: (input) => charsetInHtml(bytes(input)),
    limit: most,
    pieces: ['<meta ', 'charset=', 'charset ='],
  },
  { name: 'the name of a charset', read: (input) => decodeText(bytes('x'), input, 'windows-1250'), limit: 512 * KiB },
  {
    name: 'base64',
    read: (input) => decodeTransfer(bytes(input), 'base64'),
    limit: most,
    pieces: ['YQ==', 'YQ==\n', 'YQ= ='],
  },
  {
    name: 'quoted-printable',
    read: (input) => decodeTransfer(bytes(input), 'quoted-printable'),
    limit: most,
    pieces: structure,
  },
  {
    name: 'flowed text',
    read: (input) => unflow(`#startcontent#\n${input}`, true),
    limit: most,
    pieces: [' \n', '> \n', 'a \n'],
  },
  {
    name: 'a clear-signed text',
    read: unescapeDashes,
    limit: most,
    pieces: ['-----BEGIN PGP SIGNED MESSAGE-----\n', '- ', '\n- '],
  },
  {
    name: 'keys in a text',
    read: (input) => maskedText(input, 16 * KiB, '0123abcd-89ab-4cde-8f01-23456789abcd'),
    limit: 128 * KiB,
    pieces: ['0123456789abcdef', '0123abcd-', '-0123'],
  },
  {
    name: 'the path of MAIL and RCPT',
    read: readPath,
    limit: 4 * KiB,
    pieces: ['<a@b>', 'SIZE=', ' A=B', '@a,', '@a:', '+2B'],
  },
  { name: 'XFORWARD', read: readForward, limit: 4 * KiB, pieces: ['ADDR=', ' HELO=', '+2B', '+', 'IPV6:', '::'] },
  { name: 'DATA', read: smtpData, limit: 256 * KiB, pieces: ['..\r\n', '.\r\n', '\r\n..', '\n.', '\r\n.\r', '.a\r\n'] },
  {
    name: 'an SMPP stream',
    read: (input) => new Framer(() => {}).push(bytes(input)),
    limit: most,
    pieces: ['\0\0\0\x10'],
  },
  { name: 'an SMPP delivery', read: deliverSm, limit: MAX_PDU_LENGTH - 100, pieces: receipt },
  {
    name: 'a TLV after the other',
    read: (input) => decode(Buffer.concat([encode({ command: 'enquire_link' }, 1), bytes(input)])),
    limit: MAX_PDU_LENGTH - 100,
    pieces: ['\0\x1e\0\0', '\x04\x24\0\x01a', '\x14\0\0\0'],
  },
  { name: "a carrier's message id", read: (input) => receiptKeys(input, 'auto'), limit: MAX_PDU_LENGTH },
  {
    name: 'folding',
    read: replaceWithGsm,
    limit: 20 * KiB,
    pieces: ['e\u0301', '\u0301', 'ǘ', '\u200d', '½', '㍿', 'ﷺ'],
  },
  {
    name: 'a sender',
    read: (value) => readValue({ value, type: 0, channel: 'Viber' }),
    limit: MiB,
    pieces: ['e\u0301'],
  },
  { name: "a sender's number", read: (value) => readValue({ value, type: 1, channel: 'SMS' }), limit: MiB },
  {
    name: 'a report URL',
    read: (input) => webUrlFault(input, []),
    limit: MiB,
    pieces: ['http://a.b/', '%41', '\u00fc.', '/../'],
  },
  {
    name: 'a webhook URL',
    read: (input) => new RequestTargets('x').of(`http://${input}`),
    limit: 16 * KiB,
    pieces: ['%41', '\u00fc.', '/../', 'a.'],
  },
  { name: 'a masked URL', read: (input) => maskedUrl(`smpp://${input}`), limit: MiB },
  {
    name: 'an answer',
    read: (input) => answer(`HTTP/1.1 200 OK\r\n${input}`, 65_536),
    limit: 64 * KiB,
    pieces: ['A: b\r\n', 'Connection: a,', '1\r\na\r\n'],
  },
  {
    name: 'an answer, byte by byte',
    read: (input) => answer(`HTTP/1.1 200 OK\r\n${input}`, 1),
    limit: 64 * KiB,
    pieces: ['A: b\r\n', 'A: ', 'ab'],
  },
  {
    name: 'an answer in chunks, byte by byte',
    read: (input) => answer(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${input}`, 1),
    limit: 64 * KiB,
    pieces: ['1\r\na\r\n', '1;', '0'],
  },
  ...Object.entries(patterns).map(([name, pattern]) => ({
    name: `the pattern ${name}`,
    read: (input: string) => new RegExp(pattern, 'u').test(input),
    limit: MiB,
  })),
];

const signs = ' \t\r\n-\'"\\<>()[]{}&#*_=;,:/.@%+~|?!$^`0Aa\0\x1b\x7f\x80\xa0\xc3\xff';

/** Repetitions of every character and fragment: plain, in lines, and with a head or a tail on which a match fails at the end. */
export function* shapes({ pieces = [], tailed }: Entry): Generator<{ name: string; make: (size: number) => string }> {
  const repeated = [
    ...signs,
    ...['\r\n', 'a ', ' a', 'a\n', '- ', "'x", '""', '\\"', 'a=b;', '[1,', '{"a":', '="', '(a)', 'a.', '.a'],
    ...pieces,
  ];
  const fill = (unit: string, size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)));
  for (const unit of repeated) {
    const named = JSON.stringify(unit);
    yield { name: `${named}, x`, make: (size) => `${fill(unit, size)} x\0` };
    if (tailed) continue;
    yield { name: named, make: (size) => fill(unit, size) };
    yield { name: `x, ${named}, x`, make: (size) => `x${fill(unit, size)} x\0` };
  }
  for (const [open, close] of ['()', '<>', '[]', '{}', '""'] as unknown as [string, string][])
    yield { name: `${open} inside ${close}`, make: (size) => fill(open, size / 2) + fill(close, size / 2) };
}
