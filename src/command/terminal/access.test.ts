import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTime } from '../../base/processes.ts';
import { demoKey, operatorName, operatorToken, serviceAddressOf } from './access.ts';

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
  // Not that of the repository, on which a service may run.
  expect(serviceAddressOf({ dataDir: '/nowhere', ...options }, environment)).toEqual(expected);
});

test('a service that runs on the data directory is found by what it has left there, unless a port is set', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hermod-access-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  // The parent of this process lives as long as it does.
  const leave = (pid: number, url: string) =>
    writeFileSync(join(dataDir, 'hermod.pid'), `${pid} ${startTime(pid) ?? ''} ${url}\n`);
  const found = (environment: Record<string, string> = {}) => serviceAddressOf({ dataDir }, environment).base;
  leave(process.ppid, 'http://127.0.0.1:41000');
  expect(serviceAddressOf({ dataDir }, {})).toEqual({ base: 'http://127.0.0.1:41000', local: true });
  expect(found({ HERMOD_PORT: '0' })).toBe('http://127.0.0.1:41000');
  expect(found({ HERMOD_PORT: '9000' })).toBe('http://127.0.0.1:9000');
  expect(found({ HERMOD_URL: 'http://localhost:1234' })).toBe('http://localhost:1234');
  // Another machine, or nothing that is an address: a key must not go there.
  for (const url of ['http://192.0.2.1:8080', 'http://sms.example.com:8080', 'ftp://127.0.0.1:21', 'nonsense', '']) {
    leave(process.ppid, url);
    expect(found(), url).toBe('http://127.0.0.1:8080');
  }
  // Killed, and its number given to another process.
  writeFileSync(join(dataDir, 'hermod.pid'), `${process.ppid} 1 http://127.0.0.1:41000\n`);
  expect(found()).toBe('http://127.0.0.1:8080');
});

test('the key of the demo account is read from the data directory, for a service on this machine only', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hermod-access-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const here = { base: 'http://127.0.0.1:8080', local: true };
  expect(demoKey({ dataDir }, here, {})).toBeUndefined();
  writeFileSync(join(dataDir, 'demo-key'), 'kept-in-the-data-dir\n');
  expect(demoKey({ dataDir }, here, {})).toBe('kept-in-the-data-dir');
  expect(demoKey({ dataDir }, { ...here, local: false }, {})).toBeUndefined();
});

test.each(['nonsense', 'ftp://example.com', 'localhost:8080'])('%s is not an address', (service) => {
  expect(() => serviceAddressOf({ service }, {})).toThrow('is not the address of a service');
});

test('a password in the address is refused, and not shown', () => {
  const read = () => serviceAddressOf({}, { HERMOD_URL: 'https://anna:sesame@sms.example.com' });
  expect(read).toThrow('holds a user name or a password');
  expect(read).not.toThrow('sesame');
});

test.each(['http://localhost:8080/?x=1', 'http://localhost:8080/#x'])('%s is more than an address', (service) => {
  expect(() => serviceAddressOf({ service }, {})).toThrow('ends with');
});

test('the token of this machine is read from its data directory, and sent nowhere else', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hermod-access-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const here = { base: 'http://127.0.0.1:8080', local: true };
  const there = { base: 'https://sms.example.com', local: false };
  expect(() => operatorToken({ dataDir }, here, {})).toThrow('cannot be read (ENOENT)');
  writeFileSync(join(dataDir, 'admin-token'), 'kept-in-the-data-dir\n');
  expect(operatorToken({ dataDir }, here, {})).toBe('kept-in-the-data-dir');
  expect(() => operatorToken({ dataDir }, there, {})).toThrow('the token for https://sms.example.com is missing');
  expect(operatorToken({ dataDir }, there, { HERMOD_ADMIN_TOKEN: 'set-in-the-environment' })).toBe(
    'set-in-the-environment',
  );
});

test('the operator is named for the audit trail', () => {
  expect(operatorName({})).toMatch(/^[\x21-\x7e]+@[\x21-\x7e]+$/);
});
