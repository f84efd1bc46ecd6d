import { expect, test } from 'vitest';
import { databaseFault } from './fault.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

test.each([
  [withCode('53100', 'could not extend file'), 'the database has no disk space left', true],
  [
    withCode('XX000', 'could not extend file "base/5/1": Disk quota exceeded'),
    'the database has no disk space left',
    true,
  ],
  [withCode('53200'), 'the database server has no memory left', false],
  [withCode('53300'), 'the database accepts no more connections', false],
  [withCode('53000'), 'the database server has no resources left', false],
  [withCode('25006'), 'the database is read-only: a standby, or default_transaction_read_only is on', true],
  [withCode('42501'), 'the database role of the service lacks a right', false],
  [withCode('58030', 'could not write'), 'the storage of the database has failed', true],
  [withCode('57P03'), 'the database is starting up, or recovers from a crash', false],
  [withCode('57014'), 'the database did not answer in time', false],
  [withCode('40P01'), 'the database is busy', false],
  [withCode('57P01'), 'the database cannot be reached', false],
  [withCode('ECONNREFUSED'), 'the database cannot be reached', false],
  [new Error('Connection terminated unexpectedly'), 'the database cannot be reached', false],
  [new Error('timeout exceeded when trying to connect'), 'no connection to the database was free in time', false],
  [new Error('Query read timeout'), 'the database did not answer in time', false],
])('%s: %s', (error, text, stopsWrites) => {
  expect(databaseFault(error)).toEqual({ text, stopsWrites });
});

test.each([withCode('22021'), withCode('23505'), withCode('42601'), new TypeError('x is not a function')])(
  '%s is not a fault of the database',
  (error) => expect(databaseFault(error)).toBeUndefined(),
);
