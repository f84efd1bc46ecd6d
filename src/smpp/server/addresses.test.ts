import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SmppError } from './errors.ts';
import { destinationOf, senderOf } from './submit-options.ts';

const wire = (ton: number, address: string) => ({ ton, npi: 1, address });
const statusOf = (work: () => unknown): string => {
  try {
    return `no refusal: ${String(work())}`;
  } catch (error) {
    if (error instanceof SmppError) return error.status;
    throw error;
  }
};

describe('the recipient', () => {
  it.each([
    [1, '38640123456', '+38640123456'],
    [1, '+38640123456', '+38640123456'],
    [1, '0038640123456', '+38640123456'],
    [1, ' 38640123456 ', '+38640123456'],
    [0, '38640123456', '+38640123456'],
    [0, '040123456', '+38640123456'],
    [2, '040123456', '+38640123456'],
    [2, '40123456', '+38640123456'],
  ])('of type %i, %s is %s', (ton, address, number) => {
    expect(destinationOf(wire(ton, address), 'SI')).toBe(number);
  });

  it('is never assumed to be national without a configured country', () => {
    expect(statusOf(() => destinationOf(wire(2, '40123456'), ''))).toBe('ESME_RINVDSTADR');
    expect(statusOf(() => destinationOf(wire(0, '040123456'), ''))).toBe('ESME_RINVDSTADR');
    expect(destinationOf(wire(1, '40123456'), 'SI')).toBe('+40123456');
  });

  it.each([3, 4, 5, 6, 255])('has no type %i', (ton) => {
    expect(statusOf(() => destinationOf(wire(ton, '38640123456'), 'SI'))).toBe('ESME_RINVDSTTON');
  });

  it('is a number or refused, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 255 }),
        fc.string({ maxLength: 30 }),
        fc.constantFrom('', 'SI'),
        (ton, text, country) => {
          try {
            expect(destinationOf(wire(ton, text), country)).toMatch(/^\+?\d+$/);
          } catch (error) {
            expect(error).toBeInstanceOf(SmppError);
          }
        },
      ),
    );
  });
});

describe('the sender', () => {
  it.each([
    [5, 'Hermod', 'Hermod'],
    [0, 'Hermod', 'Hermod'],
    [5, '4567', '4567'],
    [1, '38640111222', '+38640111222'],
    [0, '38640111222', '+38640111222'],
    [0, '0038640111222', '+38640111222'],
    [0, '040111222', '040111222'],
    [2, '040111222', '+38640111222'],
    [3, '4567', '4567'],
    [0, '+38640111222', '+38640111222'],
  ])('of type %i, %s is %s', (ton, address, sender) => {
    expect(senderOf(wire(ton, address), 'SI')).toBe(sender);
  });

  it('is not left out', () => {
    expect(statusOf(() => senderOf(wire(5, ' '), ''))).toBe('ESME_RINVSRCADR');
    expect(statusOf(() => senderOf(wire(7, 'x'), ''))).toBe('ESME_RINVSRCTON');
  });
});
