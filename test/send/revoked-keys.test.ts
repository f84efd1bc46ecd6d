/** A key that was valid and is cached by the process stops for every kind of send request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sender, testAccount } from '../harness/accounts.ts';
import { adminToken, testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
/** How long a key is trusted without a query. */
const keptMs = 2_000;

test('a revoked key gets 401: with a good body, a wrong one, and one that was answered before', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const repeated = { 'idempotency-key': 'once' };
  expect((await send({}, repeated)).status).toBe(202);
  expect((await send({}, repeated)).status).toBe(202);
  const headers = { authorization: `Bearer ${adminToken}` };
  const path = `/admin/v1/keys/${account.keyId}/revoke`;
  expect((await call({ method: 'POST', path, key: null, headers })).status).toBe(200);
  await sleep(keptMs + 100);
  const answers = [
    await send({ destinations: ['x'] }),
    await send({ sender: 1 as never }),
    await send({}, repeated),
    await send(),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 401 });
});
