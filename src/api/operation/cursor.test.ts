import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { fromCursor, toCursor } from './paging.ts';

test('a cursor leads back to its id', () => {
  const id = newId();
  expect(fromCursor(toCursor(id))).toBe(id);
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(fromCursor(toCursor(uuid))).toBe(uuid);
    }),
  );
});

test('it fits into a URL as it is', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(toCursor(uuid)).toMatch(/^[A-Za-z0-9_-]{22}$/);
    }),
  );
});

test('anything else is refused', () => {
  const wrong = 'error: 400 - cursor is not one that this service has given';
  for (const text of ['', 'x', newId(), `${toCursor(newId())}=`, `${toCursor(newId())}A`]) {
    expect(() => fromCursor(text)).toThrow(wrong);
  }
  // Twenty-two characters have four bits too many; a cursor has them at zero.
  expect(() => fromCursor('AZAAAAAAcACAAAAAAAAAAB')).toThrow(wrong);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => fromCursor(text)).toThrow(wrong);
    }),
  );
});
