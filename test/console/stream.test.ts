/** What happens, as it happens: event streams over real connections, on two processes of one database. */
import { expect, test } from 'vitest';
import { addCarrier, until } from '../dispatch/carrier.ts';
import { idsOf, sender, type TestAccount, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { type RunningService, serviceOn, testService } from '../harness/service.ts';
import { asOperator, openStream } from './stream-reader.ts';

const service = await testService({ HERMOD_SENDER_APPROVAL: 'auto' });
const { db } = service;
const other = await serviceOn(service.url);
const leaving = await serviceOn(service.url);
const admin = operator(service);
const carrierId = await addCarrier(db, 'simulator:?receipt_delay=300');
await until(async () => {
  const { body } = await admin({ path: '/overview' });
  return (body as { now: { carriers: { linksUp: number }[] } }).now.carriers.some(({ linksUp }) => linksUp > 0);
});

const ofAccount = ({ key }: TestAccount, from: RunningService = service, headers: Record<string, string> = {}) =>
  openStream(from.base, '/v1/stream', { apikey: key, ...headers });
const ofOperator = (from: RunningService = service, headers: Record<string, string> = {}) =>
  openStream(from.base, '/admin/v1/stream', { ...asOperator, ...headers });
const metric = async (name: string, from: RunningService = service) => {
  const { text } = await from.call({ path: '/metrics', key: null });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
};

test('a message is shown as it is accepted, sent and delivered, to its account and to the operator', async () => {
  const [bakery, garage] = [await testAccount(db), await testAccount(db)];
  const [own, others, all] = [await ofAccount(bakery), await ofAccount(garage), await ofOperator()];
  await Promise.all([own, others, all].map((stream) => stream.until(() => stream.of('now').length > 0)));
  const [id] = idsOf(await sender(service, bakery)({ message: { content: 'The secret text' } }));
  for (const stream of [own, all]) await stream.until(() => stream.messages().get(id!)?.status === 'DELIVERED');
  expect(all.messages().get(id!)).toMatchObject({ accountId: bakery.id, price: '0.01' });
  expect(own.messages().get(id!)).toMatchObject({ price: 0.01, destination: '+38640123456' });
  expect(own.messages().get(id!)).not.toHaveProperty('accountId');
  expect(own.of('now').at(-1)).toMatchObject({ currency: 'EUR', balance: expect.any(Number) });
  expect(own.of('now').at(-1)).not.toHaveProperty('carriers');
  expect(all.of('now').at(-1)).toMatchObject({ carriers: [expect.objectContaining({ carrierId })] });
  expect(own.text + all.text).not.toContain('The secret text');
  // The other account has seen its own figures continue, and nothing else.
  const before = others.of('now').length;
  await others.until(() => others.of('now').length > before);
  expect(others.of('messages')).toEqual([]);
  expect(others.text).not.toContain(bakery.id);
  await Promise.all([own, others, all].map((stream) => stream.close()));
});

test('missed events follow after a reconnect, to the same process or to another', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  // Keeps the process of the first stream watching.
  const witness = await ofAccount(account);
  const first = await ofAccount(account);
  const [seen] = idsOf(await send());
  await first.until(() => first.messages().get(seen!)?.status === 'DELIVERED');
  await first.until(() => first.lastId !== undefined);
  const headers = { 'last-event-id': first.lastId! };
  await first.close();
  const missed = idsOf(await send({ destinations: ['+38640123456', '+38640123457'] }));
  await witness.until(() => missed.every((id) => witness.messages().get(id)?.status === 'DELIVERED'));
  for (const process of [service, other]) {
    const again = await ofAccount(account, process, headers);
    await again.until(() => missed.every((id) => again.messages().get(id)?.status === 'DELIVERED'));
    expect(again.of('reset')).toEqual([]);
    await again.close();
    const everything = await ofOperator(process, headers);
    await everything.until(() => missed.every((id) => everything.messages().has(id)));
    await everything.close();
  }
  await witness.close();
});

test.each(['1', '99999999999999999999', 'yesterday', '-1'])('after an id such as %s, all is read again', async (id) => {
  const account = await testAccount(db);
  const stream = await ofAccount(account, service, { 'last-event-id': id });
  await stream.until(() => stream.of('reset').length === 1);
  await stream.until(() => stream.of('now').length > 0);
  await stream.close();
});

