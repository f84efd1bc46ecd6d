import { expect, test } from 'vitest';
import { readRequest } from '../../domain/email2sms/request.ts';
import { htmlToText } from './html.ts';

const key = '01923456-789a-7000-8000-0123456789ab';
const sentence = 'This sentence has ninety-five characters, and no mail program may break it into two lines, ok?!';
const lines = ['#apikey#', key, '#sender#', 'Shop', '#startdestination#', '+38641123456', '#enddestination#'];
const request = (content: string[]) => [...lines, '#startcontent#', ...content, '#endcontent#'];
const contentOf = (html: string) => {
  const reading = readRequest(htmlToText(html));
  if (reading.outcome !== 'request') throw new Error(JSON.stringify([reading, htmlToText(html)]));
  return reading.request.message.content;
};

test.each([
  ['paragraphs', '<p>one</p><p>two</p>', 'one\ntwo'],
  ['paragraphs without ends', '<p>one<p>two', 'one\ntwo'],
  ['a paragraph as empty line', '<p>one</p><p>&nbsp;</p><p>two</p>', 'one\n\ntwo'],
  ['an empty paragraph', '<p>one</p><p></p> <p>\n</p><p>two</p>', 'one\ntwo'],
  ['divs', '<div>one</div><div><br></div><div>two<br></div><div>three</div>', 'one\n\ntwo\nthree'],
  ['a div behind text', 'one<div>two</div>three', 'one\ntwo\nthree'],
  ['breaks', 'one<br>two<br/><br />three</br>four', 'one\ntwo\n\nthree\nfour'],
  ['breaks with source lines', 'one<br>\r\ntwo <br>\r\n three', 'one\ntwo\nthree'],
  ['source lines and blanks', '<p>one\r\n  two\t three </p>', 'one two three'],
  ['blanks around elements', 'a<b> b </b><i> c</i>d', 'a b cd'],
  ['no-break spaces', 'a&nbsp;&nbsp;b &nbsp;c', 'a\u00a0\u00a0b \u00a0c'],
  ['entities', '&lt;b&gt; &amp;amp; &#269;&#x161;&eacute; &euro; &amp', '<b> &amp; čšé € &'],
  ['headings', '<h1>#sender#</h1><h2>Shop</h2>', '#sender#\nShop'],
  ['joined styles', '<b>#start</b><i>content#</i>', '#startcontent#'],
  ['word breaks', '#start<wbr>content#', '#startcontent#'],
  ['links', '<a href="https://x.example/">here</a> and <a href="tel:041">041</a>', 'here and 041'],
  ['lists', '<ul><li>one<li>two</li></ul>', 'one\ntwo'],
  ['tables', '<table><tr><td>#sender#</td><td>Shop</td></tr><tr><td>x<td>y</table>', '#sender#\nShop\nx\ny'],
  ['preformatted text', '<pre>\n one\n\n  two\r\nthree</pre>x  y', ' one\n\n  two\nthree\nx y'],
  ['white space by style', '<span style="white-space: pre-wrap">a  b\nc</span>  d', 'a  b\nc d'],
  ['head, script and style', '<head><title>t</title><style>p{}</style></head><script>x</script>y<!-- z -->', 'y'],
  ['a head without end', '<html><head><meta charset=utf-8><title>t</title><p>y', 'y'],
  ['conditional comments', '<!--[if mso]>x<![endif]-->y<![if !vml]>z<![endif]>', 'yz'],
  [
    'hidden text',
    '<div style="Display : none">x<div>x</div>x</div>y<span hidden>x</span><b style="mso-hide:all">x</b>',
    'y',
  ],
  ['hidden text without end', '<div><span style="display:none">x</div>y', 'y'],
  ['a style that is not hiding', '<p style="x-display:none;color:red">y', 'y'],
  [
    'quotations',
    'new<blockquote>old<br>older<blockquote>oldest</blockquote></blockquote>new',
    'new\n> old\n> older\n> > oldest\nnew',
  ],
  ['quotations cut by an inline end', '<b><blockquote>x</b>y</blockquote>z', '> xy\nz'],
  ['emoji as pictures', 'a <img alt="🙂" src=x><img alt="logo">', 'a 🙂'],
  ['invisible characters', 'a\u200bb&shy;c&zwnj;', 'a\u200bb\u00adc\u200c'],
  ['namespaces', '<o:p>x</o:p><o:p></o:p>y', 'xy'],
  ['a stray end', 'a</div>b</span>c', 'abc'],
  ['signs that are no tags', '1 < 2 <3 a<b', '1 < 2 <3 a'],
  ['text without any markup', '#sender#\r\nA &amp; B', '#sender#\nA & B'],
  ['nothing', '', ''],
])('%s', (_, html, text) => expect(htmlToText(html)).toBe(text));

