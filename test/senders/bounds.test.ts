/** Limits for one account: wrong codes, registrations and deletions, codes sent. Deleting lifts no limit. */
import { expect, test } from 'vitest';
import { codeLimits, wrongLimits } from '../../src/domain/sender/sender-code.ts';
import { contextSql } from '../../src/store/message/contexts.ts';
import { countStatuses, sender, type TestAccount, testAccount, times } from '../harness/accounts.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { type RunningService, serviceOn, testService } from '../harness/service.ts';
import { ageCodes, codeOf, confirmer, idOf, number, registrar, wrong } from './codes.ts';

const service = await testService();
const { call, db, url, base } = service;
const second = await serviceOn(url);
const manual = await serviceOn(url, { HERMOD_SENDER_APPROVAL: 'manual' });
const small = await serviceOn(url, {}, { maxSenders: 3 });
const thrifty = await testService({}, { senderCodesPerDay: 2 });
const admin = operator(service);
const blocked = 'error: 400 - Too many wrong codes were given; no code counts until the operator approves the sender';

const remove = (id: string, { key }: TestAccount) => call({ method: 'DELETE', path: `/v1/senders/${id}`, key });
const ask = (id: string, { key }: TestAccount) => call({ method: 'POST', path: `/v1/senders/${id}/code`, key });
const seen = async (id: string) => (await admin({ path: `/senders/${id}` })).body;

/** Tries wrong codes until none is compared any more, half of them on another process. Returns how many were compared. */
async function guess(id: string, account: TestAccount, most = 7): Promise<number> {
  const code = await codeOf(db, id);
  const answers = await Promise.all(
    times(most, (index) => confirmer(index % 2 ? service : second, account.key)(id, wrong(code, index + 1))),
  );
  expect(countStatuses(answers)).toEqual({ 400: most });
  return answers.filter(({ text }) => text.includes('is wrong')).length;
}

/** Registers, tries codes and deletes repeatedly, on both processes. Returns how many codes were compared. */
async function guessInALoop(account: TestAccount, fields: object, rounds: number): Promise<number> {
  let compared = 0;
  for (const round of times(rounds, (index) => index)) {
    const via: RunningService = round % 2 ? second : service;
    const answer = await registrar(via, account.key)({ ...fields });
    expect(answer.status).toBe(202);
    const id = idOf(answer);
    const { rows } = await db.query('SELECT 1 FROM sender_codes WHERE sender_id = $1', [id]);
    if (rows.length > 0) compared += await guess(id, account);
    expect((await remove(id, account)).status).toBe(204);
  }
  return compared;
}

test('a name: registering again gives no further tries, and then an operator has to approve it', async () => {
  const account = await testAccount(db);
  expect(await guessInALoop(account, { value: 'Guessed' }, 5)).toBe(wrongLimits.value.most);
  const id = idOf(await registrar(service, account.key)({ value: 'Guessed' }));
  // It waits without a code, and is shown so.
  expect((await call({ path: `/v1/senders/${id}`, key: account.key })).body).toMatchObject({ status: 'Pending' });
  expect(await seen(id)).toMatchObject({ status: 'Pending', wrongCodes: wrongLimits.value.most, blocked: true });
  const { body } = await admin({ path: `/senders?accountId=${account.id}&status=Pending` });
  expect(body).toMatchObject({ senders: [{ senderId: id, blocked: true }] });
  // Others are not affected: another name of the account, and the same name of another account.
  expect(await guessInALoop(account, { value: 'Other' }, 1)).toBe(5);
  expect(await guessInALoop(await testAccount(db), { value: 'Guessed' }, 1)).toBe(5);

  expect(await admin({ method: 'POST', path: `/senders/${id}/approve` })).toMatchObject({
    status: 200,
    body: { status: 'Confirmation Pending', wrongCodes: 0 },
  });
  expect((await confirmer(second, account.key)(id, await codeOf(db, id))).status).toBe(200);
  expect((await sender(service, account)({ sender: 'Guessed' })).status).toBe(202);
});

