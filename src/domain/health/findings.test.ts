import { expect, test } from 'vitest';
import { some } from '../text/said.ts';
import { database, queues, retention } from './database.ts';
import type { Finding } from './finding.ts';
import { span } from './finding.ts';
import { certificate, clocks, freeSpace, processes } from './machine.ts';
import {
  type CarrierFacts,
  carrierHealth,
  type MailFacts,
  mail,
  paused,
  verification,
  webhookHealth,
} from './outside.ts';
import { type RightsFacts, rights } from './rights.ts';
import { type SettingFacts, settingHealth } from './settings.ts';

const verdicts = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]));
const now = Date.parse('2026-11-15T12:00:00Z');
const day = 86_400_000;
const gibibyte = 2 ** 30;

const owner: RightsFacts = {
  role: 'hermod',
  schema: 'public',
  isInstalled: true,
  isReachable: true,
  mayCreate: true,
  ownsTables: true,
  missing: [],
  missingSequences: [],
  missingPartitions: [],
};
const lacking: readonly [Partial<RightsFacts>, string][] = [
  [{ schema: null, isInstalled: false }, 'CREATE SCHEMA hermod AUTHORIZATION hermod'],
  [{ isReachable: false }, 'GRANT USAGE ON SCHEMA public TO hermod'],
  [{ isInstalled: false, mayCreate: false }, 'GRANT USAGE, CREATE ON SCHEMA public TO hermod'],
  [{ mayCreate: false }, 'GRANT USAGE, CREATE ON SCHEMA public TO hermod'],
  [{ missing: ['outbox'], role: 'SMS "2"' }, 'DELETE ON ALL TABLES IN SCHEMA public TO "SMS ""2"""'],
  [{ missingSequences: ['a_seq'] }, 'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO hermod'],
  [{ ownsTables: false, missingPartitions: ['messages_2026'] }, 'hermod migrate'],
];

test('every note and problem says what to do', () => {
  const all = [
    freeSpace(0, '/data'),
    certificate(new Date(now - day), new Date(now - 1), now),
    clocks(99_000, 0),
    ...processes([{ version: '1', silentSeconds: 20 }], [{ id: 'a', host: 'host', pid: 5, agoSeconds: 60 }]),
    ...database({
      ...healthy,
      unsafe: { text: 'fsync is off', advice: 'Turn it on' },
      writeFault: 'the database has no disk space left',
      pendingMigrations: ['0027'],
      connections: 100,
      transactionAge: 2e9,
    }),
    ...database({ ...healthy, promisedConnections: 200, newerMigrations: ['0099'] }),
    ...database({ ...healthy, tooNewMigrations: ['0099'] }),
    ...lacking.map(([facts]) => rights({ ...owner, ...facts })),
    ...retention({ days: 90, oldestDays: 200, missing: ['messages_2026'] }),
    ...queues({ oldestSeconds: 999, countedSecondsAgo: 9_999, unmatchedReceipts: 3 }),
    ...carrierHealth([carrier({ linksUp: 0 })]),
    ...webhookHealth([{ name: 'https://a', state: 'open', overdueSeconds: 0 }]),
    ...mail({ ...mails, hasRelay: true, retrying: 1, unreadable: 1, mailbox: { isRead: false, error: 'no' } }),
    ...settingHealth({
      ...production,
      host: '0.0.0.0',
      demo: true,
      demoAnywhere: true,
      embedded: true,
      hasCertificate: false,
      webhookAllow: ['0.0.0.0/0'],
    }),
  ];
  for (const { check, verdict, text, advice } of all)
    if (verdict !== 'ok') expect([text, advice], check).toEqual([expect.any(String), expect.stringMatching(/.{5}/)]);
});

test.each([
  [100 * gibibyte, 'ok'],
  [2 * gibibyte, 'note'],
  [gibibyte / 4, 'problem'],
])('%i bytes free: %s', (bytes, verdict) => expect(freeSpace(bytes, '/data').verdict).toBe(verdict));

