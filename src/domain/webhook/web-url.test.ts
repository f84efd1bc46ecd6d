import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestUrl, maskedUrl, webUrlFault } from './web-url.ts';

it.each([
  ['https://example.com/hook?a=b:c@d', 'https://example.com/hook?a=b:c@d'],
  ['https://user:secret@example.com/', 'https://user:***@example.com/'],
  ['https://user:sec@ret:x@example.com', 'https://user:***@example.com'],
  ['https://:secret@example.com', 'https://:***@example.com'],
  ['smpp://esme:hunter2@127.0.0.1:2775?window=5', 'smpp://esme:***@127.0.0.1:2775?window=5'],
  ['smpp://esme@host', 'smpp://esme@host'],
  ['simulator:?receipt_delay=5', 'simulator:?receipt_delay=5'],
  ['http://user:secret@example.com:99999/', 'http://user:***@example.com:99999/'],
  ['http:\\\\user:secret@example.com\\x', 'http:\\\\user:***@example.com\\x'],
  ['http:user:secret@example.com/x', 'http://user:***@example.com/x'],
  ['http:///user:secret@example.com/x', 'http://user:***@example.com/x'],
  [' http://user:secret@example.com/x', 'http://user:***@example.com/x'],
  ['ht\ttp://user:secret@example.com/x', 'http://user:***@example.com/x'],
  ['http://exa\nmple.com', 'http://exa\nmple.com'],
  ['not a url', 'not a url'],
])('%s is shown as %s', (url, shown) => {
  expect(maskedUrl(url)).toBe(shown);
});

it('no spelling of a URL shows its password', () => {
  const part = fc.string({ unit: fc.constantFrom('a', ':', '@', '%40', ' ', '.', '\t'), maxLength: 8 });
  const start = fc.constantFrom('http://', 'https:\\\\', 'HTTP:/', 'http:', ' http://', 'http:////', 'h\nttps://');
  fc.assert(
    fc.property(start, part, part, (scheme, user, rest) => {
      const shown = maskedUrl(`${scheme}${user}:hunter2${rest}@host.example/path`);
      const read = URL.parse(`${scheme}${user}:hunter2${rest}@host.example/path`);
      return !read?.password.includes('hunter2') || !shown.includes('hunter2');
    }),
  );
});

it.each(['http://example.com', 'https://example.com:8443/a?b=c#d', 'http://8.8.8.8/', 'http://[2606:4700::1111]:80/'])(
  'a webhook may go to %s',
  (url) => expect(webUrlFault(url, [])).toBeUndefined(),
);

const form = 'must be an http or https URL of at most 2048 characters';
it.each<[string, string]>([
  ['', form],
  ['example.com', form],
  ['ftp://example.com', form],
  ['http://', form],
  ['http://exa mple.com', form],
  ['http://example.com:99999', form],
  ['http://example.com/\0', form],
  ['http://example.com/\ud800', form],
  ['http://example.com/\n', form],
  ['http://user@example.com', 'must not hold a user name or password'],
  ['http://:secret@example.com', 'must not hold a user name or password'],
  ['http:\\\\user:secret@example.com', 'must not hold a user name or password'],
  ['http://example.com:0/', 'must not name port 0'],
  [
    `http://${'a'.repeat(60)}${`.${'b'.repeat(60)}`.repeat(4)}/`,
    'must not hold a name that is longer than 253 characters',
  ],
])('no webhook can go to %j', (url, fault) => expect(webUrlFault(url, ['0.0.0.0/0'])).toBe(fault));

it('a URL has a maximum length', () => {
  const url = 'http://example.com/'.padEnd(longestUrl, 'x');
  expect([webUrlFault(url, []), webUrlFault(`${url}x`, [])]).toEqual([undefined, form]);
});

it.each([
  ...['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '0x7f000001', '127.0.0.1.', '%31%32%37.0.0.1'],
  ...['①②⑦.0.0.1', '10.1.2.3', '169.254.169.254', '168.63.129.16', '192.168.1.1', '100.64.0.1', '0', '255.255.255.255'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::10.0.0.1]', '[fd00::1]', '[fe80::1]'],
  ...['[::127.0.0.1]', '[2002:7f00:1::]', '[0:0:0:0:0:ffff:a00:1]'],
])('the address %s is refused, unless it is listed', (host) => {
  expect(webUrlFault(`http://${host}/`, [])).toMatch(/^must not lead to .+: webhooks may not reach that address$/);
  expect(webUrlFault(`https://${host}:8443/x`, ['0.0.0.0/0', '::/0'])).toBeUndefined();
});

it('no text makes either throw', () => {
  const text = fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(
      text,
      (url) => typeof maskedUrl(url) === 'string' && /^must|^undefined/.test(`${webUrlFault(url, [])}`),
    ),
  );
});
