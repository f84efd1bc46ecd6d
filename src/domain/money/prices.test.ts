import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceChanges } from './prices.ts';

const price = (country: string, unitPrice: string) => ({ country, unitPrice });

test('what is new, removed, increased and unchanged', () => {
  const before = [price('SI', '0.0125'), price('AT', '0.05'), price('DE', '0.07')];
  const after = [price('SI', '0.012500'), price('DE', '0.08'), price('HR', '0.02')];
  expect(priceChanges(before, after)).toEqual({
    added: 1,
    removed: 1,
    changed: 1,
    unchanged: 1,
    changes: [
      { country: 'AT', name: 'Austria', before: '0.05' },
      { country: 'DE', name: 'Germany', before: '0.07', after: '0.08' },
      { country: 'HR', name: 'Croatia', after: '0.02' },
    ],
  });
});

test('applied to the old prices, the changes make the new ones', () => {
  const list = fc
    .uniqueArray(fc.tuple(fc.constantFrom('SI', 'AT', 'DE', 'HR', 'IT'), fc.integer({ min: 0, max: 3 })), {
      selector: ([country]) => country,
    })
    .map((prices) => prices.map(([country, cents]) => price(country, `0.0${cents}`)));
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { added, removed, changed, unchanged, changes } = priceChanges(before, after);
      const made = new Map(before.map(({ country, unitPrice }) => [country, Number(unitPrice)]));
      for (const each of changes) {
        expect(made.get(each.country)).toBe(each.before === undefined ? undefined : Number(each.before));
        if (each.after === undefined) made.delete(each.country);
        else made.set(each.country, Number(each.after));
      }
      expect(made).toEqual(new Map(after.map(({ country, unitPrice }) => [country, Number(unitPrice)])));
      expect(added + removed + changed).toBe(changes.length);
      expect([unchanged + changed + removed, unchanged + changed + added]).toEqual([before.length, after.length]);
    }),
  );
});
