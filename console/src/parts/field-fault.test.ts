import { expect, it } from 'vitest';
import { complaintOf, fieldOf } from './field-fault.ts';

it.each([
  ['value must have 1 to 11 characters', ['value', 'url'], 'value'],
  ['destinations.0 is not a number', ['destinations', 'text'], 'destinations'],
  ['words.START: "stop" means STOP already', ['words.STOP', 'words.START'], 'words.START'],
  ['valued customers only', ['value', 'url'], undefined],
  ['The account has too many senders', ['value', 'url'], undefined],
  ['The code is wrong', ['confirmationCode'], 'confirmationCode'],
  ['', ['a', 'b'], undefined],
])('the field of "%s"', (text, fields, field) => {
  expect(fieldOf(text, fields)).toBe(field);
});

it('says beside the field only what is wrong', () => {
  expect(complaintOf('costs: XX is not a country', 'costs')).toBe('XX is not a country');
  expect(complaintOf('costs: XX is not a country', undefined)).toBe('costs: XX is not a country');
});
