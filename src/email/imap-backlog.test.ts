import { expect, test } from 'vitest';
import { Backlog } from './imap-backlog.ts';

const messages = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (due: { key: string }[]) => due.map(({ key }) => key);

function backlogAt(start: number) {
  const time = { now: start };
  return { time, backlog: new Backlog(() => time.now) };
}

test('one that was tried in vain waits longer each time, and then comes after the fresh ones', async () => {
  const { time, backlog } = backlogAt(0);
  const all = messages('1:1', '1:2');
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    await backlog.run('1:1', () => Promise.resolve(false));
    expect(keysOf(backlog.due(all))).toEqual(['1:2']);
    expect(backlog.dueInMs(60_000)).toBeGreaterThan(pauseMs / 2);
    time.now += pauseMs;
    expect(keysOf(backlog.due(all))).toEqual(['1:2', '1:1']);
    expect(backlog.dueInMs(60_000)).toBe(0);
  }
});

test('a failure is a try in vain, and what is done is forgotten', async () => {
  const { backlog } = backlogAt(0);
  await expect(backlog.run('1:1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await backlog.run('1:2', () => Promise.resolve(true));
  expect(keysOf(backlog.due(messages('1:1', '1:2')))).toEqual(['1:2']);
});

test('what is being worked on is not begun again, and is waited for', async () => {
  const { backlog } = backlogAt(0);
  const work = Promise.withResolvers<boolean>();
  const done = backlog.run('1:1', () => work.promise);
  expect(backlog.due(messages('1:1'))).toEqual([]);
  expect(backlog.dueInMs(5_000)).toBe(5_000);
  await backlog.settled(1);
  work.resolve(true);
  await backlog.settled(60_000);
  await done;
  expect(keysOf(backlog.due(messages('1:1')))).toEqual(['1:1']);
});

test('a verdict is kept until the mark is stored, or the e-mail is gone', async () => {
  const { backlog } = backlogAt(0);
  await backlog.run('1:1', () => {
    backlog.decide('1:1', { outcome: 'processed' });
    return Promise.resolve(false);
  });
  expect(backlog.verdict('1:1')).toEqual({ outcome: 'processed' });
  expect(backlog.verdict('2:1')).toBeUndefined();
  backlog.due(messages('2:1'));
  expect(backlog.verdict('1:1')).toBeUndefined();
});

test('suspicion ends with the last e-mail that could have caused it', () => {
  const { backlog } = backlogAt(0);
  backlog.suspect();
  backlog.due(messages('1:1'));
  expect(backlog.isSuspicious).toBe(true);
  backlog.due([]);
  expect(backlog.isSuspicious).toBe(false);
});
