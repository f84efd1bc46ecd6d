import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { SendRequest } from '../message/send.ts';
import { type EmailReading, readRequest } from './request.ts';

const key = '01923456-789a-7000-8000-0123456789ab';
const head = ['#apikey#', key, '#sender#', 'Shop'];
const to = ['#startdestination#', '+38641123456', '#enddestination#'];
const content = ['#startcontent#', 'Hello', '#endcontent#'];
const good = [...head, ...to, ...content];

const read = (...lines: string[]) => readRequest(lines.join('\n'));
const request = (reading: EmailReading): SendRequest => {
  if (reading.outcome !== 'request') throw new Error(JSON.stringify(reading));
  return reading.request;
};
const contentOf = (...lines: string[]) => request(read(...head, ...to, ...lines)).message.content;
const destinationsOf = (...lines: string[]) => request(read(...head, ...lines, ...content)).destinations;
const problemOf = (...lines: string[]) => {
  const reading = read(...lines);
  if (reading.outcome !== 'invalid') return reading.outcome;
  if (reading.detail.startsWith('Error: ')) return 'SMS rules';
  const what = /sender|destination|content/.exec(reading.detail)![0];
  return `${what === 'destination' ? 'destinations' : what} missing`;
};
const detailOf = (...lines: string[]) => {
  const reading = read(...lines);
  return reading.outcome === 'invalid' ? reading.detail : reading.outcome;
};

test('a request with everything', () => {
  const all = ['#isunicode#', 'true', '#scheduledtime#', '1893456000', '#pricereport#', 'false', '#callbackurl#'];
  expect(read(...good, ...all, 'https://a.example/reports?x=1', '#defaultcc#', '43')).toEqual({
    outcome: 'request',
    key,
    request: {
      sender: 'Shop',
      destinations: ['+38641123456'],
      message: { content: 'Hello', isUnicode: true },
      deliveryReportUrl: 'https://a.example/reports?x=1',
      scheduledTime: 1_893_456_000,
      priceReport: false,
    },
  });
});

test('invisible characters inside a value are skipped', () => {
  const parted = [...head, '#isunicode#', 'tr\u200bue', ...to, ...content].map((line) =>
    line.replace(key, `${key.slice(0, 9)}\u00ad${key.slice(9)}`),
  );
  expect(read(...parted)).toMatchObject({ key, request: { message: { isUnicode: true } } });
});

