import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { sharedChanges } from './changes.ts';

afterEach(() => vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a permit rests for as long as it was held, so that changes in a loop leave time to others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const running: (() => void)[] = [];
  const app = fastify();
  app.decorateRequest('changeOwner', 'an account');
  app.decorateRequest('leaveChanges', undefined);
  app.addHook('preHandler', sharedChanges());
  app.get('/', () => new Promise<string>((answer) => running.push(() => answer('changed'))));
  await app.ready();
  const answers = [app.inject('/'), app.inject('/'), app.inject('/')];
  await vi.waitUntil(() => running.length === 2);

  vi.advanceTimersByTime(50);
  running.shift()!();
  expect((await answers[0]!).body).toBe('changed');
  vi.advanceTimersByTime(49);
  await turn();
  expect(running).toHaveLength(1);

  vi.advanceTimersByTime(1);
  await vi.waitUntil(() => running.length === 2);
  for (const end of running) end();
  await Promise.all(answers);
});