test.each([
  [400, 'ok'],
  [20, 'note'],
  [2, 'problem'],
  [-1, 'problem'],
])('a certificate for %i more days: %s', (days, verdict) =>
  expect(certificate(new Date(now - day), new Date(now + days * day), now).verdict).toBe(verdict),
);
test('a certificate of the future', () =>
  expect(certificate(new Date(now + day), new Date(now + 2 * day), now).verdict).toBe('problem'));

test.each([
  [500, 10, 'ok'],
  [5_000, 10, 'note'],
  [-5_000, 10, 'note'],
  [5_000, 4_000, 'ok'],
  [-90_000, 10, 'problem'],
])('clocks %i ms apart, give or take %i: %s', (difference, exact, verdict) =>
  expect(clocks(difference, exact).verdict).toBe(verdict),
);

test('processes: silent ones, several versions, lost ones', () => {
  const one = { version: '1.0.0', silentSeconds: 1 };
  expect(verdicts(processes([one], []))).toEqual({ Processes: 'ok' });
  expect(verdicts(processes([one, { ...one, version: null }], []))).toEqual({ Processes: 'ok', Versions: 'note' });
  expect(verdicts(processes([{ ...one, silentSeconds: 15 }], []))).toEqual({ Processes: 'problem' });
  const lost = { id: 'a', host: 'a', pid: 1, agoSeconds: 60 };
  expect(verdicts(processes([one], [lost]))).toMatchObject({ 'Lost processes': 'note' });
  expect(verdicts(processes([one], [lost, lost, lost]))).toMatchObject({ 'Lost processes': 'problem' });
  expect(
    verdicts(
      processes(
        [one],
        [4_000, 5_000, 6_000].map((agoSeconds) => ({ ...lost, agoSeconds })),
      ),
    ),
  ).toMatchObject({
    'Lost processes': 'note',
  });
});

const healthy = {
  version: '18.1',
  unsafe: undefined,
  writeFault: undefined,
  sizeBytes: gibibyte,
  connections: 20,
  promisedConnections: 30,
  mostConnections: 97,
  newerMigrations: [],
  tooNewMigrations: [],
  transactionAge: 5_000,
  pendingMigrations: [],
};

test('the database', () => {
  expect(verdicts(database(healthy))).toEqual({ Database: 'ok', Schema: 'ok', Connections: 'ok' });
  expect(verdicts(database({ ...healthy, writeFault: 'it is read-only' }))).toMatchObject({ Writing: 'problem' });
  expect(verdicts(database({ ...healthy, connections: 95 }))).toMatchObject({ Connections: 'problem' });
  expect(verdicts(database({ ...healthy, pendingMigrations: ['0001_x'] }))).toMatchObject({ Schema: 'problem' });
  expect(verdicts(database({ ...healthy, promisedConnections: 98 }))).toMatchObject({ Connections: 'problem' });
  expect(verdicts(database({ ...healthy, newerMigrations: ['0099_x'] }))).toMatchObject({ Schema: 'note' });
  expect(verdicts(database({ ...healthy, tooNewMigrations: ['0099_x'] }))).toMatchObject({ Schema: 'problem' });
  expect(verdicts(database({ ...healthy, transactionAge: 1.5e9 }))).toMatchObject({ Vacuum: 'problem' });
});

test('the rights of the role', () => {
  expect(rights(owner).verdict).toBe('ok');
  expect(rights({ ...owner, ownsTables: false, mayCreate: false }).verdict).toBe('ok');
  expect(rights({ ...owner, isInstalled: false, ownsTables: false }).verdict).toBe('ok');
  for (const [facts, grant] of lacking)
    expect(rights({ ...owner, ...facts })).toMatchObject({
      verdict: 'problem',
      advice: expect.stringContaining(grant),
    });
});

