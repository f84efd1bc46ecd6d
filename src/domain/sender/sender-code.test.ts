import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepare } from '../text/text.ts';
import {
  codeLimits,
  codeMail,
  codeText,
  hashCode,
  isRightCode,
  newCode,
  waitFor,
  waitForAll,
  waitForCode,
} from './sender-code.ts';

const code = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));

test('a code has six digits, and a thousand of them are hardly ever the same', () => {
  const codes = Array.from({ length: 1_000 }, newCode);
  for (const one of codes) expect(one).toMatch(/^\d{6}$/);
  expect(new Set(codes).size).toBeGreaterThan(900);
});

test('only the code itself is right, and only for its sender', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), code, fc.oneof(code, fc.string()), (sender, other, right, given) => {
      const stored = hashCode(sender, right);
      expect(isRightCode(sender, given, stored)).toBe(given === right);
      expect(isRightCode(other, right, stored)).toBe(sender === other);
    }),
  );
});

test('the same code of the same sender is stored differently every time', () => {
  expect(hashCode('a', '123456').hash).not.toEqual(hashCode('a', '123456').hash);
});

test('however codes are asked for, no window holds more than its limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (gaps) => {
      const limit = { most: 5, seconds: 3_600 };
      let now = 0;
      const sent: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const ages = sent.map((time) => now - time).reverse();
        const wait = waitFor(ages, limit);
        expect(wait).toBeLessThanOrEqual(limit.seconds);
        if (wait > 0) {
          // After exactly that wait, and no earlier, another one may go.
          expect(
            waitFor(
              ages.map((age) => age + wait),
              limit,
            ),
          ).toBe(0);
          expect(
            waitFor(
              ages.map((age) => age + wait - 1),
              limit,
            ),
          ).toBe(1);
        } else sent.push(now);
        expect(sent.filter((time) => time > now - limit.seconds).length).toBeLessThanOrEqual(limit.most);
      }
    }),
  );
});

test('the longest of all waits counts', () => {
  const none = { sender: [], number: [], account: [], contact: [] };
  expect(waitForCode(none)).toBe(0);
  expect(waitForCode({ ...none, sender: [10] })).toBe(50);
  expect(waitForCode({ ...none, sender: [60] })).toBe(0);
  expect(waitForCode({ ...none, sender: [10], number: Array<number>(10).fill(600) })).toBe(3_000);
  expect(waitForCode({ ...none, account: Array<number>(100).fill(1) })).toBe(3_599);
  expect(waitForCode({ ...none, account: Array<number>(200).fill(7_200) })).toBe(79_200);
  expect(waitForCode({ ...none, contact: Array<number>(60).fill(1) })).toBe(3_599);
  expect([waitForAll(undefined), waitForAll(86_400), waitForAll(100)]).toEqual([0, 0, 86_300]);
  expect(
    Object.values(codeLimits)
      .flat()
      .every(({ seconds }) => seconds <= 24 * 3_600),
  ).toBe(true);
});

test('the text fits into one SMS, and no name of a service can make it too long', () => {
  const text = codeText('Hermod', '+38640123456', '000042');
  expect(text).toContain('Hermod: 000042');
  expect(prepare(text, false)).toMatchObject({ ok: true, encoding: 'GSM-7', segments: 1 });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (name) => {
      expect(prepare(codeText(name, '+38640123456', '123456'), false).ok).toBe(true);
    }),
  );
});

test('the mail holds the code and what to do with it', () => {
  const { subject, body } = codeMail('Hermod', { id: 'the-id', value: 'Shop', channel: 'SMS' }, '123456');
  expect(subject).toBe('Hermod: code for the sender Shop');
  expect(body).toContain('{"id":"the-id","confirmationCode":"123456"}');
});
