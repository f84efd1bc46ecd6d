/** Reads have separate connections, a time limit and a limit per account: too many reads delay only their own account. */
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { uuidTime } from '../../src/domain/uuid.ts';
import { sender, type TestAccount, testAccount, times } from '../harness/accounts.ts';
import { untilWaiting } from '../harness/locks.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { call, db, url } = service;

/** Locks the webhooks until it is released: every list of them takes as long as the test needs. */
async function lockWebhooks(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  let released: Promise<void> | undefined;
  const release = () => (released ??= holder.end());
  onTestFinished(release);
  await holder.query('BEGIN; LOCK TABLE webhook_attempts IN ACCESS EXCLUSIVE MODE');
  return release;
}

async function withDelivery(): Promise<TestAccount & { slow: string }> {
  const account = await testAccount(db);
  const body = { kind: 'delivery report', url: 'http://127.0.0.1:9/never' };
  const sample = await call({ path: '/v1/webhooks/sample', key: account.key, body });
  const { deliveryId } = sample.body as { deliveryId: string };
  return { ...account, slow: `/v1/webhooks/deliveries/${deliveryId}` };
}

/** Reads that have begun; `answers` fills as they are answered. */
function readers(count: number, read: () => Promise<Answer>) {
  const answers: Answer[] = [];
  const all = times(count, async () => {
    const answer = await read();
    answers.push(answer);
  });
  return { answers, done: () => Promise.all(all) };
}

test('while readers of one account wait, another sends and reads, and so does the operator', async () => {
  const [reading, other] = [await withDelivery(), await testAccount(db)];
  const release = await lockWebhooks();
  const { answers, done } = readers(32, () => call({ path: reading.slow, key: reading.key }));
  // One account has one read at a time.
  await untilWaiting(db, 1);
  const send = sender(service, other);
  for (const answer of await Promise.all(times(16, () => send()))) expect(answer.status).toBe(202);
  expect(await call({ path: '/v1/sms/messages', key: other.key })).toMatchObject({ status: 200 });
  expect((await call({ path: '/v1/account', key: other.key })).status).toBe(200);
  expect((await operator(service)({ path: '/accounts' })).status).toBe(200);
  // The account itself still sends: only its reads wait for each other.
  expect((await sender(service, reading)()).status).toBe(202);
  expect(answers).toEqual([]);
  await release();
  await done();
  for (const { status } of answers) expect([200, 503]).toContain(status);
});

test('the waiting reads of one account are limited; the rest get 429 immediately', async () => {
  const reading = await withDelivery();
  const release = await lockWebhooks();
  const { answers, done } = readers(110, () => call({ path: reading.slow, key: reading.key }));
  const refused = () => answers.filter(({ status }) => status === 429);
  await vi.waitFor(() => expect(refused()).toHaveLength(9), { timeout: patienceMs });
  for (const { status, headers, body } of refused()) {
    const error = 'error: 429 - Too many requests of this account are waiting, try again';
    expect({ status, body }).toEqual({ status: 429, body: { error } });
    expect(headers['retry-after']).toBe('1');
  }
  await release();
  await done();
});

test('a read that takes too long is ended, and says so', async () => {
  const reading = await withDelivery();
  await lockWebhooks();
  const answer = await call({ path: reading.slow, key: reading.key });
  const error = 'error: 503 - This took too long; ask for less, such as a shorter time, or try again';
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 503, body: { error } });
  expect(answer.headers['retry-after']).toBe('1');
});

type List = { messages: { messageId: string; destination: string }[]; nextCursor?: string };

test.each(['the customer', 'the operator'])(
  'a number with ten thousand messages behind twenty thousand others: %s finds all of them, page by page',
  async (who) => {
    const account = await testAccount(db);
    const often = '+38640555000';
    await insertMessages(account, 10_500, () => often);
    await insertMessages(account, 21_000, (index) => `+38641${String(100_000 + index)}`);
    const read = async (cursor?: string): Promise<List> => {
      const query = `destination=${encodeURIComponent(often)}&limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const answer =
        who === 'the customer'
          ? await call({ path: `/v1/sms/messages?${query}`, key: account.key })
          : await operator(service)({ path: `/messages?accountId=${account.id}&${query}` });
      expect(answer.status).toBe(200);
      return answer.body as List;
    };
    const seen: string[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await read(cursor);
      for (const { destination, messageId } of page.messages) {
        expect(destination).toBe(often);
        seen.push(messageId);
      }
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(10_500);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  },
);

test('another account finds its few messages to a number that has ten thousand of others', async () => {
  const [many, few] = [await testAccount(db), await testAccount(db)];
  const shared = '+38640555777';
  await insertMessages(few, 3, () => shared);
  await insertMessages(many, 10_500, () => shared);
  const found: string[] = [];
  let path = `/v1/sms/messages?destination=${encodeURIComponent(shared)}`;
  for (let page: List | undefined; page === undefined || page.nextCursor !== undefined; ) {
    page = (await call({ path, key: few.key })).body as List;
    found.push(...page.messages.map(({ messageId }) => messageId));
    path = `${path.split('&cursor')[0]}&cursor=${page.nextCursor}`;
  }
  expect(found).toHaveLength(3);
});

/** As if they had been sent; the ids grow. */
async function insertMessages({ id }: TestAccount, count: number, destinationOf: (index: number) => string) {
  const ids = times(count, () => newId());
  await db.query(
    `WITH w AS (SELECT * FROM unnest($2::uuid[], $3::text[]) AS w (id, destination)),
     s AS (INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
       SELECT $1, id, id, 'Shop', 'Hello', 'GSM-7', 1, false, now() FROM w)
     INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, id, id, destination, 'SI', 0.01, 'DELIVERED', now(), now() FROM w`,
    [id, ids, times(count, destinationOf)],
  );
  // Thousands of ids in a millisecond are ahead of the clock, but a list starts at the current time.
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(uuidTime(ids.at(-1)!)), { timeout: patienceMs });
}
