import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type { Queryable } from '../../src/database/db.ts';
import { moveMessages } from '../../src/store/message/messages.ts';
import { claim } from '../../src/store/message/queue.ts';
import { findReceiptFacts, findReported } from '../../src/store/message/report-facts.ts';
import { storeSubmitted } from '../../src/store/message/submits.ts';
import { findDone } from '../../src/store/statistics/first-steps.ts';
import { type ClaimedEvent, claimEvents, giveBackEvents } from '../../src/store/webhook/deliveries.ts';
import { insertResults, recordResults } from '../../src/store/webhook/delivery-results.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { parkEvents, unblockForgotten } from '../../src/store/webhook/waiting-deliveries.ts';
import { testDatabase } from '../harness/database.ts';

/**
 * Plans are created once per connection, often while tables are empty, and statistics are lost when PostgreSQL crashes. Statements
 * that run for every message have to look rows up by key with any statistics.
 */

const { db } = await testDatabase();
const [accountId, id, worker] = [newId(), newId(), newId()];
const ref = { accountId, id };
const event: ClaimedEvent = {
  ...ref,
  ...{ kind: 'delivery report', subjectId: id, url: 'http://a/', origin: 'http://a', payload: '{}' },
  ...{ attempts: 0, attempted: false, claims: 1, isStored: true },
};
const result = {
  event,
  state: 'delivered',
  status: 200,
  answer: '',
  error: undefined,
  durationMs: 1,
  delayMs: 0,
} as const;
const submitted = {
  ...ref,
  ...{ carrierId: newId(), references: ['1'], isDelivered: false, isHeld: false, receipt: undefined },
};

const statements: Record<string, (db: Queryable) => Promise<unknown>> = {
  'claim messages': (db) => claim(db, worker, false, [{ queue: 1, accountId }], 5),
  'store submitted': (db) => storeSubmitted(db, worker, [submitted], { before: id, seconds: 60 }),
  'move messages': (db) => moveMessages(db, [ref], 'receipt: delivered', { holder: { id: worker, since: id } }),
  'receipt facts': (db) => findReceiptFacts(db, [ref]),
  'callback facts': (db) => findReported(db, [ref]),
  'insert events': (db) => insertEvents(db, [{ ...event, kind: 'delivery report', isFirst: false }]),
  'insert results': (db) => insertResults(db, worker, [result]),
  'record results': (db) => recordResults(db, worker, [result]),
  'claim events': (db) => claimEvents(db, worker, [event]),
  'give back events': (db) => giveBackEvents(db, worker, [event]),
  'park events': (db) => parkEvents(db, [event]),
  'first steps of an account': (db) => findDone(db, accountId, new Date()),
  'first steps of all accounts': (db) => findDone(db, undefined, new Date()),
  'forgotten events': (db) => unblockForgotten(db, 10),
};

/** The scans of a plan, each with its condition. */
function scansOf(plan: readonly string[]): string[] {
  return plan.flatMap((line, index) =>
    / Scan .*\b(messages|submissions|outbox)_\d/.test(line) && !line.includes('Bitmap Heap')
      ? [`${line.trim()} ${plan[index + 1]!.trim()}`]
      : [],
  );
}

/** By a key, or in the order of an index that contains only unfinished rows and is bounded by time. */
const isLookUp = (scan: string) => /Index Cond: .* = |Index Cond: .*created_at > /.test(scan);

test.each(Object.entries(statements))('%s: rows are looked up by their keys', async (_, run) => {
  const texts: string[] = [];
  const recorder = {
    query: (statement: string | { text: string }) => {
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return Promise.resolve({ rows: [], rowCount: 0 });
    },
  };
  await run(recorder as unknown as Queryable);
  expect(texts).not.toEqual([]);
  for (const text of texts) {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
    const scans = scansOf(rows.map((row) => row['QUERY PLAN']));
    expect(scans).not.toEqual([]);
    expect(scans.filter((scan) => !isLookUp(scan))).toEqual([]);
  }
});
