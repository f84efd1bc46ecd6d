import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agesNeeded, decideStart, prefixOf, type VerifyFacts, type VerifyLimits, wrongPerDay } from './limits.ts';

const limits: VerifyLimits = {
  perNumber: 5,
  perPrefix: 100,
  freshPrefix: 10,
  perAccount: 1_000,
  conversion: 10,
  windowHours: 24,
};
const none = { hour: 0, started: 0, confirmed: 0, living: 0 };
const quiet: VerifyFacts = {
  ages: [],
  wrong: 0,
  prefix: { ...none, known: false },
  country: none,
  account: { hour: 0 },
  blockedFor: 0,
  hourLeft: 1_800,
};
const decide = (facts: Partial<VerifyFacts>, own: Partial<VerifyLimits> = {}) =>
  decideStart({ ...quiet, ...facts }, { ...limits, ...own });

test('the first code may be sent', () => expect(decide({})).toEqual({ kind: 'allowed', tries: 5 }));

test('a number gets one in half a minute, five an hour and twenty a day', () => {
  expect(decide({ ages: [29.5] })).toEqual({ kind: 'too many', seconds: 1 });
  expect(decide({ ages: [30] })).toMatchObject({ kind: 'allowed' });
  expect(decide({ ages: [100, 200, 300, 400, 3_000] })).toEqual({ kind: 'too many', seconds: 600 });
  const ages = Array.from({ length: 20 }, (_, index) => 3_600 + index * 3_600);
  expect(decide({ ages })).toEqual({ kind: 'too many', seconds: 86_400 - 72_000 });
  expect(agesNeeded(limits)).toBe(20);
});

test('wrong codes leave fewer tries, and then none', () => {
  expect(decide({ wrong: wrongPerDay - 2 })).toEqual({ kind: 'allowed', tries: 2 });
  expect(decide({ wrong: wrongPerDay })).toEqual({ kind: 'too many', seconds: 3_600 });
});

test('a range without a confirmed code gets few codes', () => {
  const hour = { ...none, hour: 10, started: 10, living: 10 };
  expect(decide({ prefix: { ...hour, known: false } })).toEqual({ kind: 'too many', seconds: 1_800 });
  expect(decide({ prefix: { ...hour, known: true } })).toMatchObject({ kind: 'allowed' });
  expect(decide({ prefix: { ...hour, hour: 100, known: true } })).toMatchObject({ kind: 'too many' });
});

test('an account has a bound of its own', () => {
  expect(decide({ account: { hour: 1_000 }, hourLeft: 0.2 })).toEqual({ kind: 'too many', seconds: 1 });
  expect(decide({ account: { hour: 1_000 } }, { perAccount: 2_000 })).toMatchObject({ kind: 'allowed' });
});

test('a range where hardly a code is confirmed is blocked, and so is a country', () => {
  const bad = { hour: 0, started: 12, confirmed: 1, living: 0 };
  expect(decide({ prefix: { ...bad, known: true } })).toEqual({
    kind: 'blocked',
    seconds: 86_400,
    collapse: { of: 'prefix', started: 12, confirmed: 1 },
  });
  expect(decide({ country: bad })).toMatchObject({ kind: 'allowed' });
  const many = { hour: 0, started: 150, confirmed: 9, living: 0 };
  expect(decide({ country: many })).toMatchObject({ kind: 'blocked', collapse: { of: 'country' } });
  expect(decide({ country: many }, { conversion: 5 })).toMatchObject({ kind: 'allowed' });
  expect(decide({ prefix: { ...bad, confirmed: 0, known: true } }, { conversion: 0 })).toMatchObject({
    kind: 'allowed',
  });
});

test('codes that may still be confirmed do not count as unconfirmed', () => {
  const busy = { hour: 0, started: 60, confirmed: 0, living: 55, known: true };
  expect(decide({ prefix: busy })).toMatchObject({ kind: 'allowed' });
  expect(decide({ prefix: { ...busy, living: 50 } })).toMatchObject({ kind: 'blocked' });
});

test('a block holds until it ends', () => {
  expect(decide({ blockedFor: 7.1 })).toEqual({ kind: 'blocked', seconds: 8 });
});

test('a range is ten thousand numbers', () => expect(prefixOf('+38640123456')).toBe('+3864012'));

const counts = fc.record({
  hour: fc.nat(200),
  started: fc.nat(500),
  confirmed: fc.nat(500),
  living: fc.nat(500),
});

test('whatever was counted: more wrong codes never give more tries, and a wait is at least a second', () => {
  fc.assert(
    fc.property(counts, counts, fc.nat(30), fc.boolean(), (prefix, country, wrong, known) => {
      const facts = { prefix: { ...prefix, known }, country };
      const [now, after] = [decide({ ...facts, wrong }), decide({ ...facts, wrong: wrong + 1 })];
      const triesOf = (decision: typeof now) => (decision.kind === 'allowed' ? decision.tries : 0);
      expect(triesOf(after)).toBeLessThanOrEqual(triesOf(now));
      expect(triesOf(now) + wrong).toBeLessThanOrEqual(Math.max(wrong, wrongPerDay));
      if (now.kind !== 'allowed') expect(now.seconds).toBeGreaterThanOrEqual(1);
    }),
  );
});
