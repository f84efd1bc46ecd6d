import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsIn, parameterText, queryOf } from './parameters.ts';

test('a form is read as URLSearchParams reads it, but as bytes', () => {
  const field = fc.tuple(fc.string({ minLength: 1, maxLength: 10 }), fc.string({ maxLength: 20, unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.uniqueArray(field, { maxLength: 5, selector: ([name]) => name }), (fields) => {
      const read = fieldsIn(new URLSearchParams(fields).toString());
      expect([...read].map(([name, bytes]) => [name, bytes.toString()])).toEqual(fields);
    }),
    { numRuns: 50 },
  );
});

test('what is broken stays as it is, and the first of a name counts', () => {
  const fields = fieldsIn('a=%&b=%4&c=%zz&d&&=e&a=2&f=%C4%8D+%2B&g=\xc4');
  const shown = [...fields].map(([name, bytes]) => `${name}=${bytes.toString('latin1')}`);
  expect(shown).toEqual(['a=%', 'b=%4', 'c=%zz', 'd=', '=e', 'f=\xc4\x8d +', 'g=\xc4']);
  expect(parameterText(fields, 'x', 'f')).toBe('č +');
  expect(parameterText(fields, 'x')).toBeUndefined();
});

test('the query of a URL', () => {
  expect([queryOf('/a'), queryOf('/a?'), queryOf('/a?b=?c')]).toEqual(['', '', 'b=?c']);
});
