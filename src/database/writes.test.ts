import { expect, test } from 'vitest';
import { Writes } from './fault.ts';

const full = Object.assign(new Error('could not extend file'), { code: '53100' });
const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

test('a refused write counts for ten seconds, whatever the probe says meanwhile', () => {
  const writes = new Writes();
  expect(writes.fault).toBeUndefined();
  writes.failed(full, 1_000);
  writes.probeSucceeded(10_999);
  expect(writes.fault).toBe('the database has no disk space left');
  writes.probeSucceeded(11_000);
  expect(writes.fault).toBeUndefined();
});

test('of a connection that is lost only the probe speaks, and takes it back', () => {
  const writes = new Writes();
  writes.failed(lost, 0);
  expect(writes.fault).toBeUndefined();
  writes.probeFailed(lost);
  expect(writes.fault).toBe('the database cannot be reached');
  writes.probeSucceeded(0);
  expect(writes.fault).toBeUndefined();
});

test('a fault without a name of its own is said in the words of the driver', () => {
  const writes = new Writes();
  writes.probeFailed(new Error('relation "workers" does not exist'));
  expect(writes.fault).toBe('relation "workers" does not exist');
});
