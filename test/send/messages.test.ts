/** Reading, listing and filtering messages; and that an account sees only its own. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MessageBody } from '../../src/api/schemas/messages.ts';
import { croatian, idsOf, sender, slovenian, testAccount, times } from '../harness/accounts.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db, { senders: [{ value: 'Shop' }, { value: 'Bank' }] });
const otherAccount = await testAccount(db);
const send = sender(service, account);
const theirs = idsOf(await sender(service, otherAccount)({ destinations: [slovenian, slovenian] }));

const plan = [
  { sender: 'Shop', destinations: [slovenian, croatian] },
  { sender: 'Bank', destinations: times(5, (index) => `+3864012345${index}`) },
  { sender: 'Shop', destinations: [slovenian], scheduledTime: 4_000_000_000 },
  { sender: 'Bank', destinations: [slovenian], message: { content: 'Secret' } },
  { sender: 'Shop', destinations: times(14, (index) => `+386401233${String(index).padStart(2, '0')}`) },
];
const sent: string[] = [];
for (const fields of plan) {
  sent.push(...idsOf(await send(fields)));
  await new Promise((resolve) => setTimeout(resolve, 15));
}
const newestFirst = sent.toReversed();

type List = { messages: MessageBody[]; nextCursor?: string };
function list(query: Record<string, string> = {}, key = account.key): Promise<Answer> {
  return call({ path: `/v1/sms/messages?${new URLSearchParams(query).toString()}`, key });
}
async function ids(query: Record<string, string>, key?: string): Promise<string[]> {
  const { status, body } = await list({ limit: '1000', ...query }, key);
  expect(status).toBe(200);
  return (body as List).messages.map(({ messageId }) => messageId);
}

test('a message by its id, with all its fields', async () => {
  const { status, body } = await call({ path: `/v1/sms/messages/${sent[0]}`, key: account.key });
  expect(status).toBe(200);
  const { acceptedAt, updatedAt, ...rest } = body as MessageBody;
  expect(rest).toStrictEqual({
    messageId: sent[0],
    status: 'ACCEPTED',
    sender: 'Shop',
    destination: slovenian,
    country: 'SI',
    segmentCount: 1,
    encoding: 'GSM-7',
    price: 0.01,
    content: 'Hello',
    verdict: expect.objectContaining({ kind: 'waiting' }),
  });
  expect(acceptedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(updatedAt).toBe(acceptedAt);
});

test('newest first, and with texts only on request', async () => {
  expect(await ids({})).toEqual(newestFirst);
  const { messages } = (await list()).body as List;
  expect(messages.filter((message) => 'content' in message)).toEqual([]);
  const withTexts = (await list({ content: 'true' })).body as List;
  expect(withTexts.messages.map(({ content }) => content)).toContain('Secret');
});

async function walk(query: Record<string, string>, key?: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, key);
    const page = body as List;
    expect(page.messages.length).toBeLessThanOrEqual(Number(query['limit']));
    found.push(...page.messages.map(({ messageId }) => messageId));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

test('pages of any size add up to the whole list', async () => {
  for (let limit = 1; limit <= sent.length + 1; limit++) expect(await walk({ limit: `${limit}` })).toEqual(newestFirst);
});

test('pages with filters add up to the whole list', async () => {
  const filters = fc.record(
    {
      status: fc.constantFrom('ACCEPTED', 'SCHEDULED', 'SENT'),
      sender: fc.constantFrom('Shop', 'Bank', 'Unknown'),
      destination: fc.constantFrom(slovenian, croatian, '+38640123300'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 9 }), async (filter, limit) => {
      const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      expect(await walk({ ...query, limit: `${limit}` })).toEqual(await ids(query));
    }),
    { numRuns: 30 },
  );
});

test('a long page, which is read in several queries, is complete: also where few rows match, and then many', async () => {
  const own = await testAccount(db, { senders: [{ value: 'Shop' }, { value: 'Bank' }] });
  const order = (from: string, count: number) =>
    sender(service, own)({ sender: from, destinations: times(count, () => slovenian) }).then(idsOf);
  const bank = await order('Bank', 700);
  const shop = [...(await order('Shop', 600)), ...(await order('Bank', 3).then(() => order('Shop', 2)))];
  expect(await ids({ sender: 'Shop' }, own.key)).toEqual(shop.toReversed());
  expect((await ids({ sender: 'Bank' }, own.key)).slice(3)).toEqual(bank.toReversed());
  const page = (await list({ limit: '1000' }, own.key)).body as List;
  expect(page.messages).toHaveLength(1_000);
  expect(page.nextCursor).toBeDefined();
  const all = await walk({ limit: '1000' }, own.key);
  expect(all).toHaveLength(1_305);
  expect(await walk({ limit: '250' }, own.key)).toEqual(all);
  expect(await walk({ limit: '251', sender: 'Bank' }, own.key)).toEqual(all.filter((id) => !shop.includes(id)));
});

test('messages that arrive meanwhile do not affect later pages', async () => {
  const own = await testAccount(db);
  const add = sender(service, own);
  const first = (await Promise.all(times(4, () => add()))).flatMap(idsOf).sort().reverse();
  const page = (await list({ limit: '2' }, own.key)).body as List;
  await add();
  expect(await ids({ cursor: page.nextCursor! }, own.key)).toEqual(first.slice(2));
});

test('filters: status, sender, destination', async () => {
  expect(await ids({ sender: 'Bank' })).toEqual([...sent.slice(2, 7), sent[8]].toReversed());
  expect(await ids({ destination: croatian })).toEqual([sent[1]]);
  expect(await ids({ destination: slovenian })).toEqual([sent[8], sent[7], sent[0]]);
  expect(await ids({ destination: slovenian, sender: 'Shop' })).toEqual([sent[7], sent[0]]);
  expect(await ids({ status: 'SCHEDULED' })).toEqual([sent[7]]);
  expect(await ids({ status: 'ACCEPTED' })).toEqual(newestFirst.filter((id) => id !== sent[7]));
  expect(await ids({ status: 'DELIVERED' })).toEqual([]);
  expect(await ids({ sender: 'Shop', status: 'SCHEDULED', destination: croatian })).toEqual([]);
});

test('a + of a number need not be escaped', async () => {
  const { body } = await call({ path: `/v1/sms/messages?destination=${croatian}`, key: account.key });
  expect((body as List).messages.map(({ messageId }) => messageId)).toEqual([sent[1]]);
});

test('a scheduled message is shown as SCHEDULED until it is handed over', async () => {
  await db.query(`UPDATE messages SET state = 'QUEUED' WHERE id = $1`, [sent[7]]);
  expect(await ids({ status: 'SCHEDULED' })).toEqual([sent[7]]);
  expect(await ids({ status: 'ACCEPTED' })).not.toContain(sent[7]);
  await db.query(`UPDATE messages SET state = 'SCHEDULED' WHERE id = $1`, [sent[7]]);
});

test('a time range is that of acceptance: from inclusive, to exclusive', async () => {
  const { messages } = (await list({ limit: '1000' })).body as List;
  const at = new Map(messages.map(({ messageId, acceptedAt }) => [messageId, acceptedAt]));
  const third = at.get(sent[2]!)!;
  const fifth = at.get(sent[8]!)!;
  expect(await ids({ from: third })).toEqual(sent.slice(2).toReversed());
  expect(await ids({ to: third })).toEqual(sent.slice(0, 2).toReversed());
  expect(await ids({ from: third, to: fifth })).toEqual(sent.slice(2, 8).toReversed());
  expect(await walk({ from: third, to: fifth, limit: '2' })).toEqual(sent.slice(2, 8).toReversed());
  expect(await ids({ from: third, to: fifth, destination: slovenian })).toEqual([sent[7]]);
  const local = new Date(Date.parse(third) + 7_200_000).toISOString().replace('Z', '+02:00');
  expect(await ids({ from: local })).toEqual(sent.slice(2).toReversed());
  expect(await ids({ from: '9999-12-31T23:59:59Z' })).toEqual([]);
  expect(await ids({ to: '9999-12-31T23:59:59-23:59' })).toEqual(newestFirst);
  expect(await ids({ to: '1970-01-01T00:00:00Z' })).toEqual([]);
  expect(await ids({ from: '0000-01-01T00:00:00Z' })).toEqual(newestFirst);
});

test('a page has 50 messages by default', async () => {
  const own = await testAccount(db);
  await sender(service, own)({ destinations: times(51, () => slovenian) });
  const { messages, nextCursor } = (await list({}, own.key)).body as List;
  expect(messages).toHaveLength(50);
  expect(nextCursor).toMatch(/^[\w-]+$/);
});

test.each([
  { limit: '0' },
  { limit: '1001' },
  { limit: '-1' },
  { limit: '1.5' },
  { limit: 'ten' },
  { limit: '' },
  { cursor: 'x' },
  { cursor: '' },
  { cursor: 'AZAAAAAAcACAAAAAAAAAAB' },
  { cursor: Buffer.from('01900000-0000-7000-8000-000000000000').toString('base64url') },
  { status: 'QUEUED' },
  { status: 'sent' },
  { from: 'yesterday' },
  { from: '2026-01-01' },
  { to: '1767225600' },
  { from: '2016-12-31T23:59:60Z' },
  { to: '2026-01-01T00:00:00+05' },
  { sender: 'a\0' },
  { destination: '\0' },
  { content: 'yes' },
])('%j is refused with 400', async (query) => {
  const answer = await list(query as Record<string, string>);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ error: expect.stringMatching(/^error: 400 - \S/) as unknown });
});

test.each(['limit=1&limit=2', 'sender=a&sender=b', 'cursor=%ff', 'from[]=a'])(
  'the query %s causes no error',
  async (query) => {
    const { status } = await call({ path: `/v1/sms/messages?${query}`, key: account.key });
    expect([200, 400]).toContain(status);
  },
);

test('another account sees none of the messages, by id, list, filter, or cursor', async () => {
  const missing = { status: 404, body: { error: 'error: 404 - Message not found' } };
  expect(await call({ path: `/v1/sms/messages/${sent[0]}`, key: otherAccount.key })).toMatchObject(missing);
  expect(await ids({}, otherAccount.key)).toEqual(theirs.toReversed());
  expect(await ids({ destination: croatian }, otherAccount.key)).toEqual([]);
  const { nextCursor } = (await list({ limit: '1' })).body as List;
  expect(await ids({ cursor: nextCursor! }, otherAccount.key)).toEqual(theirs.toReversed());
  expect(await ids({ cursor: nextCursor!, sender: 'Bank' }, otherAccount.key)).toEqual([]);
});

test.each(['abc', '%00', '01900000-0000-7000-8000-000000000000', `urn:uuid:${sent[0]}`, `{${sent[0]}}`])(
  'there is no message %s',
  async (id) => {
    const answer = await call({ path: `/v1/sms/messages/${id}`, key: account.key });
    expect(answer).toMatchObject({ status: 404, body: { error: 'error: 404 - Message not found' } });
  },
);
