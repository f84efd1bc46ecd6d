/** Managing carriers and routes, and their status. */
import { expect, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { newId } from '../../src/base/ids.ts';
import { kindOf } from '../../src/carriers/kinds.ts';
import {
  createCarrier,
  createRoute,
  deleteCarrier,
  deleteRoute,
  ensureDefaultCarrier,
  listCarriers,
  updateCarrier,
  updateRoute,
} from '../../src/flows/carriers/carriers.ts';
import { listRoutes, listCarriers as storedCarriers } from '../../src/store/carrier/carriers.ts';
import { type CarrierStatus, carrierStatus } from '../../src/store/carrier/links.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { peer, stateOf, until, untilState, urlOf } from '../dispatch/carrier.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
await serviceOn(service.url);
const send = sender(service, await testAccount(db));
const smsc = await peer({ password: 'hunter2' });
const check = (url: string) => kindOf({ url }, createLog('silent'));
const create = (name: string, url: string) => createCarrier(db, check, { name, url });
const statusOf = async (id: string): Promise<CarrierStatus> =>
  (await carrierStatus(db)).find((each) => each.id === id)!;
const passwordOf = async (id: string) =>
  new URL((await storedCarriers(db)).find((carrier) => carrier.id === id)!.url).password;

test('a carrier is added, changed and deleted, and no response contains its password', async () => {
  const made = await create('one', 'smpp://esme:hunter2@smsc.example:2775?window=5');
  expect(made).toMatchObject({ name: 'one', url: 'smpp://esme@smsc.example:2775?window=5', enabled: true });
  const changed = await updateCarrier(db, check, made.id, {
    name: 'two',
    url: 'smpp://esme@smsc.example:9',
    enabled: false,
  });
  expect(changed).toMatchObject({ name: 'two', url: 'smpp://esme@smsc.example:9', enabled: false });
  expect(await passwordOf(made.id)).toBe('hunter2');
  await updateCarrier(db, check, made.id, { url: 'smpp://esme:new@smsc.example' });
  expect(await passwordOf(made.id)).toBe('new');
  expect(JSON.stringify([await listCarriers(db, check), await carrierStatus(db)])).not.toMatch(/hunter2|:new@/);
  await deleteCarrier(db, made.id);
  expect((await listCarriers(db, check)).some(({ id }) => id === made.id)).toBe(false);
});

test('an invalid value is refused with the expected one, and changes nothing', async () => {
  const { id } = await create('first', 'smpp://esme:hunter2@smsc.example');
  await create('second', 'simulator:');
  const before = [await listCarriers(db, check), await listRoutes(db)];
  const wrong: [() => Promise<unknown>, string, RegExp][] = [
    [() => create('first', 'simulator:'), 'conflict', /name: another carrier has it/],
    [() => create(' ', 'simulator:'), 'invalid', /name: 1 to 64 characters/],
    [
      () => create('third', 'smpp://esme:hunter2@x?windw=5'),
      'invalid',
      /unknown parameter windw \(did you mean window/,
    ],
    [() => create('third', 'http://x'), 'invalid', /smpp:\/\/system_id:password@host:2775/],
    [() => updateCarrier(db, check, id, { name: 'second' }), 'conflict', /name: another carrier has it/],
    [() => updateCarrier(db, check, id, { url: 'smpp://esme@elsewhere.example' }), 'invalid', /needs its password/],
    [() => updateCarrier(db, check, newId(), { enabled: false }), 'not found', /Carrier not found/],
    [() => deleteCarrier(db, newId()), 'not found', /Carrier not found/],
    [() => createRoute(db, newId(), {}), 'not found', /Carrier not found/],
    [() => createRoute(db, id, { country: 'si' }), 'invalid', /an ISO 3166 code such as SI/],
    [() => updateRoute(db, newId(), {}), 'not found', /Route not found/],
    [() => deleteRoute(db, newId()), 'not found', /Route not found/],
  ];
  for (const [ask, kind, text] of wrong) {
    const error = await ask().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ name: 'CarrierError', kind });
    expect(error!.message).toMatch(text);
    expect(error!.message).not.toContain('hunter2');
  }
  expect([await listCarriers(db, check), await listRoutes(db)]).toEqual(before);
});

test('the carrier of the settings can be disabled, and nothing else', async () => {
  await ensureDefaultCarrier(db, 'smpp://esme:hunter2@smsc.example');
  const { id } = (await listCarriers(db, check)).find(({ name }) => name === 'default')!;
  await updateCarrier(db, check, id, { enabled: false });
  for (const changes of [{ name: 'other' }, { url: 'simulator:' }]) {
    await expect(updateCarrier(db, check, id, changes)).rejects.toMatchObject({ kind: 'conflict' });
  }
  await expect(deleteCarrier(db, id)).rejects.toMatchObject({ kind: 'conflict' });
  await ensureDefaultCarrier(db, 'smpp://esme:hunter2@smsc.example');
  expect((await listCarriers(db, check)).find((carrier) => carrier.id === id)).toMatchObject({ enabled: false });
});

test('a route is added, changed and deleted', async () => {
  const { id: carrierId } = await create('routed', 'smpp://esme:hunter2@smsc.example');
  const made = await createRoute(db, carrierId, { country: 'AT', prefix: '+4366', priority: 7 });
  expect(made).toMatchObject({ carrierId, country: 'AT', prefix: '+4366', priority: 7, weight: 1 });
  const changed = await updateRoute(db, made.id, { prefix: null, weight: 3 });
  expect(changed).toMatchObject({ id: made.id, country: 'AT', prefix: undefined, priority: 7, weight: 3 });
  expect(await listRoutes(db)).toContainEqual(changed);
  await deleteRoute(db, made.id);
  expect(await listRoutes(db)).not.toContainEqual(changed);
});

test('the status shows connections over all processes, waiting messages and errors', async () => {
  const { id: up } = await create('up', urlOf(smsc, '?binds=2&rate=50&window=7'));
  const { id: down } = await create('down', urlOf({ port: await freePort() }));
  await until(async () => (await statusOf(up)).linksUp === 2 && (await statusOf(down)).lastError !== undefined);
  expect(await statusOf(up)).toMatchObject({ enabled: true, throttled: false, waiting: 0 });
  expect((await statusOf(up)).since).toBeInstanceOf(Date);
  const { lastError, ...rest } = await statusOf(down);
  expect(rest).toMatchObject({ linksUp: 0 });
  expect(lastError!.text).toContain('ECONNREFUSED');

  await createRoute(db, down, { country: 'SI' });
  await until(async () => {
    await send();
    return (await statusOf(down)).waiting > 0;
  });
  const { id: wrong } = await create('wrong', urlOf(smsc).replace('hunter2', 'guess'));
  await until(async () => (await statusOf(wrong)).lastError !== undefined);
  expect((await statusOf(wrong)).lastError!.text).toContain('bind refused');
  expect(JSON.stringify(await carrierStatus(db))).not.toMatch(/hunter2|guess/);
});

test('messages that wait for a deleted carrier take another route', async () => {
  const { id } = (await listCarriers(db, check)).find(({ name }) => name === 'down')!;
  const [waiting] = idsOf(await send());
  expect(await stateOf(db, waiting!)).toBe('QUEUED');
  const { id: simulator } = (await listCarriers(db, check)).find(({ name }) => name === 'second')!;
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO routes (id, carrier_id) VALUES ($1, $2)', [newId(), simulator]);
    await tx.query('DELETE FROM carriers WHERE id = $1', [id]);
  });
  await untilState(db, waiting!, 'DELIVERED');
});
