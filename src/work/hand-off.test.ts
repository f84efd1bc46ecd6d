import { expect, test } from 'vitest';
import { HandOff } from './hand-off.ts';

/** A consumer with this number of permits, which records the items it is given. */
function consumer(permits: number) {
  const given: string[] = [];
  const self = {
    permits,
    given,
    reserve(items: readonly string[]): boolean {
      if (items.length > self.permits) return false;
      self.permits -= items.length;
      return true;
    },
    release(items: readonly string[]): void {
      self.permits += items.length;
    },
    give(items: readonly string[]): void {
      given.push(...items);
    },
  };
  return self;
}

test('what is reserved is given after the commit', () => {
  const to = consumer(3);
  const handOff = new HandOff(to);
  expect(handOff.reserve(['a', 'b'])).toBe(true);
  expect(to).toMatchObject({ permits: 1, given: [] });
  handOff.commit();
  expect(to).toMatchObject({ permits: 1, given: ['a', 'b'] });
});

test('all or none is reserved, and what was refused is not given', () => {
  const to = consumer(1);
  const handOff = new HandOff(to);
  expect(handOff.reserve(['a'])).toBe(true);
  expect(handOff.reserve(['b', 'c'])).toBe(false);
  handOff.commit();
  expect(to).toMatchObject({ permits: 0, given: ['a'] });
});

test('what is not ours after all, or not committed, gives its permit back, once', () => {
  const to = consumer(2);
  const handOff = new HandOff(to);
  handOff.reserve(['a', 'b']);
  handOff.commit((item) => item === 'b');
  handOff.cancel();
  expect(to).toMatchObject({ permits: 1, given: ['b'] });
  const another = new HandOff(to);
  another.reserve(['c']);
  another.cancel();
  another.commit();
  expect(to).toMatchObject({ permits: 1, given: ['b'] });
});

test('a lost answer is clarified before anything is given or released', async () => {
  const to = consumer(2);
  const handOff = new HandOff(to);
  handOff.reserve(['a', 'b']);
  const said = Promise.withResolvers<(item: string) => boolean>();
  const clarified = handOff.clarify(() => said.promise);
  expect(to).toMatchObject({ permits: 0, given: [] });
  said.resolve((item) => item === 'a');
  await clarified;
  expect(to).toMatchObject({ permits: 1, given: ['a'] });
});
