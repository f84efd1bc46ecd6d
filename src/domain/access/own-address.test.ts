import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownAddress } from './own-address.ts';

const origin = 'https://sms.example.com';

test('an address of this console is kept', () => {
  const kept = [
    '/',
    '/messages',
    '/messages?status=FAILED&from=1',
    '/as/1/send#top',
    `${origin}/audit`,
    'messages',
    '?a=//b',
  ];
  for (const text of kept) expect(ownAddress(text, origin)).toBe(new URL(text, `${origin}/`).href);
});

test('everything else is the front page', () => {
  const others = [
    ...[
      null,
      undefined,
      '',
      '/login',
      '/login?next=/login',
      '/login/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
    ],
    ...[
      '/\t/evil.example/',
      '/\n/evil.example/',
      '/\r/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/\t\\evil.example',
    ],
    ...['https://evil.example', 'https:/\\evil.example', 'http://sms.example.com/', 'javascript:alert(1)'],
    ...[
      `blob:${origin}/1`,
      `filesystem:${origin}/1`,
      'data:text/html,x',
      'https://user@sms.example.com/',
      `${origin}.evil.example`,
    ],
    ...[
      `${origin}:8443/`,
      'https://sms.example.com@evil.example/',
      '//sms.example.com@evil.example',
      'https://[',
      '//',
    ],
  ];
  for (const text of others) expect(ownAddress(text, origin), String(text)).toBe(`${origin}/`);
});

test('whatever the text, a browser that follows the answer stays on the origin', () => {
  const pieces = [
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    ' ',
    '.',
    '..',
    ':',
    '@',
    '#',
    '?',
    '%2f',
    '%5c',
    '%09',
    '\u2044',
    '\u2215',
    '\uff0f',
    '\uff3c',
    '\u0000',
    '\ufeff',
    'http:',
    'https:',
    'javascript:',
    'blob:',
    'evil.example',
    'sms.example.com',
    'login',
    'a',
  ];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      // As `location.replace` reads it, on whichever page that is called.
      const followed = new URL(ownAddress(given, origin), `${origin}/login?next=x`);
      expect([followed.origin, followed.protocol, followed.username]).toEqual([origin, 'https:', '']);
    }),
    { numRuns: 2_000 },
  );
});