test('a number: new codes, another channel and another registration share the tries of its account', async () => {
  const account = await testAccount(db);
  const value = number();
  const register = registrar(service, account.key);
  const [sms, viber] = [
    idOf(await register({ value, type: 1 })),
    idOf(await register({ value, type: 1, channel: 'Viber' })),
  ];
  expect(await guess(sms, account)).toBe(5);
  expect(await guess(viber, account, 3)).toBe(3);
  await ageCodes(db, sms, '61 seconds');
  expect((await ask(sms, account)).status).toBe(202);
  expect(await guess(sms, account)).toBe(2);
  // Now even the right code is refused, and no new one is sent.
  expect(await confirmer(second, account.key)(sms, await codeOf(db, sms))).toMatchObject({
    status: 400,
    body: { error: blocked },
  });
  await ageCodes(db, sms, '61 seconds');
  expect(await ask(sms, account)).toMatchObject({ status: 400, body: { error: blocked } });
  expect(await seen(sms)).toMatchObject({ status: 'Confirmation Pending', blocked: true });
  await remove(viber, account);
  const again = idOf(await register({ value, type: 1, channel: 'Viber' }));
  expect(await seen(again)).toMatchObject({ status: 'Pending', blocked: true });

  // The operator allows it to continue: a new code, with new tries.
  const { json } = operations(base);
  expect(await json(['senders', 'approve', sms])).toMatchObject({ status: 'Confirmation Pending', wrongCodes: 0 });
  expect((await admin({ path: `/audit?subjectId=${sms}` })).body).toMatchObject({
    entries: [{ action: 'sender approve' }],
  });
  expect(await guess(sms, account, 1)).toBe(1);
  expect((await confirmer(service, account.key)(sms, await codeOf(db, sms))).status).toBe(200);
});

test('a number of another account: the tries of all accounts together are limited', async () => {
  const value = number();
  let compared = 0;
  for (const account of await Promise.all(times(4, () => testAccount(db)))) {
    compared += await guessInALoop(account, { value, type: 1 }, 2);
  }
  expect(compared).toBe(wrongLimits.number.most);
  const owner = await testAccount(db);
  const id = idOf(await registrar(service, owner.key)({ value, type: 1 }));
  expect(await seen(id)).toMatchObject({ status: 'Pending', wrongCodes: 0, blocked: true });
  expect(await admin({ method: 'POST', path: `/senders/${id}/approve` })).toMatchObject({ status: 200 });
  expect((await confirmer(service, owner.key)(id, await codeOf(db, id))).status).toBe(200);
});

test('an account has a limit over all its senders, also for concurrent requests', async () => {
  const account = await testAccount(db);
  const made = await Promise.all(times(14, (index) => registrar(service, account.key)({ value: `Name ${index}` })));
  const compared = await Promise.all(made.map(idOf).map((id) => guess(id, account, 5)));
  expect(compared.reduce((sum, count) => sum + count, 0)).toBe(wrongLimits.account.most);
  const id = idOf(await registrar(service, account.key)({ value: 'One more' }));
  expect(await seen(id)).toMatchObject({ status: 'Pending', wrongCodes: 0, blocked: true });
});

test('wrong codes no longer count after a right one', async () => {
  const account = await testAccount(db);
  const id = idOf(await registrar(service, account.key)({ value: 'Clumsy' }));
  expect(await guess(id, account, 4)).toBe(4);
  expect((await confirmer(service, account.key)(id, await codeOf(db, id))).status).toBe(200);
  const { rows } = await db.query('SELECT sum(tries)::integer AS tries FROM sender_codes WHERE account_id = $1', [
    account.id,
  ]);
  expect(rows).toEqual([{ tries: 0 }]);
});

