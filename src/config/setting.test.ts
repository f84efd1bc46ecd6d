import { expect, test } from 'vitest';
import { Problem } from '../base/problem.ts';
import * as read from './setting.ts';

/** What is expected instead, or the value as it was understood. */
function outcome<T>(parse: (text: string) => T, text: string, secret = false): T | string {
  try {
    return read.value({ name: 'X', fallback: undefined, help: '', parse, secret }, text);
  } catch (error) {
    if (error instanceof Problem) return error.line;
    throw error;
  }
}

const uuid = '11111111-2222-4333-8444-55555555ABCD';

test.each([
  ['a number at its lower edge', read.count(1, 20), '1', 1],
  ['a number at its upper edge', read.count(1, 20), '20', 20],
  ['a port that the system chooses', read.port, '0', 0],
  ['true', read.flag, 'true', true],
  ['1', read.flag, '1', true],
  ['false', read.flag, 'false', false],
  ['0', read.flag, '0', false],
  ['one of several', read.oneOf('auto', 'manual'), 'manual', 'manual'],
  ['a UUID, in small letters', read.uuid, uuid, uuid.toLowerCase()],
  ['a key in hexadecimal digits', read.secretKey, '0F'.repeat(32), Buffer.alloc(32, 15).toString('base64')],
  ['a key in base64', read.secretKey, `${'/'.repeat(42)}8=`, `${'/'.repeat(42)}8=`],
  ['a key in base64 for URLs', read.secretKey, `${'_'.repeat(42)}8`, `${'/'.repeat(42)}8=`],
  ['a token', read.token, 'x'.repeat(16), 'x'.repeat(16)],
  ['a URL', read.url('smpp', 'smpps'), 'smpps://id:pass@host:2776?window=5', 'smpps://id:pass@host:2776?window=5'],
  [
    'DNS servers',
    read.servers,
    '192.0.2.1, 192.0.2.1:53,[::1]:53,::1',
    ['192.0.2.1', '192.0.2.1:53', '[::1]:53', '::1'],
  ],
  ['a mailbox', read.imapUrl, 'imaps://u%40d:p%2F@h:993/In%20box', 'imaps://u%40d:p%2F@h:993/In%20box'],
  ['a mailbox by its server', read.imapUrl, 'imap://u:p@[::1]', 'imap://u:p@[::1]'],
  ['a database by name', read.databaseUrl, 'postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
  ['a database by socket', read.databaseUrl, 'postgresql://u@%2Frun/d', 'postgresql://u@%2Frun/d'],
  ['a database by parameters', read.databaseUrl, 'postgres://u@/d?host=/run,/tmp', 'postgres://u@/d?host=/run,/tmp'],
  [
    'several database servers',
    read.databaseUrl,
    'postgres://u:p@a:1,b:2,[::1]:3/d',
    'postgres://u:p@a:1,b:2,[::1]:3/d',
  ],
  ['an e-mail address, in small letters', read.emailAddress, 'SMS@Example.org', 'sms@example.org'],
  ['a number as sender', read.sender, '+38640123456', '+38640123456'],
  ['a name as sender', read.sender, 'Acme & Co 1', 'Acme & Co 1'],
  ['ranges', read.ranges, '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['single addresses', read.ranges, '192.0.2.7,::1', ['192.0.2.7/32', '::1/128']],
  ['no ranges at all', read.ranges, ' , ', []],
  ['a text', read.text, 'Hermod ✓', 'Hermod ✓'],
])('%s is understood', (_, parse, text, expected) => {
  expect(outcome<unknown>(parse, text)).toEqual(expected);
});

test.each([
  [read.count(1, 20), ['0', '21', '-1', '1.5', '1e1', ' 1', '', 'x', '99999999999'], 'a whole number from 1 to 20'],
  [read.flag, ['yes', 'TRUE', ''], 'true or false'],
  [read.oneOf('auto', 'manual'), ['Auto', ''], 'one of auto, manual'],
  [
    read.secretKey,
    ['x'.repeat(16), '0f'.repeat(31), 'A'.repeat(42), 'A'.repeat(45), `${'A'.repeat(42)}!=`],
    '32 bytes in base64 or hexadecimal digits, as openssl rand -base64 32 prints them',
  ],
  [read.uuid, ['1111', `${uuid}0`, `{${uuid}}`], 'a UUID'],
  [read.token, ['short', 'x'.repeat(513), `${'x'.repeat(16)} y`, `${'x'.repeat(16)}é`], '16 or more printable'],
  [read.url('smpp'), ['smpp:', 'smpp://', 'http://host', 'host:2775'], 'a URL such as smpp://user:password@host:port'],
  [
    read.imapUrl,
    [
      'imap://host',
      'imap://u@host',
      'imap://u:p@',
      'http://u:p@h',
      'imap://u:p%@h',
      'imap://u:p@h/%',
      'imap://u:p?x@h',
    ],
    'a URL such as imaps://user:password@host:993/INBOX, percent-encoded',
  ],
  [
    read.databaseUrl,
    ['mysql://h/d', 'h:5432/d', '', 'postgres://a:1,b:x/d', 'postgres://a,,b/d'],
    'a URL such as postgres://',
  ],
  [read.databaseUrl, ['postgres://a,b/d?target_session_attrs=standby'], 'target_session_attrs=read-write'],
  [read.emailAddress, ['sms', 'a@b@c', 'a b@c', '<a@b>'], 'an e-mail address'],
  [read.sender, ['', '12', '&', ' Acme', 'Acme ', 'Acme & Co 12', 'Čas', '+'], 'a phone number, or a name'],
  [read.text, ['', '  ', 'two\nlines'], 'a text without control characters'],
  [read.servers, ['dns.example', '192.0.2.1:x', '192.0.2', ''], 'addresses such as 192.0.2.1'],
  [
    read.ranges,
    ['10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', 'localhost', '10.0.0.0/x'],
    'address ranges such as 10.0.0.0/8 or ::1',
  ],
])('%o refuses %j', (parse, texts, expected) => {
  for (const text of texts) expect(outcome<unknown>(parse, text), text).toContain(`expected ${expected}`);
});

test('a refusal names the setting and what was found, unless that is a secret', () => {
  expect(outcome(read.port, '80a')).toBe(
    'X is wrong: found "80a", expected a whole number from 0 to 65535. Change it or unset it',
  );
  expect(outcome(read.token, 'hunter2', true)).not.toContain('hunter2');
});

test('two settings that only make sense together', () => {
  expect(() => read.bothOrNeither('A', undefined, 'B', undefined)).not.toThrow();
  expect(() => read.bothOrNeither('A', 1, 'B', 2)).not.toThrow();
  expect(() => read.bothOrNeither('A', 1, 'B', undefined)).toThrow('A is set but B is not');
  expect(() => read.bothOrNeither('A', undefined, 'B', 2)).toThrow('B is set but A is not');
});

test.each([
  ['HERMOD_PROT', 'HERMOD_PORT'],
  ['HERMOD_HOSTS', 'HERMOD_HOST'],
  ['HERMOD_SMTP_PRT', 'HERMOD_SMTP_PORT'],
])('the nearest name to %s is %s', (typed, meant) => {
  expect(read.nearest(typed, ['HERMOD_HOST', 'HERMOD_PORT', 'HERMOD_SMTP_PORT'])).toBe(meant);
});

test('headers, as OpenTelemetry writes them', () => {
  expect(read.headers('Authorization=Bearer%20a%3Db, x-tenant=1')).toEqual({
    authorization: 'Bearer a=b',
    'x-tenant': '1',
  });
  for (const wrong of ['', 'a', 'a b=c', 'a=%ZZ', 'a=%0A', '=b'])
    expect(() => read.headers(wrong)).toThrow('headers such as');
});