// Outlook breaks its source lines at 72 columns.
const outlook = (content: string[]) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style>
<!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]--></head>
<body lang=SL><div class=WordSection1>${request(content)
    .map((line) => `<p class=MsoNormal><span lang=EN-US>${line.replace(/(.{60}) /g, '$1\r\n')}<o:p></o:p></span></p>`)
    .join('\r\n\r\n')}<p class=MsoNormal><o:p>&nbsp;</o:p></p></div></body></html>`;
const gmail = (content: string[]) =>
  `<div dir="ltr">${request(content)
    .map((line, index) => (index === 0 ? line : `<div>${line || '<br>'}</div>`))
    .join('')}<div><br clear="all"></div><br>-- <br><div class="gmail_signature">Alice</div></div>`;
const apple = (content: string[]) =>
  `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;">${request(
    content,
  )
    .map((line) => `<div>${line || '<br class="">'}</div>`)
    .join('')}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div></body></html>`;
const thunderbird = (content: string[]) =>
  `<!DOCTYPE html>\r\n<html>\r\n  <head>\r\n\r\n    <meta charset="UTF-8">\r\n  </head>\r\n  <body>\r\n    <p>${request(content).join('<br>\r\n    ')}<br>\r\n    </p>\r\n    <div class="moz-signature">-- <br>\r\n    Alice</div>\r\n  </body>\r\n</html>`;

test.each([
  ['Outlook', outlook],
  ['Gmail', gmail],
  ['Apple Mail', apple],
  ['Thunderbird', thunderbird],
])('the content is what was written in %s', (_, program) => {
  expect(contentOf(program([sentence]))).toBe(sentence);
  expect(contentOf(program(['One', sentence, 'Two &amp; three']))).toBe(`One\n${sentence}\nTwo & three`);
});

test('an empty line stays one', () => {
  for (const program of [gmail, apple, thunderbird]) expect(contentOf(program(['a', '', 'b']))).toBe('a\n\nb');
  expect(contentOf(outlook(['a', '<o:p>&nbsp;</o:p>', 'b']))).toBe('a\n\nb');
});

test('a quotation inside a content is sent without marks', () => {
  const quoting = request(['He said:', '<blockquote>Yes<br><br>#1 of 2</blockquote>', 'Bye']);
  expect(contentOf(quoting.map((line) => `<div>${line}</div>`).join(''))).toBe('He said:\nYes\n\n#1 of 2\nBye');
});

test('a request that was indented counts', () => {
  const indent = '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;">';
  expect(contentOf(`${indent}${request(['a']).join('<br>')}</blockquote>`)).toBe('a');
});

test('a request in a quotation does not count', () => {
  const old = `<blockquote type="cite">${request(['old']).join('<br>')}</blockquote>`;
  expect(readRequest(htmlToText(`<div>Thanks</div>${old}`)).outcome).toBe('no key');
  const open = [...lines, '#startcontent#', 'Hello'].map((line) => `<div>${line}</div>`).join('');
  expect(readRequest(htmlToText(open + old))).toMatchObject({ detail: expect.stringContaining('#startcontent#') });
});
