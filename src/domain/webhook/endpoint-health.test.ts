import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breaker, type EndpointFacts, endpointHealth } from './retry.ts';

const now = new Date('2026-11-15T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const facts = (known: Partial<EndpointFacts> = {}): EndpointFacts => ({
  failures: 0,
  waiting: 0,
  retrying: 0,
  lastAttemptAt: undefined,
  dueAt: undefined,
  ...known,
});

test.each<[string, Partial<EndpointFacts>, string, Date | undefined]>([
  ['nothing was ever sent', {}, 'healthy', undefined],
  ['events wait and none has failed', { waiting: 9, dueAt: at(-1) }, 'healthy', undefined],
  ['one is to be tried again', { failures: 1, retrying: 1, lastAttemptAt: at(-60), dueAt: at(60) }, 'failing', at(60)],
  ['the last one failed, and nothing is left', { failures: 1, lastAttemptAt: at(-60) }, 'failing', undefined],
  [
    'it works again, and some wait for their retry',
    { retrying: 3, lastAttemptAt: at(-1), dueAt: at(60) },
    'failing',
    at(60),
  ],
  ['five failed just now', { failures: 5, retrying: 5, lastAttemptAt: at(-1), dueAt: at(-1) }, 'open', at(29)],
  [
    'the next retry is later than the rest',
    { failures: 9, retrying: 1, lastAttemptAt: at(-1), dueAt: at(90) },
    'open',
    at(90),
  ],
  ['all were given up, long ago', { failures: 99, lastAttemptAt: at(-3_600) }, 'failing', undefined],
])('%s', (_, known, state, retryAt) => {
  expect(endpointHealth(facts(known), now)).toEqual({ state, retryAt });
});

test('open only after as many failures as the breaker takes, and never healthy after one', () => {
  const any = fc.record({
    failures: fc.nat(10),
    waiting: fc.nat(3),
    retrying: fc.nat(3),
    lastAttemptAt: fc.option(fc.integer({ min: -100, max: 0 }).map(at), { nil: undefined }),
    dueAt: fc.option(fc.integer({ min: -100, max: 100 }).map(at), { nil: undefined }),
  });
  fc.assert(
    fc.property(any, (known) => {
      const { state, retryAt } = endpointHealth(known, now);
      if (state === 'open') expect(known.failures).toBeGreaterThanOrEqual(breaker.mostFailures);
      if (state === 'healthy') expect([known.failures, known.retrying, retryAt]).toEqual([0, 0, undefined]);
    }),
  );
});
