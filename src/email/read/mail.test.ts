import { describe, expect, it, test } from 'vitest';
import { readRequest } from '../../domain/email2sms/request.ts';
import { readMail } from './mail.ts';

const key = '01923456-789a-7000-8000-0123456789ab';
const lines = ['#apikey#', key, '#sender#', 'Shop', '#startdestination#', '+38641123456', '#enddestination#'];
const request = (content: string) => [...lines, '#startcontent#', content, '#endcontent#'].join('\r\n');
const html = (content: string) =>
  request(content)
    .split('\r\n')
    .map((line) => `<div>${line}</div>`)
    .join('\r\n');

const bytesOf = (...pieces: (string | Uint8Array)[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
const textOf = async (...pieces: (string | Uint8Array)[]) =>
  (await readMail(bytesOf(...pieces), { fallbackCharset: 'windows-1250' })).text;
const contentOf = async (...pieces: (string | Uint8Array)[]) => {
  const reading = readRequest(await textOf(...pieces));
  if (reading.outcome !== 'request') throw new Error(JSON.stringify(reading));
  return reading.request.message.content;
};
const mail = (headers: string[], body = '') => `From: alice@good.example\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
const multipart = (subtype: string, parts: string[], boundary = 'b1') =>
  [
    `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
    '',
    'Preamble that is not shown',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    'Epilogue that is not shown',
  ].join('\r\n');
const part = (headers: string, body: string) => `${headers}\r\n\r\n${body}`;
const plain = (body: string) => part('Content-Type: text/plain; charset=utf-8', body);
const markup = (body: string) => part('Content-Type: text/html; charset=utf-8', body);
const quotedPrintable = (text: string) =>
  [...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const from = (message: string) => `From: alice@good.example\r\n${message}`;

describe('charsets', () => {
  const letters = 'čšž €';
  const cp1250 = Buffer.from([0xe8, 0x9a, 0x9e, 0x20, 0x80]);
  const [before, after] = request('|').split('|') as [string, string];
  const utf16 = (text: string, order: 'le' | 'be') => {
    const bytes = Buffer.from(text, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };
  it.each([
    ['windows-1250', cp1250],
    ['"windows-1250"', cp1250],
    ['Windows-1250 ; x=1', cp1250],
    ['cp1250', cp1250],
    ['iso-8859-2', cp1250],
    ['us-ascii', cp1250],
    ['utf-8', cp1250],
    ['x-unknown', cp1250],
    ['', cp1250],
    ['unknown-8bit', Buffer.from(letters)],
    ['us-ascii', Buffer.from(letters)],
    ['iso-8859-1', Buffer.from(letters)],
    ['windows-1250', Buffer.from(letters)],
    ['utf-7', cp1250],
    ["'windows-1250'", cp1250],
    ['unicode', Buffer.from(letters)],
    ['utf-16', cp1250],
    ['utf-8', Buffer.from(letters)],
    ['"utf-8', Buffer.from(letters)],
    ['utf-8;; =; format', Buffer.from(letters)],
    ["utf-8''; charset*=utf-8''utf-8", Buffer.from(letters)],
  ])('declared as %s', async (charset, bytes) => {
    const head = mail([`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit']);
    expect(await contentOf(head, before, bytes, after)).toBe(letters);
  });
  it('not declared at all, nor any other header of MIME', async () => {
    expect(await contentOf(mail(['X-A: b']), before, cp1250, after)).toBe(letters);
    expect(await contentOf(mail(['X-A: b']), before, letters, after)).toBe(letters);
  });
  it.each([
    ['utf-16', utf16(`\ufeff${request(letters)}`, 'be')],
    ['utf-16', utf16(`\ufeff${request(letters)}`, 'le')],
    ['utf-16', utf16(request(letters), 'be')],
    ['utf-16', utf16(request(letters), 'le')],
    ['utf-16be', utf16(request(letters), 'be')],
    ['utf-16le', utf16(request(letters), 'le')],
  ])('%s', async (charset, bytes) => {
    const headers = [`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: base64'];
    expect(await contentOf(mail(headers, bytes.toString('base64')))).toBe(letters);
    expect(await contentOf(mail(headers.slice(0, 1)), bytes)).toBe(letters);
  });
  it.each([
    ['iso-8859-2', [0xe8, 0xb9, 0xbe], 'čšž'],
    ['ISO8859_2', [0xe8, 0xb9, 0xbe], 'čšž'],
    ['gb18030', [0xc4, 0xe3, 0xba, 0xc3], '你好'],
    ['shift_jis', [0x82, 0xb1], 'こ'],
    ['koi8-r', [0xf0, 0xd2], 'Пр'],
    ['iso-8859-1', [0xe4, 0x80], 'ä€'],
    ['windows-1252', [0x43, 0x41, 0x46, 0xc9, 0x92, 0x53], 'CAFÉ’S'],
    ['iso-8859-1', [0x53, 0x70, 0x61, 0xdf, 0xab], 'Spaß«'],
    ['windows-1250', [0x45, 0xc8, 0x8a], 'EČŠ'],
    ['windows-1250', [0xe8, 0x9a, 0x9e], 'čšž'],
    ['koi8-r', [0xc5, 0xa3], 'её'],
    ['ibm852', [0x9f, 0xe7, 0xa7], 'čšž'],
    ['CP437', [0x8b], 'ï'],
    ['x-mac-ce', [0x8b, 0xe4, 0xec], 'čšž'],
    ['iso-2022-jp', [...Buffer.from('\x1b$B$3\x1b(B')], 'こ'],
    ['iso-2022-kr', [...Buffer.from('\x1b$)C\x0e>H\x0fa')], '안a'],
    ['hz-gb-2312', [...Buffer.from('~{Dc:C~}~~1')], '你好~1'],
    ['utf-7', [...Buffer.from('H+AOk +AQ0BYQ +-1 &+IKw-a +2D3eAA-')], 'Hé čš +1 &€a 😀'],
  ])('%s', async (charset, bytes, text) => {
    const head = mail([`Content-Type: text/plain; charset=${charset}`]);
    expect(await contentOf(head, before, Uint8Array.from(bytes), after)).toBe(text);
  });
  it('letters of windows-1250 that would be Chinese in UTF-8', async () => {
    const three = cp1250.subarray(0, 3);
    expect(await contentOf(mail(['X-A: b']), before, three, after)).toBe('čšž');
    const declared = mail(['Content-Type: text/plain; charset=utf-8']);
    expect(await contentOf(declared, before, three, '\r\n', cp1250, after)).toBe(`čšž\n${letters}`);
    expect(await contentOf(declared, before, three, after)).toBe('蚞');
    expect(await contentOf(mail(['X-A: b']), before, '東莞', after)).toBe('東莞');
  });
  it('a footer in another charset harms nothing', async () => {
    const head = mail(['Content-Type: text/plain; charset=utf-8']);
    expect(await contentOf(head, request(letters), '\r\n-- \r\n', cp1250)).toBe(letters);
  });
  it('named only inside the HTML', async () => {
    const [left, right] = html('|').split('|') as [string, string];
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">';
    const head = mail(['Content-Type: text/html']);
    expect(await contentOf(head, meta, left, Uint8Array.from([0xb9]), right)).toBe('š');
  });
});

describe('transfer encodings', () => {
  const content = 'Živjo, 1+1=2 in = je enačaj';
  const headers = (encoding: string) => [
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  const base64 = Buffer.from(request(content)).toString('base64');
  it.each([
    ['one line', base64],
    ['lines', base64.replace(/.{76}/g, '$&\r\n')],
    ['lines of noise', base64.replace(/.{61}/g, '$& \t!\r\n\r\n')],
    ['no padding', base64.replace(/=+$/, '')],
    [
      'a list footer behind it',
      `${Buffer.from(`${request(content)}\r\n `)
        .toString('base64')
        .replace(/=*$/, '==')}\r\n_____\r\nlist mailing list\r\n`,
    ],
    [
      'padding on every line',
      request(content)
        .match(/[\s\S]{1,50}/gu)!
        .map((line) => Buffer.from(line).toString('base64'))
        .join('\r\n'),
    ],
  ])('base64 of %s', async (_, body) => expect(await contentOf(mail(headers('BASE64'), body))).toBe(content));
  it('base64 with a BOM, no-break and zero-width spaces around tags', async () => {
    const noisy = `\ufeff${request(content).replaceAll('#\r\n', '#\u00a0\r\n').replace(key, `${key}\u200b`)}`;
    expect(await contentOf(mail(headers('base64'), Buffer.from(noisy).toString('base64')))).toBe(content);
  });
  it('quoted-printable with soft breaks anywhere, also inside tags', async () => {
    const broken = quotedPrintable(request(content))
      .replaceAll('=0D=0A', '\r\n')
      .replace(/(?:=[0-9A-F]{2}){7}/g, '$&=\r\n');
    expect(await contentOf(mail(headers('Quoted-Printable'), broken))).toBe(content);
    expect(
      await contentOf(mail(headers('quoted-printable'), broken.toLowerCase().replaceAll('=\r\n', '= \t\r\n'))),
    ).toBe(content);
  });
  it('quoted-printable with blanks that were added at the ends of lines', async () => {
    expect(await contentOf(mail(headers('quoted-printable'), request('a=20\r\nb \t \r\nc =\r\nd')))).toBe('a \nb\nc d');
  });
  it('quoted-printable that is none stays as it is', async () => {
    expect(await contentOf(mail(headers('quoted-printable'), request('1+1=2 =ZZ 50%=')))).toBe('1+1=2 =ZZ 50%');
  });
  it('unknown ones are taken as they are', async () => {
    expect(await contentOf(mail(headers('8-bit'), request(content)))).toBe(content);
  });
});

describe('format=flowed', () => {
  const flowed = (body: string, more = '') =>
    mail([`Content-Type: text/plain; charset=utf-8; Format="Flowed"${more}`], body);
  it('finds tags on physical lines, with a space behind every line', async () => {
    const spaced = `${request('one \r\ntwo')}\r\n`
      .replaceAll(/ ?\r\n/g, ' \r\n')
      .replace('+386', '+38640111222 \r\n+386');
    expect(readRequest(await textOf(flowed(spaced)))).toMatchObject({
      key,
      request: { sender: 'Shop', destinations: ['+38640111222', '+38641123456'], message: { content: 'one two' } },
    });
  });
  it('joins a paragraph of the content, and keeps what its writer broke', async () => {
    expect(await contentOf(flowed(request('A long \r\nparagraph \r\nends.\r\n\r\n  stuffed\r\nlast ')))).toBe(
      'A long paragraph ends.\n\n stuffed\nlast',
    );
    expect(await contentOf(flowed(request('before \r\n\r\nafter')))).toBe('before\n\nafter');
    expect(await contentOf(flowed(request(' > 5 \r\nitems')))).toBe('> 5 items');
    expect(await contentOf(flowed(request('日本 \r\n語'), '; DelSp=yes'))).toBe('日本語');
  });
  it('leaves other texts alone', async () => {
    expect(await contentOf(mail(['Content-Type: text/plain'], request('one \r\n two')))).toBe('one \n two');
  });
});

describe('parts', () => {
  const pdf = part('Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64', 'JVBERi0=');
  const other = request('Other').replace('+38641123456', '+38640999999');
  it.each([
    ['mixed of HTML and a PDF', multipart('mixed', [markup(html('Hello')), pdf])],
    ['alternative with an empty plain part', multipart('alternative', [plain(''), markup(html('Hello'))])],
    [
      'alternative with a blank plain part',
      multipart('alternative', [plain(' \u00a0\r\n\ufeff\r\n'), markup(html('Hello'))]),
    ],
    ['alternative with a notice', multipart('alternative', [plain('This is HTML.'), markup(html('Hello'))])],
    ['alternative with two requests', multipart('alternative', [plain(request('Hello')), markup(html('Other'))])],
    ['alternative the wrong way round', multipart('alternative', [markup(html('Other')), plain(request('Hello'))])],
    [
      'alternative of related',
      multipart('alternative', [plain(request('Hello')), multipart('related', [markup('x'), pdf], 'b2')]),
    ],
    [
      'related without plain text',
      multipart('alternative', [plain(''), multipart('related', [markup(html('Hello')), pdf], 'b2')]),
    ],
    [
      'mixed of alternative',
      multipart('mixed', [multipart('alternative', [plain(request('Hello')), markup('x')], 'b1-inner'), pdf]),
    ],
    ['signed', multipart('signed', [plain(request('Hello')), part('Content-Type: application/pgp-signature', 'x')])],
    ['a list footer', multipart('mixed', [plain(request('Hello')), plain(other), plain('_____\r\nlist')])],
    ['a banner in front', multipart('mixed', [plain('CAUTION: external'), plain(request('Hello'))])],
    ['a part without headers', multipart('mixed', [`\r\n${request('Hello')}`])],
    ['a part without even an empty line', multipart('mixed', [request('Hello')])],
    ['no end', multipart('mixed', [plain(request('Hello'))]).replace(/\r\n--b1--[\s\S]*/, '')],
    ['a wrong boundary', multipart('mixed', [plain(request('Hello'))]).replace('boundary="b1"', 'boundary="x"')],
    ['no boundary', multipart('mixed', [plain(request('Hello'))]).replace('; boundary="b1"', '')],
    [
      'a boundary in pieces',
      multipart('mixed', [plain(request('Hello'))]).replace('boundary="b1"', 'boundary*0=b; boundary*1="1"'),
    ],
    [
      'a comment before the boundary',
      multipart('mixed', [plain(request('Hello'))]).replace(' boundary', ' (x; y) BOUNDARY '),
    ],
    ['blanks behind boundaries', multipart('mixed', [plain(request('Hello')), pdf]).replace(/^--b1(--)?/gm, '$& \t')],
    ['line feeds alone', multipart('mixed', [plain(request('Hello')), pdf]).replaceAll('\r\n', '\n')],
    [
      'mixed case',
      multipart('MIXED', [plain(request('Hello'))]).replaceAll('Content-Type: text/plain', 'CONTENT-type :TEXT/Plain'),
    ],
    ['an unknown subtype', part('Content-Type: text/x-mail; charset=utf-8', request('Hello'))],
    ['no subtype', part('Content-Type: text', request('Hello'))],
    ['a semicolon missing', part('Content-Type: text/plain charset=utf-8', request('Hello'))],
  ])('%s', async (_, message) => expect(await contentOf(from(message))).toBe('Hello'));

  it.each([
    ['a forwarded message', multipart('mixed', [plain(''), part('Content-Type: message/rfc822', plain(request('x')))])],
    ['a digest', multipart('digest', [part('', plain(request('x')))])],
    [
      'an attached text',
      multipart('mixed', [
        plain(''),
        part('Content-Type: text/plain\r\nContent-Disposition: ATTACHMENT', request('x')),
      ]),
    ],
    [
      'a named text',
      multipart('mixed', [
        part('Content-Type: text/plain\r\nContent-Disposition: inline; filename=a.txt', request('x')),
      ]),
    ],
    ['a text with a name of old', multipart('mixed', [part('Content-Type: text/plain; name="a.txt"', request('x'))])],
    [
      'an attachment alone',
      part('Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt', request('x')),
    ],
    ['a message alone', part('Content-Type: message/rfc822', plain(request('x')))],
    ['a calendar', part('Content-Type: text/calendar', request('x'))],
    ['something encrypted', multipart('encrypted', [plain(request('x'))])],
    ['nothing', 'Subject: x'],
    ['only parts without text', multipart('mixed', [pdf])],
    ['the preamble', multipart('mixed', [plain('')]).replace('Preamble that is not shown', request('x'))],
  ])('nothing counts in %s', async (_, message) => expect((await textOf(from(message))).trim()).toBe(''));
});

test('headers', async () => {
  const raw = [
    'From alice Sat Jan  3 01:05:34 1996',
    'Received: from a',
    '\tby b',
    'FROM: "eve@evil.example"',
    ' <Alice@Good.Example>',
    'Message-Id:  <1@good.example> ',
    'Subject: =?utf-8?Q?=C5=BDivjo?= =?utf-8?B?IQ==?=',
    '',
    'Body',
  ].join('\r\n');
  const read = await readMail(Buffer.from(raw), { fallbackCharset: 'windows-1250' });
  expect(read).toEqual({
    from: ['Alice@good.example'],
    fromHeaders: 1,
    ambiguous: [],
    messageId: '<1@good.example>',
    subject: 'Živjo!',
    automatic: undefined,
    headers: [
      { name: 'Received', value: 'from a\tby b' },
      { name: 'FROM', value: '"eve@evil.example" <Alice@Good.Example>' },
      { name: 'Message-Id', value: '<1@good.example>' },
      { name: 'Subject', value: '=?utf-8?Q?=C5=BDivjo?= =?utf-8?B?IQ==?=' },
    ],
    text: 'Body',
  });
});

test('every From is seen, however it is hidden', async () => {
  for (const second of ['From: b@x.example', 'from : b@x.example', 'X: y\r\n \r\nFROM\t:\r\n b@x.example']) {
    const read = await readMail(Buffer.from(`From: a@x.example\r\n${second}\r\n\r\nx`), {
      fallbackCharset: 'windows-1250',
    });
    expect(read, second).toMatchObject({ from: ['a@x.example', 'b@x.example'], fromHeaders: 2, text: 'x' });
  }
});

test.each([
  ['Auto-Submitted: auto-generated', 'alert'],
  ['Auto-Submitted: Auto-Generated; x=y', 'alert'],
  ['Auto-Submitted: auto-generated\r\nIn-Reply-To: <1@good.example>', 'answer'],
  ['Auto-Submitted: auto-generated\r\nReferences: <1@good.example>', 'answer'],
  ['Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All', 'alert'],
  ['Auto-Submitted: auto-replied; x=y', 'answer'],
  ['Auto-Submitted: no\r\nauto-submitted : auto-replied', 'answer'],
  ['Auto-Submitted: auto-notified; owner-email="me@good.example"', 'answer'],
  ['Auto-Submitted: other', 'answer'],
  ['Auto-Submitted: no', undefined],
  ['In-Reply-To: <1@good.example>', undefined],
  ['X-Autoreply: yes', 'answer'],
  ['X-Auto-Reply: yes', 'answer'],
  ['X-Autorespond: away', 'answer'],
  ['Precedence: auto_reply', 'answer'],
  ['Precedence: Bulk', 'alert'],
  ['Precedence: junk', 'alert'],
  ['Precedence: list', 'list'],
  ['Precedence: first-class', undefined],
  ['List-Id: <a.example>', 'list'],
  ['LIST-POST : <mailto:a@b.example>', 'list'],
  ['Mailing-List: contact a@b.example', 'list'],
  ['List-Unsubscribe: <mailto:a@b.example>', 'alert'],
  ['List-Unsubscribe: <mailto:a@b.example>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click', 'alert'],
  ['List-Unsubscribe: <mailto:a@b.example>\r\nPrecedence: bulk', 'list'],
  ['X-Auto-Response-Suppress: All', 'alert'],
  ['X-Auto-Response-Suppress: None', undefined],
  ['X-Auto-Response-Suppress: DR, RN, NRN, OOF', undefined],
  ['X-Auto-Response-Suppress: OOF', undefined],
  ['X-Auto-Response-Suppress: DR , oof,AUTOREPLY', 'alert'],
  ['X-Auto-Response-Suppress: OOF AutoReply', 'alert'],
  ['X-Auto-Response-Suppress: all', 'alert'],
  ['X-Loop: monitor', 'alert'],
  ['Return-Path: <>', 'bounce'],
  ['Return-Path: <a@b.example>', undefined],
  ['Content-Type: multipart/report; report-type=delivery-status', 'bounce'],
  ['Content-Type: multipart/report; report-type=disposition-notification', 'bounce'],
  ['X-Failed-Recipients: a@b.example', 'bounce'],
  ['X-Mailer: x', undefined],
  ['From: Mail System <MAILER-DAEMON@a.example>', 'bounce'],
  ['From: postmaster@a.example', 'bounce'],
  ['From: Postmaster <MAILER-DAEMON>', 'bounce'],
  ['From: "postmaster@a.example" <alice@a.example>', undefined],
])('%s: automatic %s', async (header, automatic) => {
  expect(await readMail(Buffer.from(mail([header])), { fallbackCharset: 'windows-1250' })).toMatchObject({ automatic });
});

test('a plain part that is only the HTML, wrapped or with doubled paragraphs: the lines are those of the HTML', async () => {
  const long =
    'A sentence that is longer than the seventy-eight columns at which mail programs wrap the plain text of it.';
  const lines = request(`${long}\nSecond line`).replaceAll('\r\n', '\n').trim().split('\n');
  const html = lines.map((line) => `<p class="MsoNormal">${line}</p>`).join('');
  const wrapped = lines.map((line) => line.replaceAll(/(.{1,78})(?: |$)/g, '$1\n').trimEnd()).join('\n');
  const alternative = (plain: string, other = html) =>
    mail(
      ['Content-Type: multipart/alternative; boundary=b'],
      `--b\nContent-Type: text/plain; charset=utf-8\n\n${plain}\n--b\nContent-Type: text/html; charset=utf-8\n\n${other}\n--b--\n`,
    );
  for (const plain of [wrapped, wrapped.replaceAll('\n', '\n\n'), lines.join('\n\n')])
    expect(await contentOf(alternative(plain))).toBe(`${long}\nSecond line`);
  // Other words, or HTML without a readable request: the plain part counts.
  expect(await contentOf(alternative(lines.join('\n').replace('Second', 'Third')))).toBe(`${long}\nThird line`);
  expect(await contentOf(alternative(lines.join('\n'), `<div>${lines.join('\n')}</div>`))).toBe(`${long}\nSecond line`);
});
