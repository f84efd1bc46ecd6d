/** 202 means stored on disk. Requests share commits, wait for nothing else, and are refused early when too many wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type { SendRequest } from '../../src/domain/message/send.ts';
import { planSend } from '../../src/domain/message/send.ts';
import { acceptAll } from '../../src/flows/sending/accept.ts';
import { acceptIdempotent } from '../../src/flows/sending/idempotent.ts';
import type { PlannedRequest } from '../../src/store/message/accept.ts';
import { loadContexts } from '../../src/store/message/contexts.ts';
import {
  books,
  countStatuses,
  idsOf,
  numbers,
  request,
  sender,
  type TestAccount,
  testAccount,
  times,
} from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, testService } from '../harness/service.ts';

// No rate limit: the tests measure how much of one account may wait, independently of the tests before them.
const service = await testService({ HERMOD_RATE_LIMIT: '0' });
const { db, url } = service;

test('the response waits for the commit', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const release = await lockAccount(url, account);
  let answered: Answer | undefined;
  const answer = send().then((got) => {
    answered = got;
    return got;
  });
  await untilWaiting(db, 1);
  expect(answered).toBeUndefined();
  expect(await books(db, account)).toMatchObject({ messages: 0, submissions: 0 });
  await release();
  expect((await answer).status).toBe(202);
  expect(await books(db, account)).toMatchObject({ messages: 1, submissions: 1, balance: '999.990000' });
});

test('requests that arrive together share a transaction', async () => {
  const opening = sender(service, await testAccount(db));
  await Promise.all(times(300, () => opening()));
  const account = await testAccount(db);
  const send = sender(service, account);
  expect(countStatuses(await Promise.all(times(300, () => send())))).toEqual({ 202: 300 });
  const { rows } = await db.query<{ transactions: number }>(
    'SELECT count(DISTINCT xmin::text)::integer AS transactions FROM submissions WHERE account_id = $1',
    [account.id],
  );
  expect(rows[0]!.transactions).toBeLessThan(100);
});

test('requests beyond the waiting limit are refused immediately; the accepted ones are kept', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  await send();
  const release = await lockAccount(url, account);
  const early: Answer[] = [];
  const answers = times(45, async () => {
    const answer = await send({ destinations: numbers(1_000) });
    early.push(answer);
    return answer;
  });
  await expect.poll(() => early.length, { timeout: patienceMs }).toBe(25);
  for (const answer of early) {
    const error = 'Error: 7 - Message rejected: too much of this account is waiting; nothing was sent, try again';
    expect(answer.body).toEqual({ error });
    expect(answer.headers['retry-after']).toBe('1');
  }
  await release();
  expect(countStatuses(await Promise.all(answers))).toEqual({ 202: 20, 429: 25 });
  expect(await books(db, account)).toMatchObject({ submissions: 21, messages: 20_001, balance: '799.990000' });
  expect((await send()).status).toBe(202);
});

async function candidatesOf(account: TestAccount, count: number): Promise<PlannedRequest[]> {
  const context = (await loadContexts(db, [account.id])).get(account.id)!;
  const plan = planSend(request() as unknown as SendRequest, context, []);
  const { version, validUntil } = context;
  return times(count, () => ({
    accountId: account.id,
    version,
    validUntil,
    submissionId: newId(),
    messageIds: [newId()],
    queues: [0],
    plan,
  }));
}

/** Validation refuses every NUL character; if one passed, PostgreSQL would refuse the whole statement. */
function poisoned(candidate: PlannedRequest): PlannedRequest {
  return { ...candidate, plan: { ...candidate.plan, text: 'a\0b' } };
}

test('a value that cannot be stored fails alone, wherever it is in its batch', async () => {
  for (const bad of [[0], [6], [3], [0, 1, 6], [0, 1, 2, 3, 4, 5, 6]]) {
    const account = await testAccount(db);
    const candidates = (await candidatesOf(account, 7)).map((candidate, index) =>
      bad.includes(index) ? poisoned(candidate) : candidate,
    );
    const outcomes = await acceptAll(db, candidates);
    expect(outcomes.map(({ kind }) => kind)).toEqual(
      times(7, (index) => (bad.includes(index) ? 'failed' : 'accepted')),
    );
    expect(await books(db, account)).toMatchObject({
      messages: 7 - bad.length,
      balance: (1_000 - 0.01 * (7 - bad.length)).toFixed(6),
    });
  }
});

test('the same holds for requests with an Idempotency-Key', async () => {
  const account = await testAccount(db);
  const [first, second, third] = await candidatesOf(account, 3);
  const outcomes = await acceptIdempotent(
    db,
    [first!, poisoned(second!), third!].map((candidate, index) => ({
      candidate,
      reservation: { keyId: account.keyId, key: `${index}`, requestHash: '00'.repeat(32), keptHours: 24 },
      answer: () => '{}',
      fixedAnswer: '{}',
    })),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'failed', 'accepted']);
  expect(await books(db, account)).toMatchObject({ messages: 2, balance: '999.980000' });
});

test('connections that are killed under load lose no message and charge none twice', async () => {
  const account = await testAccount(db);
  const send = sender(service, account);
  const answers: Answer[] = [];
  // For a shorter time than the service tries to find the outcome of a request, so that it always finds it.
  const killing = (async () => {
    for (let kills = 0; kills < 12; kills++) {
      await sleep(150);
      await db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hermod 0' AND datname = current_database()`,
      );
    }
  })();
  await Promise.all(
    times(20, async (client) => {
      for (let round = 0; round < 30; round++) {
        const headers: Record<string, string> = client % 4 === 0 ? { 'idempotency-key': `${client}-${round}` } : {};
        answers.push(await send({ message: { content: `${client}-${round}` } }, headers));
      }
    }),
  );
  await killing;
  expect(Object.keys(countStatuses(answers)).filter((status) => !/^(202|503)$/.test(status))).toEqual([]);
  const accepted = answers.filter(({ status }) => status === 202).flatMap(idsOf);
  expect(accepted.length).toBeGreaterThan(250);
  const { rows } = await db.query<{ id: string; content: string }>(
    'SELECT m.id, s.content FROM messages m JOIN submissions s ON s.id = m.submission_id WHERE m.account_id = $1',
    [account.id],
  );
  const ids = new Set(rows.map(({ id }) => id));
  expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
  // Every lost response was resolved: a request that got 503 does not exist.
  expect(rows).toHaveLength(accepted.length);
  expect(new Set(rows.map(({ content }) => content)).size).toBe(rows.length);
  const { balance, ledger } = await books(db, account);
  expect(ledger).toBe(balance);
  expect(balance).toBe((1_000 - 0.01 * rows.length).toFixed(6));
  expect((await send()).status).toBe(202);
});