test('what waits, and what is kept', () => {
  const calm = { oldestSeconds: 0, countedSecondsAgo: undefined, unmatchedReceipts: 0 };
  expect(verdicts(queues(calm))).toEqual({ 'Waiting messages': 'ok', Statistics: 'ok', Receipts: 'ok' });
  expect(verdicts(queues({ ...calm, oldestSeconds: 60 }))).toMatchObject({ 'Waiting messages': 'note' });
  expect(verdicts(queues({ ...calm, oldestSeconds: 600 }))).toMatchObject({ 'Waiting messages': 'problem' });
  expect(verdicts(retention({ days: 90, oldestDays: 95, missing: [] }))).toEqual({ Retention: 'ok' });
  // The weeks that are always there are older than a single day.
  expect(verdicts(retention({ days: 1, oldestDays: 20, missing: [] }))).toEqual({ Retention: 'ok' });
});

const carrier = (facts: Partial<CarrierFacts> = {}): CarrierFacts => ({
  name: 'North',
  enabled: true,
  isSimulator: false,
  linksUp: 1,
  refused: false,
  weakness: undefined,
  throttled: false,
  waiting: 0,
  routes: 1,
  lastError: undefined,
  ...facts,
});

test('carriers', () => {
  expect(verdicts(carrierHealth([]))).toEqual({ Carriers: 'problem' });
  expect(verdicts(carrierHealth([carrier()]))).toEqual({ Carriers: 'ok' });
  expect(verdicts(carrierHealth([carrier({ linksUp: 0 })]))).toEqual({ 'Carrier North': 'problem' });
  expect(verdicts(carrierHealth([carrier({ throttled: true })]))).toEqual({ Carriers: 'ok', 'Carrier North': 'note' });
  const other = { name: 'South', linksUp: 0 };
  expect(verdicts(carrierHealth([carrier(), carrier({ ...other, enabled: false })]))).toMatchObject({
    'Carrier South': 'note',
  });
  expect(verdicts(carrierHealth([carrier(), carrier({ ...other, routes: 0 })]))).toMatchObject({
    'Carrier South': 'note',
  });
  expect(verdicts(carrierHealth([carrier(), carrier({ ...other, enabled: false, routes: 0 })]))).toEqual({
    Carriers: 'ok',
  });
  expect(verdicts(carrierHealth([carrier({ isSimulator: true })]))).toEqual({ Carriers: 'ok', Simulator: 'note' });
  expect(carrierHealth([carrier(), carrier({ isSimulator: true })]).at(-1)?.text).toContain('and to real carriers');
});

test('webhooks', () => {
  const fine = { name: 'https://a', state: 'healthy', overdueSeconds: 1 } as const;
  expect(verdicts(webhookHealth([fine]))).toEqual({ 'Webhook backlog': 'ok', 'Webhook endpoints': 'ok' });
  expect(verdicts(webhookHealth([{ ...fine, overdueSeconds: 600 }]))).toMatchObject({ 'Webhook backlog': 'problem' });
  expect(verdicts(webhookHealth([{ ...fine, state: 'open', overdueSeconds: 600 }]))).toEqual({
    'Webhook backlog': 'ok',
    'Webhook endpoints': 'note',
  });
});

const mails: MailFacts = {
  hasRelay: false,
  retrying: 0,
  givenUp: 0,
  kept: 0,
  lastError: undefined,
  unreadable: 0,
  mailbox: undefined,
};

test('e-mail', () => {
  expect(verdicts(mail(mails))).toEqual({ 'Mail relay': 'ok' });
  expect(verdicts(mail({ ...mails, kept: 1 }))).toEqual({ 'Mail relay': 'note' });
  expect(verdicts(mail({ ...mails, hasRelay: true, retrying: 1 }))).toEqual({ 'Mail relay': 'problem' });
  expect(verdicts(mail({ ...mails, hasRelay: true, givenUp: 1 }))).toEqual({ 'Mail relay': 'note' });
  expect(verdicts(mail({ ...mails, unreadable: 2 }))).toMatchObject({ 'Unreadable e-mails': 'note' });
  const mailbox = { isRead: true, error: undefined };
  expect(verdicts(mail({ ...mails, mailbox }))).toMatchObject({ Mailbox: 'ok' });
  expect(verdicts(mail({ ...mails, mailbox: { ...mailbox, error: 'wrong password' } }))).toMatchObject({
    Mailbox: 'problem',
  });
  expect(verdicts(mail({ ...mails, mailbox: { ...mailbox, isRead: false } }))).toMatchObject({ Mailbox: 'problem' });
});

