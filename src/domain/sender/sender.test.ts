import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryOf, slovenianNumber } from '../phone/phone.ts';
import { moveOf, nameFrom, nextStatus, readValue, senderStatuses, senderTransitions } from './sender.ts';

test('the picture in the docs shows exactly these transitions', () => {
  const [, picture = ''] = readFileSync(join(import.meta.dirname, '../../../docs/state-machines.md'), 'utf8').split(
    '## Senders',
  );
  const names = new Map([...picture.matchAll(/state "(.+)" as (\w+)/g)].map(([, name, alias]) => [alias, name]));
  const drawn = [...picture.matchAll(/^ {4}(\w+) --> (\w+): (.+)$/gm)].map(
    ([, from, to, label]) => `${names.get(from) ?? from} ${label} ${names.get(to) ?? to}`,
  );
  const known = senderStatuses.flatMap((from) =>
    senderTransitions.flatMap((event) =>
      nextStatus(from, event) ? [`${from} ${event} ${nextStatus(from, event)}`] : [],
    ),
  );
  expect(drawn.sort()).toEqual(known.sort());
});

test('an event finds a sender in one status and leads to one', () => {
  for (const event of senderTransitions) {
    const from = senderStatuses.filter((status) => nextStatus(status, event) !== undefined);
    expect(from).toEqual([moveOf(event).from]);
    expect(nextStatus(from[0]!, event)).toBe(moveOf(event).to);
  }
});

test('no sequence of events leaves Confirmed or Rejected, or confirms what no code was sent for', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...senderTransitions)), (sequence) => {
      const visited: (typeof senderStatuses)[number][] = ['Pending'];
      for (const event of sequence) {
        const after = nextStatus(visited.at(-1)!, event);
        if (after === undefined) continue;
        expect(['Confirmed', 'Rejected']).not.toContain(visited.at(-1));
        expect(visited).not.toContain(after);
        visited.push(after);
      }
      if (visited.includes('Confirmed')) expect(visited).toContain('Confirmation Pending');
    }),
  );
});

const nameCharacters = [...'ABCXYZabcxyz0189 -_.&+'];
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...nameCharacters), maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

test('a name for SMS keeps all of its rules, and any that does is taken as it is', () => {
  fc.assert(
    fc.property(anyName, (value) => {
      const allowed =
        /^[A-Za-z0-9\-_.&+]([A-Za-z0-9 \-_.&+]{0,9}[A-Za-z0-9\-_.&+])?$/.test(value) && /[A-Za-z]/.test(value);
      expect(readValue({ value, type: 0, channel: 'SMS' })).toEqual(
        allowed ? { ok: true, value } : { ok: false, fault: expect.stringMatching(/^value /) },
      );
    }),
  );
});

test('a name for Viber has up to 28 characters, in one spelling', () => {
  fc.assert(
    fc.property(anyName, (value) => {
      const reading = readValue({ value, type: 0, channel: 'Viber' });
      if (!reading.ok) return;
      expect([...reading.value].length).toBeLessThanOrEqual(28);
      expect(reading.value).toBe(value.normalize('NFC'));
      expect(readValue({ value: reading.value, type: 0, channel: 'Viber' })).toEqual(reading);
    }),
  );
  expect(readValue({ value: 'Pos\u030cta', type: 0, channel: 'Viber' })).toEqual({ ok: true, value: 'Po\u0161ta' });
});

test('a number is the same sender in every way of writing it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 999_999 }),
      fc.constantFrom('+386', '00386', '386', '0', '+386 ', '00 386-', '(0'),
      fc.constantFrom('', ' ', '-', '.', '/', ') '),
      (digits, prefix, separator) => {
        const text = String(digits);
        const written = `${prefix}40${separator}${text.slice(0, 3)}${separator}${text.slice(3)}`;
        expect(readValue({ value: written, type: 1, channel: 'SMS' })).toEqual({ ok: true, value: `+38640${text}` });
      },
    ),
  );
});

test('whatever is written, a number is Slovenian and E.164, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./a'), maxLength: 20 }), (written) => {
      const number = slovenianNumber(written);
      if (number === undefined) return;
      expect(number).toMatch(/^\+386\d+$/);
      expect(countryOf(number)).toBe('SI');
      expect(slovenianNumber(number)).toBe(number);
    }),
  );
});

test('the name of the service becomes one that carriers take', () => {
  expect(nameFrom('Hermod', 'X')).toBe('Hermod');
  expect(nameFrom('Žarko & sinovi d.o.o.', 'X')).toBe('Zarko & sin');
  expect(nameFrom('Почта 24', 'X')).toBe('X');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(readValue({ value: nameFrom(name, 'X'), type: 0, channel: 'SMS' }).ok).toBe(true);
    }),
  );
});
