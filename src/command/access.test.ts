import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, operatorName, operatorToken } from './access.ts';

test.each([
  [{}, {}, { base: 'http://127.0.0.1:8080', local: true }],
  [{}, { HERMOD_PORT: '9000', HERMOD_HOST: '0.0.0.0' }, { base: 'http://127.0.0.1:9000', local: true }],
  [{}, { HERMOD_HOST: '::', HERMOD_TLS_CERT: 'x.pem' }, { base: 'https://[::1]:8080', local: true }],
  [{}, { HERMOD_URL: 'https://sms.example.com/' }, { base: 'https://sms.example.com', local: false }],
  [
    { service: 'http://localhost:1234' },
    { HERMOD_URL: 'https://sms.example.com' },
    { base: 'http://localhost:1234', local: true },
  ],
])('%j with %j is %j', (options, environment, expected) => {
  expect(addressOf(options, environment)).toEqual(expected);
});

test.each(['nonsense', 'ftp://example.com', 'localhost:8080'])('%s is no address', (service) => {
  expect(() => addressOf({ service }, {})).toThrow('is not the address of a service');
});

test('a password in the address is refused, and not shown', () => {
  const read = () => addressOf({}, { HERMOD_URL: 'https://anna:sesame@sms.example.com' });
  expect(read).toThrow('holds a user name or a password');
  expect(read).not.toThrow('sesame');
});

test.each(['http://localhost:8080/?x=1', 'http://localhost:8080/#x'])('%s is more than an address', (service) => {
  expect(() => addressOf({ service }, {})).toThrow('ends with');
});

test('the token of this machine is read from its data directory, and sent nowhere else', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hermod-access-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const here = { base: 'http://127.0.0.1:8080', local: true };
  const there = { base: 'https://sms.example.com', local: false };
  expect(() => operatorToken({ dataDir }, here, {})).toThrow('cannot be read (ENOENT)');
  writeFileSync(join(dataDir, 'admin-token'), 'kept-in-the-data-dir\n');
  expect(operatorToken({ dataDir }, here, {})).toBe('kept-in-the-data-dir');
  expect(() => operatorToken({ dataDir }, there, {})).toThrow('there is no token for https://sms.example.com');
  expect(operatorToken({ dataDir }, there, { HERMOD_ADMIN_TOKEN: 'set-in-the-environment' })).toBe(
    'set-in-the-environment',
  );
});

test('the operator is named for the audit trail', () => {
  expect(operatorName({})).toMatch(/^[\x21-\x7e]+@[\x21-\x7e]+$/);
});
