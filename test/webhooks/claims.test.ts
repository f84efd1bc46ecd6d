/** The cost and the result of a claim: accounts take turns, rows and bytes are bounded, and no event is claimed without a limit. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type { Queryable } from '../../src/database/db.ts';
import { firstUuid } from '../../src/domain/uuid.ts';
import { accountsWithEvents, claimEvents, type EndpointRef, lookAtDue } from '../../src/store/webhook/deliveries.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { testAccount, times } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';

const { db } = await testDatabase();
type Account = Awaited<ReturnType<typeof testAccount>>;

/** Inserts `count` events, each to a separate endpoint; `due` is an SQL time. */
async function waiting(account: Account, count: number, due: string): Promise<void> {
  await db.query(
    `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, due_at)
     SELECT $1, id, 'delivery report', id, 'http://127.0.0.1/', 'http://127.0.0.1:' || n, '{}', now(), ${due}
     FROM (SELECT n, ($2 || lpad(to_hex(n), 12, '0'))::uuid AS id FROM generate_series(1, ${count}) n) ids`,
    [account.id, newId().slice(0, 24)],
  );
}

async function events(account: Account, urls: readonly string[], payload = '{}'): Promise<string[]> {
  const made = urls.map((url) => ({ id: newId(), subjectId: newId(), url }));
  const given = { accountId: account.id, kind: 'delivery report', payload } as const;
  await insertEvents(
    db,
    made.map((event) => ({ ...given, ...event })),
  );
  return made.map(({ id }) => id);
}

type Plan = [{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] }];

/** How many pages the statements of this work read. */
async function pagesOf(work: (db: Queryable) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await db.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const { Plan: plan } = (rows as Plan)[0]['QUERY PLAN'][0];
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { rows: [] };
  };
  await work({ query } as unknown as Queryable);
  return pages;
}

const beginning = { dueAt: '-infinity', id: firstUuid };
const look = (
  on: Queryable,
  { id: accountId }: Account,
  room: number,
  full: EndpointRef[] = [],
  most = 1_000,
  after = beginning,
) => lookAtDue(on, [{ accountId, room, oldest: most, after, behind: most }], { full, most: 1_000 });

test('events that wait on many endpoints cost nothing until they are due', async () => {
  const account = await testAccount(db);
  await waiting(account, 10, 'now()');
  const before = [
    await pagesOf((on) => accountsWithEvents(on, firstUuid)),
    await pagesOf((on) => look(on, account, 100)),
  ];
  await waiting(account, 30_000, `now() + interval '1 hour'`);
  await db.query('VACUUM outbox');
  const after = [
    await pagesOf((on) => accountsWithEvents(on, firstUuid)),
    await pagesOf((on) => look(on, account, 100)),
  ];
  expect((await look(db, account, 100)).due).toHaveLength(10);
  // Indexes are a level or two deeper, in each partition.
  for (const [index, pages] of after.entries()) expect(pages).toBeLessThan(before[index]! + 40);
});

test('the endpoints of an account take turns, full ones are skipped, and a scan is bounded', async () => {
  const account = await testAccount(db);
  const origins = ['http://a.example', 'http://b.example', 'http://c.example'] as const;
  await events(account, [...times(50, () => origins[0]), ...times(50, () => origins[1]), origins[2]]);
  const countsOf = (due: readonly EndpointRef[]) => origins.map((o) => due.filter(({ origin }) => origin === o).length);
  const { due, reached } = await look(db, account, 11);
  expect(countsOf(due)).toEqual([5, 5, 1]);
  expect(reached.size).toBe(0);
  const full = origins.slice(0, 2).map((origin) => ({ accountId: account.id, origin }));
  expect(countsOf((await look(db, account, 11, full)).due)).toEqual([0, 0, 1]);
  const short = await look(db, account, 11, full, 60);
  expect(short.due).toEqual([]);
  const after = short.reached.get(account.id)!;
  const further = await look(db, account, 11, full, 60, after);
  expect([countsOf(further.due), further.reached.size]).toEqual([[0, 0, 1], 0]);
});

test('a claim takes no more than fits, however large its events are, and truncates URLs beyond the limit', async () => {
  const account = await testAccount(db);
  const ids = await events(
    account,
    times(12, () => 'http://a.example'),
    'x'.repeat(1_000_000),
  );
  const due = ids.map((id) => ({ accountId: account.id, id, origin: 'http://a.example' }));
  const first = await claimEvents(db, newId(), due);
  const second = await claimEvents(db, newId(), due);
  expect([first.length, second.length]).toEqual([9, 3]);
  const [long] = await events(account, [`http://a.example/${'x'.repeat(1_000_000)}`]);
  const [claimed] = await claimEvents(db, newId(), [{ accountId: account.id, id: long!, origin: 'http://a.example' }]);
  expect(claimed!.url).toHaveLength(2_049);
});
