import { expect, test } from 'vitest';
import { ImapBacklog } from './imap-backlog.ts';

const messages = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (due: { key: string }[]) => due.map(({ key }) => key);
const nothing = () => Promise.resolve();

function backlogAt(start: number) {
  const time = { now: start };
  return { time, backlog: new ImapBacklog(() => time.now) };
}

test('one that was tried and is still listed waits longer each time, and then comes after the fresh ones', async () => {
  const { time, backlog } = backlogAt(0);
  const all = messages('1:1', '1:2');
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    await backlog.run('1:1', 0, nothing);
    expect(keysOf(backlog.due(all, 0))).toEqual(['1:2']);
    expect(backlog.dueInMs(60_000)).toBeGreaterThan(pauseMs / 2);
    time.now += pauseMs;
    expect(keysOf(backlog.due(all, 0))).toEqual(['1:2', '1:1']);
    expect(backlog.dueInMs(60_000)).toBe(0);
  }
});

test('a failure counts as a try; what a search of its window no longer lists is forgotten', async () => {
  const { backlog } = backlogAt(0);
  await expect(backlog.run('1:1', 0, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await backlog.run('1:3', 1, nothing);
  expect(backlog.due(messages('1:1'), 0)).toEqual([]);
  expect(backlog.due([], 0)).toEqual([]);
  expect(keysOf(backlog.due(messages('1:1'), 0))).toEqual(['1:1']);
  expect(backlog.due(messages('1:3'), 1)).toEqual([]);
  backlog.endSweep(1);
  expect(keysOf(backlog.due(messages('1:3'), 1))).toEqual(['1:3']);
});

test('what is being worked on is not begun again, and is waited for', async () => {
  const { backlog } = backlogAt(0);
  const work = Promise.withResolvers<void>();
  const done = backlog.run('1:1', 0, () => work.promise);
  expect(backlog.due(messages('1:1'), 0)).toEqual([]);
  expect(backlog.due([], 0)).toEqual([]);
  expect(backlog.dueInMs(5_000)).toBe(5_000);
  await backlog.settled(1);
  work.resolve();
  await backlog.settled(60_000);
  await done;
  expect(backlog.due(messages('1:1'), 0)).toEqual([]);
});

test('a result is kept while the e-mail is listed, marked or not', async () => {
  const { backlog } = backlogAt(0);
  await backlog.run('1:1', 0, async () => backlog.update('1:1', { result: { outcome: 'processed' } }));
  expect(backlog.decided('1:1')).toEqual({ result: { outcome: 'processed' }, isMarked: false });
  backlog.update('1:1', { isMarked: true });
  backlog.due(messages('1:1'), 0);
  expect(backlog.decided('1:1')).toEqual({ result: { outcome: 'processed' }, isMarked: true });
  expect(backlog.decided('2:1')).toBeUndefined();
  backlog.due(messages('2:1'), 0);
  expect(backlog.decided('1:1')).toBeUndefined();
});

test('with 1,000 that wait no others are begun, and that is a trouble of its own', async () => {
  const { time, backlog } = backlogAt(0);
  const all = messages(...Array.from({ length: 5_000 }, (_, index) => `1:${index}`));
  for (let round = 0; round < 60; round++)
    for (const { key } of backlog.due(all, 0).slice(0, 100)) await backlog.run(key, 0, nothing);
  expect(backlog.trouble).toBe('too many');
  expect(backlog.due(all, 0)).toEqual([]);
  time.now = 60_000;
  expect(backlog.due(all, 0)).toHaveLength(1_000);
  expect(backlog.due(all.slice(900), 0)).toHaveLength(1_000);
  expect(backlog.trouble).toBeUndefined();
  backlog.update('1:950', { trouble: 'not delivered' });
  expect(backlog.trouble).toBe('not delivered');
  backlog.update('1:951', { trouble: 'not kept' });
  expect(backlog.trouble).toBe('not kept');
});

test('suspicion ends with the last e-mail that could have caused it', async () => {
  const { backlog } = backlogAt(0);
  backlog.isSuspicious = true;
  await backlog.run('1:1', 0, nothing);
  backlog.due(messages('1:1'), 0);
  backlog.endSweep(1);
  expect(backlog.isSuspicious).toBe(true);
  backlog.due([], 0);
  backlog.endSweep(1);
  expect(backlog.isSuspicious).toBe(false);
});
