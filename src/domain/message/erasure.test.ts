import { expect, test } from 'vitest';
import { ending, loosePattern, numberPattern, spellings } from './erasure.ts';

const number = '+38640123456';
/** JavaScript reads this subset of PostgreSQL's expressions the same way. */
const found = (text: string) => new RegExp(numberPattern(number)).test(text);

test.each([
  '+38640123456',
  '38640123456',
  '0038640123456',
  '040123456',
  '40123456',
  '+386 40 123 456',
  '+386 (0)40 123-456',
  '040/123-456',
  '040\u2013123\u2013456',
  '040\u2011123\u2011456',
  '040\u202f123\u2009456',
  '040\t123\t456',
  '040 \u2013 123 \u2013 456',
  'https://shop.example/report?to=040%20123%20456',
  'Call +38640123456.',
  '{"Sender":"+38640123456","Message":"Hi"}',
  'https://shop.example/report?to=%2B38640123456&id=7',
  'id:abc dest:38640123456 stat:DELIVRD',
])('%s is found', (text) => {
  expect(found(text)).toBe(true);
  expect(text).toMatch(new RegExp(loosePattern(number)));
});

test.each([
  '+386401234567',
  '1386401234560',
  '+38640123457',
  '+38540123456',
  '0140123456',
  '01940123-456a-7000-8000-000000000000',
  '019a40123456',
  '40123456-456a-7000-8000-000000000000',
])('%s is another number, or none', (text) => expect(found(text)).toBe(false));

test('a number that is in no plan is found too', () => {
  expect(new RegExp(numberPattern('+99912345678')).test('from 99912345678')).toBe(true);
});

test('fields hold it in three ways, and two digits of it stay', () => {
  expect(spellings(number)).toEqual(['+38640123456', '38640123456', '0038640123456']);
  expect(ending(number)).toBe('56');
});
