import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownSender } from './route.ts';

const pool = Array.from({ length: 8 }, (_, index) => `+3864010000${index}`);
const to = (destination: string, accountId = 'a') => ({ accountId, sender: 'Bakery', destination });
const people = Array.from({ length: 1_000 }, (_, index) => `+3864120${String(index).padStart(4, '0')}`);

test('a route without senders shows what it was given, one with a single sender that one', () => {
  expect(shownSender({ senders: [], rewrites: 'all' }, to('+38641'))).toBe('Bakery');
  expect(shownSender({ senders: ['Info'], rewrites: 'all' }, to('+38641'))).toBe('Info');
});

test('where only names are replaced, numbers stay', () => {
  const shown = { senders: ['+38640111222'], rewrites: 'names' } as const;
  expect(shownSender(shown, to('+38641'))).toBe('+38640111222');
  expect(shownSender(shown, { ...to('+38641'), sender: '+38640999888' })).toBe('+38640999888');
});

test('a recipient always sees the same number, whatever the order of the pool', () => {
  fc.assert(
    fc.property(fc.constantFrom(...people), fc.shuffledSubarray(pool, { minLength: 8 }), (person, shuffled) => {
      expect(shownSender({ senders: shuffled, rewrites: 'all' }, to(person))).toBe(
        shownSender({ senders: pool, rewrites: 'all' }, to(person)),
      );
    }),
  );
});

test('a number that leaves changes nothing for those who saw another', () => {
  const [gone, ...rest] = pool;
  for (const person of people) {
    const before = shownSender({ senders: pool, rewrites: 'all' }, to(person));
    const after = shownSender({ senders: rest, rewrites: 'all' }, to(person));
    if (before !== gone) expect(after).toBe(before);
    else expect(rest).toContain(after);
  }
});

test('the numbers of a pool get about the same number of people', () => {
  const counts = Map.groupBy(people, (person) => shownSender({ senders: pool, rewrites: 'all' }, to(person)));
  for (const number of pool) expect(counts.get(number)!.length).toBeGreaterThan(70);
});
