/** Replies and forwards as mail programs write them, in plain text and HTML, read the whole way from their bytes. */
import { describe, expect, it, test } from 'vitest';
import { tasks } from './tasks.ts';

const key = '01923456-789a-7000-8000-0123456789ab';
const requestLines = (content: string) => [
  '#apikey#',
  key,
  '#sender#',
  'Shop',
  '#startdestination#',
  '+38641123456',
  '#enddestination#',
  '#startcontent#',
  content,
  '#endcontent#',
];

async function sent(headers: string[], body: string): Promise<string> {
  const raw = Buffer.from(`From: bob@good.example\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  const read = await tasks.read([raw], { fallbackCharset: 'windows-1250', longestText: 10_000 });
  if ('refused' in read) throw new Error(read.refused);
  const { reading } = read;
  return reading.outcome === 'request' ? reading.request.message.content : reading.outcome;
}
const html = (subject: string, body: string) =>
  sent(
    [`Subject: ${subject}`, 'Content-Type: text/html; charset=utf-8'],
    `<html><head></head><body>${body}</body></html>`,
  );
const plain = (subject: string, body: string) =>
  sent([`Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8'], body);

const divs = (content: string) =>
  requestLines(content)
    .map((line) => `<div>${line}</div>`)
    .join('');
const paragraphs = (content: string) =>
  requestLines(content)
    .map((line) => `<p class=MsoNormal><span lang=EN-US>${line}<o:p></o:p></span></p>`)
    .join('\r\n');

/** A program's mail: what its user writes on top, and the older one below. Labels in a language that is on no list. */
type Program = (own: string, older: string) => string;
const labels = ['Xelo', 'Xento', 'Xur', 'Xubjekt'];
const labelled = (names: readonly string[], separator: string) =>
  names
    .map(
      (name, index) => `<b>${name}:</b> ${['Alice &lt;alice@good.example&gt;', '5. 1. 2026', 'Bob', 'Order'][index]}`,
    )
    .join(separator);

const unmarked: Record<string, (names: readonly string[]) => Program> = {
  'Outlook for Windows': (names) => (own, older) =>
    `<div class=WordSection1>${own}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${labelled(names, '<br>')}<o:p></o:p></p></div></div>${older}</div>`,
  'Outlook 2007': (names) => (own, older) =>
    `<div class=Section1>${own}<div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal>${labelled(names, '<br>')}</p></div>${older}</div>`,
  'Outlook on the web': (names) => (own, older) =>
    `<div class="elementToProof">${own}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${labelled(names, '<br>')}</font><div>&nbsp;</div></div><div>${older}</div>`,
  'Outlook for iOS': (names) => (own, older) =>
    `<div dir="ltr">${own}</div><div id="ms-outlook-mobile-signature">Get Outlook</div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing"><hr><div id="divRplyFwdMsg" dir="ltr">${labelled(names, '<br>')}</div>${older}</div>`,
  'Outlook for Mac': (names) => (own, older) =>
    `<div>${own}</div><span id="OLK_SRC_BODY_SECTION"><div style="BORDER-TOP: #b5c4df 1pt solid">${labelled(names, '<br>')}</div>${older}</span>`,
  Hotmail: (names) => (own, older) =>
    `<div>${own}<br><hr id="stopSpelling">${labelled(names, '<br>')}<br>${older}</div>`,
  GMX: (names) => (own, older) =>
    `<div>${own}<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div>${labelled(names, '<br>')}</div><div name="quoted-content">${older}</div></div></div>`,
};

describe.each(Object.entries(unmarked))('%s', (_, program) => {
  it.each([
    ['English', ['From', 'Sent', 'To', 'Subject']],
    ['another language', labels],
  ])('in %s: a reply does not count, a forward does', async (_language, names) => {
    const make = program(names);
    for (const shape of [divs, paragraphs]) {
      expect(await html('RE: Order', make('<p>Thanks, received!</p>', shape('old')))).toBe('no key');
      expect(await html('RE: Order', make(shape('new'), shape('old')))).toBe('new');
      expect(await html('FW: Order', make('<p>Please send</p>', shape('old')))).toBe('old');
    }
  });
});

const on =
  'On Mon, Jan 5, 2026 at 10:00 AM Alice &lt;<a href="mailto:alice@good.example">alice@good.example</a>&gt; wrote:';
const quoting: Record<string, Program> = {
  Gmail: (own, older) =>
    `<div dir="ltr">${own}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${on}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${older}</blockquote></div>`,
  'Apple Mail': (own, older) =>
    `${own}<br><div><br><blockquote type="cite"><div>On Jan 5, 2026, at 10:00, Alice &lt;alice@good.example&gt; wrote:</div><br class="Apple-interchange-newline"><div>${older}</div></blockquote></div>`,
  Thunderbird: (own, older) =>
    `${own}<div class="moz-cite-prefix">Am 05.01.26 um 10:00 schrieb Alice:<br></div><blockquote type="cite" cite="mid:1@good.example">${older}</blockquote>`,
  Proton: (own, older) =>
    `<div>${own}</div><div class="protonmail_quote">V ponedeljek ob 10:00 je Alice napisala:<br><br><blockquote class="protonmail_quote" type="cite">${older}</blockquote></div>`,
  Zoho: (own, older) =>
    `<div>${own}</div><div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204);"></div><div class="zmail_extra"><div id="Zm-_Id_-Sgn1">---- On Mon, 05 Jan 2026 10:00:00 +0100 <b>Alice &lt;alice@good.example&gt;</b> wrote ---</div><blockquote id="blockquote_zmail">${older}</blockquote></div>`,
  Yahoo: (own, older) =>
    `<div class="ydp1"><div dir="ltr">${own}</div></div><div id="yahoo_quoted_123" class="yahoo_quoted"><div><div>Xu ponte 5. xanuar, Alice xcripte:</div><div><div id="yiv1">${older}</div></div></div></div>`,
  Samsung: (own, older) =>
    `<div>${own}</div><div><br></div><div align="left"><div>-------- Izvirno sporočilo --------</div><div>Od: Alice </div><div>Datum: 5. 1. 26  10:00 </div><div>Za: Bob </div><div>Zadeva: Order </div><div><br></div></div>${older}`,
  Roundcube: (own, older) =>
    `<p>${own}</p><p>On 2026-01-05 10:00, Alice wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">${older}</blockquote>`,
};
test.each(Object.entries(quoting))('a reply of %s does not count', async (_, program) => {
  expect(await html('Re: Order', program('<div>Thanks!</div>', divs('old')))).toBe('no key');
  expect(await html('Re: Order', program(divs('new'), divs('old')))).toBe('new');
});

const block = '<b>From: </b>Alice<br><b>Date: </b>5 January 2026<br><b>Subject: </b>Order<br><b>To: </b>Bob<br>';
const forwarding: Record<string, Program> = {
  Gmail: (own, older) =>
    `<div dir="ltr">${own}<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>Von: <strong>Alice</strong><br>Date: Mo., 5. Jan. 2026<br>Subject: Order<br>To: Bob<br></div><br>${older}</div></div>`,
  'Apple Mail': (own, older) =>
    `${own}<div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div>${block}</div><br>${older}</blockquote></div>`,
  Thunderbird: (own, older) =>
    `${own}<div class="moz-forward-container"><br>-------- Weitergeleitete Nachricht --------<table class="moz-email-headers-table"><tbody><tr><th>Betreff: </th><td>Order</td></tr><tr><th>Datum: </th><td>Mon, 5 Jan 2026</td></tr><tr><th>Von: </th><td>Alice</td></tr><tr><th>An: </th><td>Bob</td></tr></tbody></table>${older}</div>`,
  Proton: (own, older) =>
    `<div>${own}</div><div class="protonmail_quote">------- Forwarded Message -------<br>From: Alice<br>Date: On Monday<br>Subject: Order<br>To: Bob<br><br><blockquote class="protonmail_quote" type="cite">${older}</blockquote></div>`,
  Yahoo: (own, older) =>
    `<div>${own}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>----- Forwarded Message -----</div><div>${block}</div><div>${older}</div></div>`,
};
test.each(Object.entries(forwarding))(
  'what %s forwards counts, and not what it answers to that',
  async (name, program) => {
    const forwarded = program('<div>For you</div>', divs('old'));
    expect(await html('Fwd: Order', forwarded)).toBe('old');
    for (const reply of [quoting['Gmail']!, quoting['Yahoo']!, unmarked['Outlook on the web']!(labels)])
      expect(await html('Re: Fwd: Order', reply('<div>Thanks</div>', forwarded)), name).toBe('no key');
  },
);

test('both versions of a reply: the lines are those of the HTML, and the history does not count', async () => {
  const long = 'A sentence that is longer than the seventy-two columns at which mail programs wrap plain text.';
  const own = (lines: string[]) => lines.map((line) => `<p class=MsoNormal>${line}</p>`).join('');
  const older = unmarked['Outlook on the web']!(['Od', 'Poslano', 'Za', 'Zadeva'])(
    own(requestLines(long)),
    divs('old'),
  );
  const wrapped = requestLines(long).join('\n').replace('seventy-two ', 'seventy-two\n');
  const text = `${wrapped}\n________________________________\nOd: Alice <alice@good.example>\nPoslano: 5. 1. 2026\nZa: Bob\nZadeva: Order\n\n${requestLines('old').join('\n')}`;
  const body = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${older}\r\n--b--\r\n`;
  expect(await sent(['Subject: RE: Order', 'Content-Type: multipart/alternative; boundary=b'], body)).toBe(long);
});

test('plain replies of Outlook and of telephones', async () => {
  const older = requestLines('old').join('\r\n');
  for (const introduction of [
    '________________________________\r\nVon: Alice <alice@good.example>\r\nGesendet: Montag, 5. Januar 2026 10:00\r\nAn: Bob\r\nBetreff: Order\r\n',
    '-----Original Message-----\r\nFrom: Alice [mailto:alice@good.example] \r\nSent: Monday, January 5, 2026 10:00\r\nTo: Bob\r\nSubject: Order\r\n',
    'Sent from my iPhone\r\n\r\nOn Jan 5, 2026, at 10:00, Alice <alice@good.example> wrote:\r\n',
    '-------- Original message --------From: Alice Date: 1/5/26  10:00  (GMT+01:00) To: Bob Subject: Order ',
  ])
    expect(await plain('RE: Order', `Thanks, received!\r\n\r\n${introduction}\r\n${older}`), introduction).toBe(
      'no key',
    );
});

test('a subject in encoded words says "forwarded" as well', async () => {
  const text = `From: Alice\r\nSent: Monday\r\nTo: Bob\r\nSubject: Order\r\n\r\n${requestLines('old').join('\r\n')}`;
  expect(await plain('=?utf-8?B?RldkOiBPcmRlcg==?=', text)).toBe('old');
  expect(await plain('=?utf-8?Q?RE=3A_Order?=', text)).toBe('no key');
});

test('structures of mail programs inside a content are not shown', async () => {
  const content = 'One</div><div id="appendonsend"></div><div name="quote">Two';
  expect(await html('x', divs(content))).toBe('One\nTwo');
});

test.each([
  ['spans', (line: string) => `<span style="display:block">${line}</span>`],
  ['spans with other styles', (line: string) => `<span style="COLOR: red; Display : Block !important">${line}</span>`],
  ['links', (line: string) => `<a href="x" style="display: inline; display: block">${line}</a>`],
  [
    'table cells by style',
    (line: string) => `<span style="display:table-row"><b style="display:table-cell">${line}</b></span>`,
  ],
  ['list items', (line: string) => `<li>${line}`],
  ['list items by style', (line: string) => `<b style="display:list-item">${line}</b>`],
  ['cells', (line: string) => `<tr><td>${line}</td></tr>`],
  ['divs', (line: string) => `<div>${line}</div>`],
  ['flex boxes', (line: string) => `<span style="display:flex">${line}</span>`],
])('lines that are %s', async (_, element) => {
  expect(await html('x', requestLines('One').map(element).join(''))).toBe('One');
  expect(await html('x', requestLines('One</x>').map(element).join('\r\n').replace('</x>', ''))).toBe('One');
});

test('what stands in one line by its style stays there', async () => {
  expect(
    await html('x', divs('a<span style="display:inline-block">b</span><span style="x-display:block">c</span>')),
  ).toBe('abc');
  expect(await html('x', divs('a<br style="display:block">b'))).toBe('a\nb');
});
