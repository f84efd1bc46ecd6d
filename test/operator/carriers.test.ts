/** Carriers and routes: how the operator configures and monitors them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { listCarriers } from '../../src/store/carrier/carriers.ts';
import { peer, stateOf, until } from '../dispatch/carrier.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const call = operator(service);
const smsc = await peer();
const password = 'hunter2-is-secret';

type Carrier = { carrierId: string; name: string; url: string; linksUp: number; enabled: boolean };
type Route = { routeId: string; carrierId: string };
const create = (fields: object) => call({ path: '/carriers', body: { name: `C ${randomUUID()}`, ...fields } });
const carrier = async (id: string) => (await call({ path: `/carriers/${id}` })).body as Carrier;
const change = (id: string, body: object) => call({ method: 'PATCH', path: `/carriers/${id}`, body });
const remove = (path: string) => call({ method: 'DELETE', path });
const url = (port = smsc.port) => `smpp://esme:hunter2@127.0.0.1:${port}`;

test('a carrier is added, connects, takes a message over its route, and is deleted', async () => {
  const answer = await create({ name: 'North', url: url() });
  expect(answer).toMatchObject({ status: 201, body: { name: 'North', enabled: true } });
  const { carrierId } = answer.body as Carrier;
  await until(async () => (await carrier(carrierId)).linksUp === 1);
  expect(await carrier(carrierId)).toMatchObject({ throttled: false, waiting: 0, since: expect.any(String) });
  const route = await call({ path: '/routes', body: { carrierId, country: 'SI', priority: 5 } });
  const fields = { carrierId, country: 'SI', prefix: null, priority: 5, weight: 1, senders: [], rewrites: 'all' };
  expect(route).toMatchObject({ status: 201, body: fields });
  const { routeId } = route.body as Route;
  expect((await call({ path: '/routes' })).body).toEqual({ routes: [{ routeId, ...fields }] });
  const send = sender(service, await testAccount(db));
  let id = '';
  // Refused until the process knows the route.
  await until(async () => {
    id = idsOf(await send())[0]!;
    await until(async () => ['DELIVERED', 'REJECTED'].includes((await stateOf(db, id))!));
    return (await stateOf(db, id)) === 'DELIVERED';
  });
  expect((await call({ path: `/messages/${id}` })).body).toMatchObject({ parts: [{ carrierId, carrier: 'North' }] });
  expect(await remove(`/carriers/${carrierId}`)).toMatchObject({ status: 204, text: '' });
  expect(await call({ path: `/carriers/${carrierId}` })).toMatchObject({ status: 404 });
  expect((await call({ path: '/routes' })).body).toEqual({ routes: [] });
});

test('a setting that lets phones use the carrier as sender is reported in every answer', async () => {
  const answer = await create({ url: `${url(9)}?unflagged_receipts=true`, enabled: false });
  const { carrierId } = answer.body as Carrier;
  const warnings = [expect.stringContaining('guesses its id')];
  expect(answer).toMatchObject({ status: 201, body: { warnings } });
  expect(await carrier(carrierId)).toMatchObject({ warnings });
  expect((await call({ path: '/carriers' })).body).toMatchObject({
    carriers: expect.arrayContaining([expect.objectContaining({ carrierId, warnings })]),
  });
  const { body } = await change(carrierId, { url: `smpp://esme@127.0.0.1:9` });
  expect(body).not.toHaveProperty('warnings');
  await remove(`/carriers/${carrierId}`);
});

test('no answer and no audit entry contains the password', async () => {
  const secret = `smpp://esme:${password}@127.0.0.1:1`;
  const made = await create({ url: secret, enabled: false });
  const { carrierId } = made.body as Carrier;
  const answers = [
    made,
    await change(carrierId, { url: `smpp://esme:${password}@127.0.0.1:2`, enabled: false }),
    await change(carrierId, { url: `smpp://esme:${password}@127.0.0.1:2?window=none` }),
    await create({ url: `smpps:/esme:${password}` }),
    await call({ path: '/carriers' }),
    await call({ path: `/carriers/${carrierId}` }),
    await call({ path: `/audit?subjectId=${carrierId}` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 400, 200, 200, 200]);
  for (const { text } of answers) expect(text).not.toContain(password);
  expect(answers.at(-1)!.body).toMatchObject({
    entries: [
      { action: 'carrier change', details: { url: 'smpp://esme@127.0.0.1:2', enabled: false } },
      { action: 'carrier create', details: { url: 'smpp://esme@127.0.0.1:1' } },
    ],
  });
});

test('an address can be sent back as it is shown: the password is kept', async () => {
  const { carrierId, url: shown } = (await create({ url: url(1), enabled: false })).body as Carrier;
  expect(await change(carrierId, { url: `${shown}?window=5` })).toMatchObject({ status: 200 });
  const stored = (await listCarriers(db)).find(({ id }) => id === carrierId);
  expect(stored!.url).toBe(`${url(1)}?window=5`);
  const elsewhere = await change(carrierId, { url: 'smpp://esme@elsewhere.example:1' });
  expect(elsewhere).toMatchObject({ status: 400, body: { error: expect.stringContaining('needs its password') } });
});

test('names are unique, and the default carrier is the one in the settings', async () => {
  await create({ name: 'Twice', url: 'simulator:' });
  const again = await create({ name: 'Twice', url: 'simulator:' });
  expect(again).toMatchObject({ status: 409, body: { error: 'error: 409 - name: another carrier has it' } });
  await ensureDefaultCarrier(db, undefined);
  const { carriers } = (await call({ path: '/carriers' })).body as { carriers: Carrier[] };
  const { carrierId } = carriers.find(({ name }) => name === 'default')!;
  expect(await change(carrierId, { url: 'simulator:?rate=5' })).toMatchObject({ status: 409 });
  expect(await remove(`/carriers/${carrierId}`)).toMatchObject({ status: 409 });
  expect(await change(carrierId, { enabled: false })).toMatchObject({ status: 200, body: { enabled: false } });
});

test('a route keeps the fields that a change does not name, and every change is in the audit trail', async () => {
  const { carrierId } = (await create({ url: 'simulator:' })).body as Carrier;
  const made = await call({ path: '/routes', body: { carrierId, prefix: '+38640', weight: 3 } });
  const { routeId } = made.body as Route;
  const patch = (body: object) => call({ method: 'PATCH', path: `/routes/${routeId}`, body });
  expect(await patch({ priority: 7 })).toMatchObject({ body: { prefix: '+38640', weight: 3, priority: 7 } });
  expect(await patch({ prefix: null })).toMatchObject({ body: { prefix: null, priority: 7 } });
  expect(await remove(`/routes/${routeId}`)).toMatchObject({ status: 204 });
  expect(await remove(`/routes/${routeId}`)).toMatchObject({ status: 404 });
  expect(await patch({ priority: 7 })).toMatchObject({ status: 404 });
  const { entries } = (await call({ path: `/audit?subjectId=${routeId}` })).body as { entries: { action: string }[] };
  const actions = ['route delete', 'route change', 'route change', 'route create'];
  expect(entries.map(({ action }) => action)).toEqual(actions);
  expect(entries[1]).toMatchObject({ details: { carrierId, priority: 7, weight: 3 } });
});

test('an unknown id is not found', async () => {
  const missing = { status: 404, body: { error: 'error: 404 - Carrier not found' } };
  expect(await change(randomUUID(), { enabled: true })).toMatchObject(missing);
  expect(await remove(`/carriers/${randomUUID()}`)).toMatchObject(missing);
  expect(await call({ path: '/routes', body: { carrierId: randomUUID() } })).toMatchObject(missing);
});

test.each([
  ['/carriers', { name: 'X' }],
  ['/carriers', { name: 'X', url: 'http://example.com' }],
  ['/carriers', { name: ' X ', url: 'simulator:' }],
  ['/carriers', { name: '', url: 'simulator:' }],
  ['/carriers', { name: 'X', url: 'simulator:', enabled: 'yes' }],
  ['/carriers', { name: 'X', url: 'simulator:', queue: 4 }],
  ['/routes', {}],
  ['/routes', { carrierId: 'x' }],
  ['/routes', { carrierId: randomUUID(), country: 'Slovenia' }],
  ['/routes', { carrierId: randomUUID(), prefix: '386' }],
  ['/routes', { carrierId: randomUUID(), weight: 0 }],
  ['/routes', { carrierId: randomUUID(), priority: 1.5 }],
])('%s with %j is refused with 400', async (path, body) => {
  const count = () => db.query('SELECT count(*) FROM carriers').then(({ rows }) => rows[0].count);
  const before = await count();
  expect(await call({ path, body })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^error: 400/) },
  });
  expect(await count()).toBe(before);
});
