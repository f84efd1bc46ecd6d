import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../telemetry/log.ts';
import { Loop } from './loop.ts';

const pauseMs = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop whose rounds return these values in turn, and then false. */
function loop(...more: (boolean | Error | Promise<boolean>)[]) {
  const rounds: number[] = [];
  const running = new Loop('test', pauseMs, createLog('silent'), async () => {
    rounds.push(Date.now());
    const answer = more.shift() ?? false;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  onTestFinished(() => running.stop());
  return { running, rounds };
}

/** What happens without any time passing. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test('works immediately, and without a pause while there is more', async () => {
  const { rounds } = loop(true, true, false, true);
  await settled();
  expect(rounds).toHaveLength(3);
});

test('then pauses, and continues by itself', async () => {
  const { rounds } = loop();
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2 * pauseMs);
  expect(rounds).toHaveLength(4);
});

test('is woken from its pause', async () => {
  const { running, rounds } = loop();
  await settled();
  running.wake();
  await settled();
  expect(rounds).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect(rounds).toHaveLength(2);
});

test('a wake-up during the work is not forgotten', async () => {
  const round = Promise.withResolvers<boolean>();
  const { running, rounds } = loop(round.promise);
  running.wake();
  running.wake();
  await settled();
  expect(rounds).toHaveLength(1);
  round.resolve(false);
  await settled();
  expect(rounds).toHaveLength(2);
});

test('work that fails is tried again after the pause', async () => {
  const { rounds } = loop(new Error('the database is away'), true);
  await settled();
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(rounds).toHaveLength(3);
});

test('stops immediately while it pauses', async () => {
  const { running, rounds } = loop();
  await settled();
  await running.stop();
  await vi.advanceTimersByTimeAsync(2 * pauseMs);
  expect(rounds).toHaveLength(1);
});

test('stops after the round that is under way, even if there is more', async () => {
  const round = Promise.withResolvers<boolean>();
  const { running, rounds } = loop(round.promise, true);
  let stopped = false;
  const stopping = running.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(2 * pauseMs);
  expect(stopped).toBe(false);
  round.resolve(true);
  await stopping;
  expect(rounds).toHaveLength(1);
});

test('does nothing while its gate is closed, and continues at its interval when it opens', async () => {
  let rounds = 0;
  let open = () => {};
  const onOpen = (wake: () => void) => {
    open = wake;
  };
  const gate = { isOpen: false, onOpen };
  const count = async () => {
    rounds += 1;
    return false;
  };
  const running = new Loop('test', pauseMs, createLog('silent'), count, { gate });
  onTestFinished(() => running.stop());
  await vi.advanceTimersByTimeAsync(30 * pauseMs);
  expect(rounds).toBe(1);
  gate.isOpen = true;
  open();
  await vi.advanceTimersByTimeAsync(3 * pauseMs);
  expect(rounds).toBe(5);
});

test('works now and then although its gate is closed', async () => {
  let rounds = 0;
  const gate = { isOpen: false, onOpen: () => {} };
  const count = async () => {
    rounds += 1;
    return false;
  };
  const running = new Loop('test', pauseMs, createLog('silent'), count, { gate });
  onTestFinished(() => running.stop());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(2);
});