test('lists that change are named', async () => {
  const account = await testAccount(db, { senders: [{ value: '+38640111222', type: 1 }] });
  const [own, all] = [await ofAccount(account), await ofOperator()];
  const named = (stream: typeof own, what: string) => stream.of('changed').some((change) => change['what'] === what);
  await Promise.all([own, all].map((stream) => stream.until(() => stream.of('now').length > 1)));
  expect(own.of('changed')).toEqual([]);
  await service.call({ path: '/v1/senders', key: account.key, body: { value: 'Bakery', type: 0, channel: 'SMS' } });
  await admin({ path: '/simulator/inbound', body: { from: '+38640123456', to: '+38640111222', text: 'Hello' } });
  const url = 'http://127.0.0.1:9/';
  await service.call({ path: '/v1/webhooks/sample', key: account.key, body: { kind: 'inbound message', url } });
  await admin({ path: `/carriers/${carrierId}`, method: 'PATCH', body: { name: 'renamed' } });
  for (const what of ['senders', 'inbound', 'deliveries']) {
    await own.until(() => named(own, what));
    await all.until(() => named(all, what));
  }
  await all.until(() => named(all, 'carriers'));
  expect(named(own, 'carriers')).toBe(false);
  await Promise.all([own.close(), all.close()]);
});

test('two hundred who listen get every event, and when the last has left nothing is read any more', async () => {
  const account = await testAccount(db);
  const streams = await Promise.all(times(200, () => ofOperator()));
  // Those of the tests before may still be on their way out.
  await until(async () => (await metric('hermod_streams{of="operators"}')) === 200);
  const ids = idsOf(await sender(service, account)({ destinations: times(5, (index) => `+3864012345${index}`) }));
  await until(() => streams.every((stream) => ids.every((id) => stream.messages().get(id)?.status === 'DELIVERED')));
  // The same bytes to everybody.
  const told = (stream: (typeof streams)[number]) => JSON.stringify(stream.of('messages').slice(-1));
  expect(new Set(streams.map(told)).size).toBe(1);
  await Promise.all(streams.map((stream) => stream.close()));
  await until(async () => (await metric('hermod_streams{of="operators"}')) === 0);
  const ticks = () => metric('hermod_feed_ticks_total');
  expect(await ticks()).toBeGreaterThan(0);
  expect(await metric('hermod_feed_query_seconds_count')).toBeGreaterThan(0);
  await until(async () => {
    const before = await ticks();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    return (await ticks()) === before;
  });
  const again = await ofOperator();
  await again.until(() => again.of('now').length > 0);
  await again.close();
});

test('an account has ten at a time on a process', async () => {
  const account = await testAccount(db);
  const streams = await Promise.all(times(10, () => ofAccount(account)));
  const eleventh = await service.call({ path: '/v1/stream', key: account.key });
  expect(eleventh).toMatchObject({ status: 429, body: { error: expect.stringContaining('Too many event streams') } });
  expect(eleventh.headers['retry-after']).toBe('5');
  await streams[0]!.close();
  let next: Awaited<ReturnType<typeof ofAccount>> | undefined;
  await until(async () => {
    next = await ofAccount(account).catch(() => undefined);
    return next !== undefined;
  });
  await Promise.all([next!, ...streams.slice(1)].map((stream) => stream.close()));
});

test('with the key its stream ends', async () => {
  const account = await testAccount(db);
  const stream = await ofAccount(account);
  await stream.until(() => stream.of('now').length > 0);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [account.keyId]);
  await stream.until(() => stream.ended === 'by the service');
});

test('only GET is a stream', async () => {
  const account = await testAccount(db);
  const { status } = await service.call({ method: 'HEAD', path: '/v1/stream', key: account.key });
  expect(status).toBe(404);
  expect((await service.call({ method: 'POST', path: '/v1/stream', key: account.key, body: {} })).status).toBe(405);
});

test('a process that ends releases its streams, which continue elsewhere', async () => {
  const account = await testAccount(db);
  const stream = await ofAccount(account, leaving);
  await stream.until(() => stream.lastId !== undefined);
  const stopped = leaving.service.stop('graceful');
  await stream.until(() => stream.ended === 'by the service');
  await stopped;
  expect(stream.text.startsWith('retry: 1000\n\n')).toBe(true);
  const [id] = idsOf(await sender(service, account)());
  const again = await ofAccount(account, other, { 'last-event-id': stream.lastId! });
  await again.until(() => again.messages().has(id!));
  await again.close();
});
