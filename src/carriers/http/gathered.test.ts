import { expect, test } from 'vitest';
import { Gathered } from './carrier.ts';

test('keys take turns, and a long one goes behind the others with its rest', () => {
  const gathered = new Gathered<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1']) gathered.add(item[0]!, item);
  expect(gathered.take(2)).toEqual(['a1', 'a2']);
  expect(gathered.take(2)).toEqual(['b1']);
  gathered.add('a', 'a4');
  expect(gathered.size).toBe(2);
  expect(gathered.take(2)).toEqual(['a3', 'a4']);
  expect(gathered.take(2)).toEqual([]);
  gathered.add('c', 'c1');
  expect(gathered.takeAll()).toEqual(['c1']);
  expect(gathered.size).toBe(0);
});
