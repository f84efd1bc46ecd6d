/** The audit log is searched by person, action, object and time, in pages of bounded cost, and as a file. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { isAuditedAction, kindOfAction } from '../../src/domain/access/audited.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { browser, linkIn } from '../console/browser.ts';
import { until } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

type Entry = { id: string; at: string; actor: string; action: string; subjectKind: string | null; details: object };
type Page = { entries: Entry[]; nextCursor?: string };

const service = await testService();
const { db } = service;
const call = operator(service);
const account = await testAccount(db);
const list = async (query: Record<string, string>) =>
  (await call({ path: `/audit?${new URLSearchParams(query).toString()}` })).body as Page;
const actionsOf = async (query: Record<string, string>) => (await list(query)).entries.map(({ action }) => action);

const daysAgo = (days: number) => Date.now() - days * 86_400_000;
const anna = newId();

/** Entries of one second, their numbers in the ids; `action` and `actor` are SQL expressions of n. */
async function insert(days: number, count: number, row: { actor: string; actorId?: string; action: string }) {
  const at = daysAgo(days);
  await db.query(
    `INSERT INTO audit (id, at, actor_kind, actor_id, actor, action, account_id)
     SELECT ($1 || lpad(to_hex(n), 12, '0'))::uuid, $2, 'operator', $3, ${row.actor}, ${row.action}, $4
     FROM generate_series(1, ${count}) AS n`,
    [uuidAt(at).slice(0, 24), new Date(at), row.actorId ?? null, account.id],
  );
}
await insert(40, 3, {
  actor: `'Anna'`,
  actorId: anna,
  action: `(ARRAY['carrier pause','carrier resume','route create'])[n]`,
});
await insert(30, 25_000, { actor: `'robot ' || n % 50`, action: `'account change'` });
await db.query('ANALYZE audit');

test('a person, an action or a kind of object is found behind any number of other entries, on the first page', async () => {
  const all = ['route create', 'carrier resume', 'carrier pause'];
  expect(await list({ actor: 'anna' })).toEqual({ entries: [expect.anything(), expect.anything(), expect.anything()] });
  expect(await actionsOf({ actor: 'ANNA' })).toEqual(all);
  expect(await actionsOf({ actorId: anna })).toEqual(all);
  expect(await actionsOf({ action: 'route create' })).toEqual(['route create']);
  expect(await actionsOf({ subjectKind: 'carrier' })).toEqual(['carrier resume', 'carrier pause']);
  for (const index of ['audit_actor', 'audit_actor_id', 'audit_action'])
    await until(async () => {
      const { rows } = await db.query<{ scans: string }>(
        'SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = $1',
        [index],
      );
      return Number(rows[0]?.scans ?? 0) > 0;
    });
});

test('conditions are combined, and pages of several actions continue in the order of time', async () => {
  expect(await actionsOf({ actor: 'Anna', subjectKind: 'carrier' })).toEqual(['carrier resume', 'carrier pause']);
  expect(await actionsOf({ actor: 'Anna', action: 'carrier pause' })).toEqual(['carrier pause']);
  expect(await actionsOf({ subjectKind: 'carrier', action: 'route create' })).toEqual([]);
  expect(await actionsOf({ actorId: anna, actorKind: 'customer' })).toEqual([]);
  expect(await actionsOf({ actor: 'Anna', to: new Date(daysAgo(41)).toISOString() })).toEqual([]);
  expect(
    await actionsOf({ actor: 'Anna', from: new Date(daysAgo(41)).toISOString(), accountId: account.id }),
  ).toHaveLength(3);
  const first = await list({ subjectKind: 'carrier', limit: '1' });
  expect(first.entries[0]).toMatchObject({ action: 'carrier resume', subjectKind: 'carrier' });
  const second = await list({ subjectKind: 'carrier', limit: '1', cursor: first.nextCursor! });
  expect(second.entries.map(({ action }) => action)).toEqual(['carrier pause']);
  for (const query of ['subjectKind=planet', 'actorKind=ghost', 'actorId=7', 'actor=', 'actor=%00'])
    expect(await call({ path: `/audit?${query}` })).toMatchObject({ status: 400 });
});

test('one entry has an address of its own', async () => {
  const [entry] = (await list({ action: 'route create' })).entries;
  expect((await call({ path: `/audit/${entry!.id}` })).body).toEqual(entry);
  expect(await call({ path: `/audit/${newId()}` })).toMatchObject({ status: 404 });
});

test('the file has the entries of the list, and no formula', async () => {
  const headers = { 'x-operator': '=cmd()' };
  await call({ path: `/accounts/${account.id}`, method: 'PATCH', body: { name: 'Corner "Shop"' }, headers });
  const file = await call({
    path: `/audit.csv?${new URLSearchParams({ accountId: account.id, actor: '=cmd()' }).toString()}`,
  });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toContain('audit.csv');
  const [head, line, ...rest] = file.text.trimEnd().split('\r\n');
  expect(head).toBe('id,at,actorKind,actorId,actor,address,action,subjectKind,subjectId,accountId,details');
  expect(line).toContain(`,operator-token,,'=cmd(),127.0.0.1,account change,account,${account.id},${account.id},`);
  expect(line).toContain('Corner');
  expect(rest).toEqual([]);
  const all = await call({ path: '/audit.csv?actor=Anna' });
  expect(all.text.trimEnd().split('\r\n')).toHaveLength(4);
  expect(await call({ path: '/audit.csv?subjectKind=planet' })).toMatchObject({ status: 400 });
});

test('support reads the log; customers do not', async () => {
  const created = await call({ path: '/operators', body: { name: 'Reader' } });
  const support = browser(service);
  await support.logIn({ link: linkIn(created) });
  for (const path of ['/admin/v1/audit?actor=Anna', '/admin/v1/audit.csv?actor=Anna'])
    expect(await support.call({ path })).toMatchObject({ status: 200, text: expect.stringContaining('carrier pause') });
  const customer = browser(service);
  await customer.logIn({ link: linkIn(await call({ path: `/accounts/${account.id}/console-links`, body: {} })) });
  for (const path of ['/admin/v1/audit', '/admin/v1/audit.csv', '/admin/v1/operators/online', '/admin/v1/attention'])
    expect(await customer.call({ path })).toMatchObject({ status: 403 });
});

test('every action that is written has a kind', async () => {
  type Document = { paths: Record<string, Record<string, { operationId?: string }>> };
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document;
  // Operations of /console/v1 write entries in their own words. Four others change nothing; those of keys write the operators' entries.
  const silent = new Set([
    'previewMessages',
    'previewResend',
    'previewTemplate',
    'tryEmail',
    'issueKey',
    'changeKey',
    'rotateKey',
    'revokeKey',
  ]);
  const ofCustomers = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, methods]) => Object.entries(methods).filter(([method]) => method !== 'get'))
    .map(([, { operationId = '' }]) => operationId)
    .filter((id) => !silent.has(id))
    .map((id) => id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  const { rows } = await db.query<{ action: string }>('SELECT DISTINCT action FROM audit');
  const written = [...ofCustomers, ...rows.map(({ action }) => action)];
  expect(written.filter((action) => !isAuditedAction(action))).toEqual([]);
  expect(kindOfAction('account create')).toBe('account');
});
