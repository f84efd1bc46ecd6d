/** The opt-out list of an account in the customer API and in the operator API. */
import { expect, test } from 'vitest';
import { numbers, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const admin = operator(service);
const csv = (raw: string | Buffer) => ({ method: 'POST', raw, headers: { 'content-type': 'text/csv' } });

test('numbers are added once, found and removed, and a wrong request changes nothing', async () => {
  const { key } = await testAccount(db);
  const add = (body: object) => service.call({ path: '/v1/opt-outs', key, body });
  const wrong = await add({ numbers: ['+38640123456', '040 123 456', 'Anna'] });
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('"040 123 456", "Anna"') } });
  expect((await add({ numbers: [] })).status).toBe(400);
  expect((await service.call({ path: '/v1/opt-outs', key })).body).toEqual({ optOuts: [] });

  expect((await add({ numbers: ['+38640123456', '+386 40 123 456'] })).body).toEqual({ added: 1, known: 0 });
  expect((await add({ numbers: ['+38640123456', '+38640123457'] })).body).toEqual({ added: 1, known: 1 });
  expect((await add({ numbers: ['+38640123456'], sender: 'Shop' })).body).toEqual({ added: 1, known: 0 });
  const found = await service.call({ path: '/v1/opt-outs?number=%2B38640123456', key });
  const { optOuts } = found.body as { optOuts: { optOutId: string; sender: string | null }[] };
  expect(optOuts.map(({ sender }) => sender)).toEqual(['Shop', null]);

  const remove = (id: string) => service.call({ method: 'DELETE', path: `/v1/opt-outs/${id}`, key });
  expect((await remove(optOuts[0]!.optOutId)).status).toBe(204);
  expect((await remove(optOuts[0]!.optOutId)).status).toBe(404);
  expect((await remove('nothing')).status).toBe(404);
});

test('a file is imported as a whole or not at all, and an export can be imported', async () => {
  const first = await testAccount(db);
  const list = numbers(2_500);
  const path = '/v1/opt-outs/import';
  const wrong = await service.call({ path, key: first.key, ...csv(`${list.join('\n')}\n040\n`) });
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('line 2501') } });
  const imported = await service.call({ path, key: first.key, ...csv(`${list.join('\n')}\n`) });
  expect(imported.body).toEqual({ added: 2_500, known: 0 });
  expect((await service.call({ path, key: first.key, ...csv(Buffer.from([0xff, 0xfe])) })).status).toBe(400);
  expect((await service.call({ path, key: first.key, body: { numbers: list } })).status).toBe(415);

  const file = await service.call({ path: '/v1/opt-outs.csv', key: first.key });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(2_501);
  const second = await testAccount(db);
  const copied = await service.call({ path, key: second.key, ...csv(file.text) });
  expect(copied.body).toEqual({ added: 2_500, known: 0 });
});

test('files of one account are imported one after the other, and small changes do not wait for them', async () => {
  const { key } = await testAccount(db);
  const list = numbers(3_000);
  const file = (from: number) => csv(list.slice(from, from + 2_000).join('\n'));
  const importing = [0, 500, 1_000].map((from) => service.call({ path: '/v1/opt-outs/import', key, ...file(from) }));
  const added = await service.call({ path: '/v1/opt-outs', key, body: { numbers: ['+38640999999'] } });
  expect(added.body).toEqual({ added: 1, known: 0 });
  const answers = (await Promise.all(importing)).map(({ body }) => body as { added: number; known: number });
  expect(answers.map((answer) => answer.added + answer.known)).toEqual([2_000, 2_000, 2_000]);
  expect(answers.reduce((sum, answer) => sum + answer.added, 0)).toBe(3_000);
});

test('settings are validated as a whole', async () => {
  const { key } = await testAccount(db);
  const change = (body: object) => service.call({ method: 'PATCH', path: '/v1/opt-outs/settings', key, body });
  expect((await change({ languages: ['xx'] })).status).toBe(400);
  expect((await change({ words: { HELP: ['stop'] } })).body).toEqual({
    error: 'error: 400 - words.HELP: "stop" means STOP already',
  });
  expect((await change({ answers: { STOP: '   ' } })).status).toBe(400);
  expect((await change({ answers: { STOP: 'Bye' } })).body).toMatchObject({
    scope: 'account',
    answers: { STOP: 'Bye' },
  });
  expect((await change({ scope: 'sender' })).body).toMatchObject({ scope: 'sender', answers: { STOP: 'Bye' } });
});

test('an operator can change the list of each account, and is in the audit trail', async () => {
  const account = await testAccount(db);
  const path = `/accounts/${account.id}/opt-outs`;
  expect((await admin({ path, body: { numbers: ['+38640123456'] } })).body).toEqual({ added: 1, known: 0 });
  const { optOuts } = (await admin({ path })).body as { optOuts: { optOutId: string; source: string }[] };
  expect(optOuts).toMatchObject([{ source: 'operator' }]);
  expect((await admin({ path: `${path}/import`, ...csv('+38640123457\n') })).body).toEqual({ added: 1, known: 0 });
  expect((await admin({ path: `${path}.csv` })).text).toContain('+38640123457');
  expect((await admin({ method: 'DELETE', path: `${path}/${optOuts[0]!.optOutId}` })).status).toBe(204);
  const { rows } = await db.query<{ action: string }>('SELECT action FROM audit WHERE account_id = $1 ORDER BY id', [
    account.id,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['optout add', 'optout add', 'optout remove']);
  const unknown = '/accounts/01900000-0000-7000-8000-000000000000/opt-outs';
  for (const answer of [
    await admin({ path: unknown }),
    await admin({ path: unknown, body: { numbers: ['+38640123456'] } }),
  ])
    expect(answer.status).toBe(404);
});