const production: SettingFacts = {
  embedded: false,
  demo: false,
  demoAnywhere: false,
  host: '127.0.0.1',
  webhookAllow: [],
  hasCertificate: true,
  hasProxy: false,
  adminToken: 'environment',
  customers: 5,
};

test('settings', () => {
  expect(verdicts(settingHealth(production))).toEqual({ 'Operator token': 'ok' });
  const laptop = { ...production, embedded: true, demo: true, customers: 0, webhookAllow: ['127.0.0.0/8', '::1/128'] };
  expect(verdicts(settingHealth(laptop))).toEqual({ 'Operator token': 'ok' });
  const asked = { ...laptop, demoAnywhere: true };
  expect(verdicts(settingHealth({ ...laptop, host: '0.0.0.0' }))).not.toHaveProperty('Demo');
  expect(verdicts(settingHealth({ ...asked, host: '0.0.0.0', hasCertificate: false }))).toMatchObject({
    Demo: 'note',
    'Embedded database': 'note',
    Encryption: 'note',
    'Webhook targets': 'note',
  });
  expect(verdicts(settingHealth({ ...laptop, customers: 1 }))).toMatchObject({
    'Embedded database': 'note',
    'Webhook targets': 'note',
  });
  for (const range of ['0.0.0.0/0', '::/0', '0.0.0.0/1'])
    expect(verdicts(settingHealth({ ...production, webhookAllow: [range] }))).toMatchObject({
      'Webhook targets': 'problem',
    });
  expect(verdicts(settingHealth({ ...production, webhookAllow: ['10.0.0.0/8'] }))).toMatchObject({
    'Webhook targets': 'note',
  });
  expect(verdicts(settingHealth({ ...production, adminToken: 'open file' }))).toEqual({ 'Operator token': 'problem' });
});

test('lengths of time and lists, for people', () => {
  expect([5, 119, 120, 7_200, 200_000].map(span)).toEqual(['5 s', '119 s', '2 min', '2 h', '2 d']);
  expect(String(some(['a', 'b', 'c', 'd', 'e']))).toBe('a, b, c and 2 more');
});

test('what is paused is noted, with the word that ends it', () => {
  expect(paused([])).toMatchObject([{ verdict: 'ok' }]);
  const found = paused([
    { kind: 'all', name: null, seconds: 7_200 },
    { kind: 'carrier', name: 'main', seconds: 60 },
    ...Array.from({ length: 5 }, (_, index) => ({ kind: 'account' as const, name: `Shop ${index}`, seconds: 5 })),
  ]);
  expect(found.map(({ verdict }) => verdict)).toEqual(['note', 'note', 'note']);
  expect(found.map(({ text }) => text)).toEqual([
    'Everything has been paused for 2 h: no message is sent',
    'Paused carriers, messages for them wait: main (60 s)',
    'Paused accounts, their messages wait: Shop 0 (5 s), Shop 1 (5 s), Shop 2 (5 s) and 2 more',
  ]);
  expect(found.map(({ advice }) => advice)).toEqual([
    expect.stringContaining('hermod resume all'),
    expect.stringContaining('hermod resume carrier'),
    expect.stringContaining('hermod resume account'),
  ]);
});

test('where codes are blocked is noted, with the word that lifts it', () => {
  expect(verification([])).toMatchObject([{ verdict: 'ok' }]);
  const [found] = verification([
    { scope: '+3864012', account: 'Shop' },
    { scope: 'SI', account: 'Bakery' },
  ]);
  expect(found).toMatchObject({ verdict: 'note', advice: expect.stringContaining('hermod verify lift') });
  expect(found!.text).toContain('in 2 places: +3864012 (Shop), SI (Bakery)');
});