test('what is invisible inside a tag is passed over', () => {
  for (const unseen of ['\u00ad', '\u200b', '\u200c', '\ufeff', '\u2060']) {
    const parted = good.map((line) => line.replace(/^(#.{4})(.*)(.#)$/, `$1${unseen}$2${unseen}$3`));
    expect(parted.join()).toContain(`#star${unseen}tconten${unseen}t#`);
    expect(read(...parted)).toEqual(read(...good));
    // Only tags: a text keeps what was written.
    expect(contentOf('#startcontent#', `#1${unseen}23#`, '#endcontent#')).toBe(`#1${unseen}23#`);
  }
});

test('a request with the least, and its tags in another order', () => {
  const least = { sender: 'Shop', destinations: ['+38641123456'], message: { content: 'Hello' } };
  expect(read(...good)).toEqual({ outcome: 'request', key, request: least });
  expect(read(...content, ...to, ...head)).toEqual({ outcome: 'request', key, request: least });
});

test('the example of the guide', () => {
  const guide = readFileSync(new URL('../../../docs/guides/email2sms.md', import.meta.url), 'utf8');
  expect(request(readRequest(/```text\n([\s\S]*?)```/.exec(guide)![1]!))).toEqual({
    sender: 'Shop',
    destinations: ['+38641123456', '+38640111222', '+436601234567'],
    message: { content: 'Your order is ready.\nOpen until 18:00.' },
  });
});

describe('problems', () => {
  it.each([
    ['empty', ['']],
    ['empty', [' \u00a0\ufeff', '\t\u200b\r']],
    ['no key', ['Hello there']],
    ['no key', good.slice(2)],
    ['no key', ['#apikey#', `${key}0`, ...good.slice(2)]],
    ['no key', ['#apikey#', ...good.slice(2)]],
    ['no key', ['Hello #', '#apikeyX']],
    ['no key', [`#apikey# ${key}`, ...good.slice(2)]],
    ['no key', ['#APIKEY#', key, ...good.slice(2)]],
    ['no key', good.map((line) => `> ${line}`)],
    ['sender missing', ['#apikey#', key]],
    ['sender missing', ['#apikey#', key, '#sender#', ...to, ...content]],
    ['sender missing', ['#apikey#', key, '#sender#', '', ...to, ...content]],
    ['sender missing', ['#apikey#', key, '#sender# Shop', ...to, ...content]],
    ['sender missing', ['#apikey#', key, ...to, ...content, '#sender#']],
    ['sender missing', ['#apikey#', key, '#Sender#', 'Shop', ...to, ...content]],
    ['destinations missing', [...head, ...content]],
    ['destinations missing', head],
    ['destinations missing', [...head, '#startdestination#', '#enddestination#', ...content]],
    ['destinations missing', [...head, '#startdestination#', ' ,;\u00a0', '#enddestination#', ...content]],
    ['destinations missing', [...head, '#startdestination#', '+38641123456', ...content]],
    ['destinations missing', [...head, '#startdestination#', '+38641123456', ...content, '#enddestination#']],
    ['destinations missing', [...head, '+38641123456', '#enddestination#', ...content]],
    ['content missing', [...head, ...to]],
    ['content missing', [...head, ...to, '#startcontent#', 'Hello']],
    ['content missing', [...head, ...to, 'Hello', '#endcontent#']],
    ['content missing', [...head, ...to, '#startcontent#', 'Hello', ...good.map((line) => `> ${line}`)]],
    ['content missing', [...head, ...to, '#startcontent#', 'Hello', ...good.map((line) => ` >> ${line}`)]],
    ['content missing', [...head, ...to, '#startcontent#', 'Hello', '-----Original Message-----', ...good]],
    ['content missing', [...head, ...to, '#startcontent#', 'Hello', '#endContent#']],
    ['SMS rules', [...good, '#scheduledtime#', 'tomorrow']],
  ])('%s: %j', (problem, lines) => expect(problemOf(...lines)).toBe(problem));

  it('name the first thing that is wrong', () => {
    expect(problemOf('#apikey#', key, '#scheduledtime#', 'x')).toBe('sender missing');
    expect(problemOf(...head, '#scheduledtime#', 'x')).toBe('destinations missing');
    expect(problemOf(...head, ...to, '#scheduledtime#', 'x')).toBe('content missing');
  });

  it('say what to do', () => {
    expect(detailOf(...head, ...to, '#startcontent#', 'Hello')).toBe(
      'The section that begins with #startcontent# does not end. Write #endcontent# on the line after it.',
    );
    expect(detailOf(...head, ...content)).toContain('#startdestination# … #enddestination# is missing');
    expect(detailOf('#apikey#', key)).toContain('#sender# on a line of its own');
  });
});

describe('a single-line value', () => {
  it('is on the line after its tag, whatever blanks are around', () => {
    const noisy = [
      '\ufeff#apikey#\u00a0 ',
      `\u200b ${key.toUpperCase()}\u200b`,
      ' #sender#\t',
      '',
      '  My\u00a0Shop \u00ad',
    ];
    const reading = read(...noisy, ...to, ...content);
    expect(reading).toMatchObject({ key, request: { sender: 'My Shop' } });
  });
  it('may have empty lines before it, which programs put between paragraphs', () => {
    expect(read(...good.flatMap((line) => [line, '']))).toEqual(read(...good));
  });
  it('counts once: the first of several', () => {
    expect(request(read(...good, '#sender#', 'Other', ...to)).sender).toBe('Shop');
  });
  it.each(['*Shop*', '*My\u00a0Shop*', 'Shop.si<http://Shop.si>', 'Shop.si <http://shop.si/>'])(
    '%s as plain text shows it',
    (value) => {
      const shown = value.includes('My') ? 'My Shop' : value.startsWith('*') ? 'Shop' : 'Shop.si';
      expect(request(read('#apikey#', `*${key}*`, '#sender#', value, ...to, ...content)).sender).toBe(shown);
    },
  );
  it('is a number without its link', () => {
    const sender = '+38640111222<tel:+38640111222>';
    expect(request(read('#apikey#', key, '#sender#', sender, ...to, ...content)).sender).toBe('+38640111222');
  });
  it('is found below a tag that a program made bold in its plain text', () => {
    expect(read(...good.map((line) => (line.startsWith('#') ? `*${line}*` : line)))).toEqual(read(...good));
  });
});

test('an older request below without quoting marks never completes the first', () => {
  const older = [...good, '#scheduledtime#', '1893456000', '#callbackurl#', 'https://a.example/'];
  expect(read(...good, '', 'From: Alice', ...older)).toEqual(read(...good));
  expect(problemOf('#apikey#', key, ...to, ...content, ...older)).toBe('sender missing');
});

test.each(['> ', '| ', 'JD> ', ': ', '\t| '])('an older request quoted with %j never ends the first', (mark) => {
  const older = good.map((line) => `${mark}${line}`);
  expect(problemOf(...head, ...to, '#startcontent#', 'Hello', '', 'Alice wrote:', ...older)).toBe('content missing');
  expect(problemOf(...head, ...content, '#startdestination#', '041123456', ...older)).toBe('destinations missing');
});

describe('content', () => {
  it.each([
    ['lines', ['#startcontent#', 'one', '', ' two ', '#endcontent#'], 'one\n\n two'],
    ['CR CR LF', ['#startcontent#\r\r', 'one\r\r', '\r\r', 'two\r\r', '#endcontent#\r\r'], 'one\n\ntwo'],
    ['CRLF', ['#startcontent#\r', 'one\r', 'two\r', '#endcontent#\r'], 'one\ntwo'],
    ['one line', ['#startcontent#Hello#endcontent#'], 'Hello'],
    ['tags beside the text', ['#startcontent# Hello', 'you #endcontent# bye'], 'Hello\nyou'],
    ['empty lines at the ends', ['#startcontent#', '', '\u00a0', 'Hello', ' ', '', '#endcontent#'], 'Hello'],
    [
      'other tags',
      ['#startcontent#', '#sender#', 'Me', '#enddestination#', '#endcontent#'],
      '#sender#\nMe\n#enddestination#',
    ],
    ['a start tag that is spoken of', ['#startcontent#', 'say #startcontent#', '#endcontent#'], 'say #startcontent#'],
    ['a quoted end tag', ['#startcontent#', '> #endcontent#', 'x', '#endcontent#'], '> #endcontent#\nx'],
    [
      'another mark',
      ['#startcontent#', '| #startcontent#', '| #endcontent#', 'x', '#endcontent#'],
      '| #startcontent#\n| #endcontent#\nx',
    ],
    [
      'invisible characters',
      ['#startcontent#', 'a\u00a0b\u200bc\u00ad', 'd', '#endcontent#'],
      'a\u00a0b\u200bc\u00ad\nd',
    ],
    ['marks', ['#startcontent#', '*Hello*', '_you_', '*#endcontent#*'], '*Hello*\n_you_'],
    ['nothing', ['#startcontent#', '#endcontent#'], ''],
    ['blanks', ['#startcontent# #endcontent#'], ''],
    ['a footer', ['#startcontent#', 'Hi', '#endcontent#', '-- ', 'Alice', '#endcontent#'], 'Hi'],
  ])('of %s', (_, lines, text) => expect(contentOf(...lines)).toBe(text));
});

describe('destinations', () => {
  it.each([
    ['+38641123456', '+38641123456'],
    ['0038641123456', '+38641123456'],
    ['041123456', '+38641123456'],
    ['41123456', '+38641123456'],
    ['38641123456', '+38638641123456'],
    ['041 123-456', '+38641123456'],
    ['(041) 123.456', '+38641123456'],
    ['+386/41/123\u2011456', '+38641123456'],
    ['\u202a+386\u00a041\u200b123\u2013456\u202c', '+38641123456'],
    ['041 123 456<tel:041123456>', '+38641123456'],
    ['*041 123 456*', '+38641123456'],
    ['041 123 456 <callto:041123456>', '+38641123456'],
    ['Ana', '+386Ana'],
    ['+386 41 x', '+38641x'],
    ['+', '+'],
    ['0', '+386'],
  ])('%s is %s', (written, number) => {
    expect(destinationsOf('#startdestination#', written, '#enddestination#')).toEqual([number]);
  });
  it('are separated by lines, commas and semicolons, and each counts once', () => {
    expect(
      destinationsOf(
        '#startdestination# 041123456,',
        '040111222;; +38641123456 ,',
        '',
        '0038640111222#enddestination#',
      ),
    ).toEqual(['+38641123456', '+38640111222']);
  });
  it.each([
    ['43', '+436601234567'],
    ['+43', '+436601234567'],
    ['0043', '+436601234567'],
    [' 4 3\u00a0', '+436601234567'],
  ])('take the country of #defaultcc# %j', (code, number) => {
    const lines = ['#defaultcc#', code, '#startdestination#', '06601234567', '#enddestination#'];
    expect(destinationsOf(...lines)).toEqual([number]);
  });
});

describe('the other tags', () => {
  const time =
    'Error: 5 - scheduledTime must be a valid Unix timestamp: whole seconds since 1970, not negative, not milliseconds';
  it.each([
    ['#scheduledtime#', 'tomorrow', time],
    ['#scheduledtime#', '1893456000.5', time],
    ['#scheduledtime#', '1e9', time],
    ['#scheduledtime#', '', time],
    ['#scheduledtime# 1893456000', '', time],
    ['#isunicode#', 'yes', 'Error: 7 - Message rejected: #isunicode# must be true or false'],
    ['#pricereport#', '1', 'Error: 7 - Message rejected: #pricereport# must be true or false'],
    ['#pricereport#', '', 'Error: 7 - Message rejected: the value of #pricereport# must be on the line after the tag'],
    ['#isunicode# true', '', 'Error: 7 - Message rejected: the value of #isunicode# must be on the line after the tag'],
    ['#defaultcc#', 'SI', 'Error: 7 - Message rejected: #defaultcc# must be a country calling code such as 386'],
    ...['-386', '386-', '(386)', '3.86', '+', '00', '++386', '+00386', '3864567', '٣٨٦'].map(
      (code): [string, string, string] => [
        '#defaultcc#',
        code,
        'Error: 7 - Message rejected: #defaultcc# must be a country calling code such as 386',
      ],
    ),
    ['#defaultcc#', '0', 'Error: 7 - Message rejected: #defaultcc# must be a country calling code such as 386'],
  ])('%s %j: %s', (tag, value, detail) => expect(detailOf(...good, tag, value)).toBe(detail));

  it.each(['True', 'TRUE', ' true\u00a0'])('%j is true', (value) => {
    expect(request(read(...good, '#isunicode#', value)).message.isUnicode).toBe(true);
  });
  it.each([-5, 0, 1_893_456_000_000])('leave it to the rules of sending whether %d is a time', (value) => {
    expect(request(read(...good, '#scheduledtime#', `${value}`)).scheduledTime).toBe(value);
  });
  it.each(['https://a.example/x', '<https://a.example/x>', 'https://a.example/x <https://a.example/x>'])(
    'the address of %s is the same',
    (value) => expect(request(read(...good, '#callbackurl#', value)).deliveryReportUrl).toBe('https://a.example/x'),
  );
});

describe('any request', () => {
  const blank = fc.stringMatching(/^[ \t\u00a0\u200b\ufeff\u00ad]{0,3}$/);
  const speaksOfTags = (text: string) =>
    /#endcontent#|^[\p{White_Space}\p{Default_Ignorable_Code_Point}*_]*#startcontent#/mu.test(text);
  const text = fc
    .array(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 6 })
    .map((lines) => lines.join('\n').replaceAll('\r', '').trim())
    .filter((whole) => !speaksOfTags(whole));
  const number = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/);
  const written = fc.record({
    content: text,
    destinations: fc.uniqueArray(number, { minLength: 1, maxLength: 5 }),
    blanks: fc.array(blank, { minLength: 8, maxLength: 8 }),
    separator: fc.constantFrom('\n', ',', ';', ' ;\n', '\u00a0,'),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  });

  it('comes back as it was written, whatever blanks a program adds around', () => {
    fc.assert(
      fc.property(written, ({ content, destinations, blanks, separator, lineBreak }) => {
        const around = (line: string, index: number) => `${blanks[index]}${line}${blanks[7 - index]}`;
        const tags = ['#apikey#', key, '#sender#', 'Shop'].map(around);
        const section = [around('#startdestination#', 4), destinations.join(separator), around('#enddestination#', 5)];
        const body = [around('#startcontent#', 6), content, around('#endcontent#', 7)];
        const mail = [...tags, ...section, ...body, '-- ', 'footer'].join('\n').replaceAll('\n', lineBreak);
        expect(request(readRequest(mail))).toEqual({ sender: 'Shop', destinations, message: { content } });
      }),
    );
  });

  it('never throws, and invents nothing', () => {
    const piece = fc.oneof(fc.constantFrom(...good, '\n', '\n', '>', ' ', '#', '0', '+'), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const mail = pieces.join('');
        const reading = readRequest(mail);
        if (reading.outcome !== 'request') return;
        expect(mail.replace(/\r\n?/g, '\n')).toContain(reading.request.message.content);
        for (const destination of reading.request.destinations) expect(destination).toMatch(/^\+[^\s,;]*$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