test('codes mailed to a contact are limited per hour over all accounts that share it', async () => {
  const sharing = await Promise.all(times(3, () => testAccount(db)));
  await db.query(`UPDATE accounts SET contact_email = 'Owner@Shared.example' WHERE id = ANY ($1)`, [
    sharing.map(({ id }) => id),
  ]);
  const most = codeLimits.contact[0].most;
  const answers = [];
  for (const index of times(most + 6, (i) => i)) {
    const account = sharing[index % 3]!;
    const answer = await registrar(index % 2 ? service : second, account.key)({ value: 'Loop' });
    answers.push(answer);
    if (answer.status === 202) await remove(idOf(answer), account);
  }
  expect(countStatuses(answers)).toEqual({ 202: most, 429: 6 });
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(3_000);
  const { rows } = await db.query(`SELECT count(*)::integer AS mails FROM outgoing_mails WHERE account_id = ANY ($1)`, [
    sharing.map(({ id }) => id),
  ]);
  expect(rows).toEqual([{ mails: most }]);
});

test('registering and deleting is limited also where no code is sent', async () => {
  const account = await testAccount(db);
  const loop = async (share: number) => {
    const answers = [];
    for (const index of times(share, (i) => i)) {
      const answer = await registrar(
        index % 2 ? manual : service,
        account.key,
      )({ value: `L ${share}`, channel: 'Viber' });
      answers.push(answer);
      if (answer.status === 202) await remove(idOf(answer), account);
    }
    return answers;
  };
  // Most were registered and deleted within the hour.
  await db.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status, created_at, deleted_at)
     SELECT gen_random_uuid(), $1, 'Past ' || i, 0, 'SMS', 'Pending', now() - interval '50 minutes', now() - interval '49 minutes'
     FROM generate_series(1, 95) i`,
    [account.id],
  );
  const answers = await Promise.all([loop(3), loop(4), loop(5)]);
  expect(countStatuses(answers.flat())).toEqual({ 202: 4, 429: 8 });
  const last = answers[2].at(-1)!;
  expect(last.body).toEqual({ error: expect.stringContaining('Too many senders were registered; try again in') });
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(600);
  // A registration of an existing sender is still answered.
  expect((await registrar(service, account.key)({ value: 'Shop' })).status).toBe(200);
});

test('the number of senders per account is limited', async () => {
  const account = await testAccount(db);
  const answers = await Promise.all(times(6, (index) => registrar(small, account.key)({ value: `Few ${index}` })));
  expect(countStatuses(answers)).toEqual({ 202: 2, 400: 4 });
  const refused = answers.find(({ status }) => status === 400)!;
  expect(refused.body).toEqual({
    error: 'error: 400 - The account has 3 senders, which is the limit; delete one first',
  });
  const made = answers.find(({ status }) => status === 202)!;
  await remove(idOf(made), account);
  expect((await registrar(small, account.key)({ value: 'After' })).status).toBe(202);
});

test('codes by SMS are limited per day over all accounts', async () => {
  const answers = [];
  for (const account of await Promise.all(times(4, () => testAccount(thrifty.db)))) {
    answers.push(await registrar(thrifty, account.key)({ value: number(), type: 1 }));
  }
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 429]);
  // A name costs no SMS.
  expect((await registrar(thrifty, (await testAccount(thrifty.db)).key)({ value: 'Cheap' })).status).toBe(202);
});

test('deleted senders do not slow down a send request', async () => {
  const account = await testAccount(db);
  await db.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status, created_at, deleted_at)
     SELECT gen_random_uuid(), $1, 'Old ' || i, 0, 'SMS', 'Confirmed', now() - interval '40 days', now() - interval '39 days'
     FROM generate_series(1, 20000) i`,
    [account.id],
  );
  const blocksRead = async () => {
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${contextSql.replaceAll('$1', `ARRAY['${account.id}']`)}`,
    );
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
  };
  await blocksRead();
  expect(await blocksRead()).toBeLessThan(100);
  await db.query('VACUUM ANALYZE senders');
  expect(await blocksRead()).toBeLessThan(100);
  expect((await sender(service, account)({})).status).toBe(202);
  expect((await sender(service, account)({ sender: 'Old 7' })).body).toEqual({
    error: 'Error: 2 - Invalid sender (from): the sender is deleted, it must be Confirmed',
  });
});
