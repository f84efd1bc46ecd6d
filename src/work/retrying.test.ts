import { expect, test } from 'vitest';
import { isDataFault, isolating, isPassing, retrying } from './retrying.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

test.each([
  ['deadlock', withCode('40P01')],
  ['serialization', withCode('40001')],
  ['too many connections', withCode('53300')],
  ['no space on the disk', withCode('53100')],
  ['idle in a transaction for too long', withCode('25P03')],
  ['an answer that never came', new Error('Query read timeout')],
  ['terminated by an administrator', withCode('57P01')],
  ['starting up', withCode('57P03')],
  ['cancelled, or too slow', withCode('57014')],
  ['read-only after a failover', withCode('25006')],
  ['connection failure', withCode('08006')],
  ['a right that is missing', withCode('42501')],
  ['an I/O error', withCode('58030')],
  ['our own earlier attempt went through', withCode('23505')],
  ['refused', withCode('ECONNREFUSED')],
  ['reset', withCode('ECONNRESET')],
  // Five capital letters, as an SQLSTATE has.
  ['broken pipe', withCode('EPIPE')],
  ['no such socket', withCode('ENOENT')],
  ['unknown host', withCode('ENOTFOUND')],
  ['lost connection', new Error('Connection terminated unexpectedly')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
])('may succeed a moment later: %s', (_, error) => {
  expect(isPassing(error)).toBe(true);
  expect(isDataFault(error)).toBe(false);
});

test.each([
  ['invalid bytes', withCode('22021')],
  ['number out of range', withCode('22003')],
  ['check violated', withCode('23514')],
])('is a fault of the values: %s', (_, error) => {
  expect(isDataFault(error)).toBe(true);
  expect(isPassing(error)).toBe(false);
});

test.each([
  ['a syntax error', withCode('42601')],
  ['an unknown table', withCode('42P01')],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['no file permission', withCode('EPERM')],
])('is neither: %s', (_, error) => {
  expect(isPassing(error)).toBe(false);
  expect(isDataFault(error)).toBe(false);
});

test('repeats until it succeeds, and says that it does', async () => {
  const attempts: boolean[] = [];
  const result = await retrying(async (repeated) => {
    attempts.push(repeated);
    if (attempts.length < 3) throw withCode('57P01');
    return 'done';
  });
  expect(result).toBe('done');
  expect(attempts).toEqual([false, true, true]);
});

test('does not repeat what will not pass', async () => {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw withCode('22021');
  };
  await expect(retrying(work)).rejects.toMatchObject({ code: '22021' });
  expect(attempts).toBe(1);
});

test('what the database cannot store fails alone', async () => {
  const sets: number[][] = [];
  const work = async (items: number[]) => {
    sets.push(items);
    if (items.includes(3) || items.includes(7)) throw withCode('22021');
    return items.map((item) => `stored ${item}`);
  };
  const results = await isolating([1, 2, 3, 4, 5, 6, 7, 8], work, () => 'failed');
  expect(results).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((item) => (item === 3 || item === 7 ? 'failed' : `stored ${item}`)),
  );
  expect(sets[0]).toHaveLength(8);
});

test('any other fault is that of the whole set', async () => {
  const work = () => Promise.reject(withCode('42601'));
  await expect(isolating([1, 2], work, () => 'failed')).rejects.toMatchObject({ code: '42601' });
});
