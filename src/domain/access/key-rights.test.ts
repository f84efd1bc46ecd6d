import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beyond, type KeyRights } from './key-rights.ts';

const soon = new Date('2026-12-01T00:00:00Z');
const later = new Date('2027-01-01T00:00:00Z');
const anna = 'anna@shop.example';
const unlimited: KeyRights = { expiresAt: null, allowedEmails: [] };
const limited: KeyRights = { expiresAt: soon, allowedEmails: [anna] };

describe('the rights of a new key', () => {
  test.each([
    [{}, limited, undefined],
    [limited, unlimited, undefined],
    [{ expiresAt: soon }, limited, undefined],
    [{ expiresAt: later }, limited, 'later'],
    [{ expiresAt: null }, limited, 'later'],
    [{ allowedEmails: [] }, limited, 'more addresses'],
    [{ allowedEmails: [anna, 'bor@shop.example'] }, limited, 'more addresses'],
  ] as const)('%o within %o: %s', (wanted, own, answer) => {
    expect(beyond(wanted, own)).toBe(answer);
  });

  const rights = fc.record({
    expiresAt: fc.option(fc.date({ noInvalidDate: true })),
    allowedEmails: fc.subarray([anna, 'bor@shop.example', 'cilka@shop.example']),
  });

  test('are within those of the same key, and never more than those of a key that they are within', () => {
    fc.assert(
      fc.property(rights, rights, rights, (one, two, three) => {
        expect(beyond(one, one)).toBeUndefined();
        if (beyond(one, two) === undefined && beyond(two, three) === undefined)
          expect(beyond(one, three)).toBeUndefined();
      }),
    );
  });
});
