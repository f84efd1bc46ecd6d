import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig, ignoredSettings, mostProcesses, readConfig, removedSettings, settings } from './config.ts';

const external = { DATABASE_URL: 'postgres://u:hidden-password@h/d' };

test('without any variable everything has its default', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: undefined,
    smtpPort: 2525,
    emailTrustedRelays: ['127.0.0.0/8', '::1/128'],
    retentionDays: 90,
    logLevel: 'info',
    embedded: true,
  });
  expect(mostProcesses(readConfig({}))).toBeGreaterThan(0);
  expect(mostProcesses(readConfig({ HERMOD_PROCESSES: '3' }))).toBe(3);
  expect(isAbsolute(readConfig({}).dataDir)).toBe(true);
});

test('what is lenient on one’s own machine is strict with a database of one’s own', () => {
  expect(readConfig({})).toMatchObject({
    demo: true,
    demoAnywhere: false,
    senderApproval: 'auto',
    webhookAllow: [],
    demoLoopback: true,
  });
  expect(readConfig({ HERMOD_WEBHOOK_ALLOW: 'none', HERMOD_DEMO: 'true' })).toMatchObject({
    webhookAllow: [],
    demoLoopback: false,
    demoAnywhere: true,
  });
  expect(readConfig(external)).toMatchObject({
    embedded: false,
    demo: false,
    demoAnywhere: false,
    senderApproval: 'manual',
    webhookAllow: [],
    demoLoopback: false,
  });
  const asked = { ...external, HERMOD_DEMO: 'true', HERMOD_SENDER_APPROVAL: 'auto', HERMOD_WEBHOOK_ALLOW: '10.0.0.1' };
  expect(readConfig(asked)).toMatchObject({ demo: true, senderApproval: 'auto', webhookAllow: ['10.0.0.1/32'] });
});

test('an empty variable counts as unset, as in many shells and compose files', () => {
  expect(readConfig({ HERMOD_PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, embedded: true });
});

test('the values cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('a wrong value is refused with its name, and a secret is not repeated', () => {
  expect(() => readConfig({ HERMOD_SMTP_PORT: '70000' })).toThrow('HERMOD_SMTP_PORT is wrong: found "70000"');
  expect(() => readConfig({ DATABASE_URL: 'hidden-password' })).toThrow(
    /^(?!.*hidden-password).*DATABASE_URL is wrong/,
  );
  expect(() => readConfig({ HERMOD_TLS_KEY: 'key.pem' })).toThrow('HERMOD_TLS_KEY is set but HERMOD_TLS_CERT is not');
});

test('secrets, and nothing else, may stand in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const url = file('url', `${external.DATABASE_URL}\n`);
  expect(readConfig({ DATABASE_URL_FILE: url })).toMatchObject({ databaseUrl: external.DATABASE_URL, embedded: false });
  expect(readConfig({ HERMOD_PORT_FILE: file('port', '9999') })).toMatchObject({ port: 8080 });
  expect(() => readConfig({ ...external, DATABASE_URL_FILE: url })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE are both set',
  );
  expect(() => readConfig({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow(/none cannot be read \(ENOENT\)/);
  expect(() => readConfig({ HERMOD_ADMIN_TOKEN_FILE: file('empty', '\n') })).toThrow(
    'HERMOD_ADMIN_TOKEN_FILE is wrong',
  );
  expect(() => readConfig({ DATABASE_URL_FILE: file('wrong', 'hidden-password') })).toThrow(
    /^(?!.*hidden-password).*DATABASE_URL is wrong/,
  );
  expect(ignoredSettings({ HERMOD_IMAP_URL_FILE: url, HERMOD_PORT_FILE: '1' })).toEqual([
    'unknown setting HERMOD_PORT_FILE; did you mean HERMOD_PORT?',
  ]);
});

test('names that look like ours and are not are found; others are none of our business', () => {
  expect(ignoredSettings({ HERMOD_PORTS: '1', HERMOD_PORT: '1', HOME: '/', PGHOST: 'x' })).toEqual([
    'unknown setting HERMOD_PORTS; did you mean HERMOD_PORT?',
  ]);
});

test('a setting of an earlier release is ignored with a warning', () => {
  expect(readConfig({ HERMOD_MAX_RECIPIENTS: '7' }).maxRecipients).toBe(1_000);
  expect(ignoredSettings({ HERMOD_MAX_RECIPIENTS: '7' })).toEqual([
    'HERMOD_MAX_RECIPIENTS was removed and is ignored; see CHANGELOG.md',
  ]);
  const names = Object.values(settings).map(({ name }) => name);
  expect(removedSettings.filter((name) => names.includes(name))).toEqual([]);
});

test('the description lists every setting once and hides the secret ones', () => {
  const rows = describeConfig(readConfig({ ...external, HERMOD_IMAP_URL: 'imap://u:hidden-password@h/INBOX' }));
  expect(rows.map(({ name }) => name)).toEqual(Object.values(settings).map(({ name }) => name));
  expect(JSON.stringify(rows)).not.toContain('hidden-password');
  const value = (name: string) => rows.find((row) => row.name === name)?.value;
  expect(value('DATABASE_URL')).toBe('(set, hidden)');
  expect(value('HERMOD_ADMIN_TOKEN')).toBe('(unset)');
  expect(value('HERMOD_WEBHOOK_ALLOW')).toBe('(none)');
  expect(value('HERMOD_EMAIL_TRUSTED_RELAYS')).toBe('127.0.0.0/8,::1/128');
});
