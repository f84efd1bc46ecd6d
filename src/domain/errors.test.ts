import { expect, test } from 'vitest';
import { Refusal, type SmsErrorCode, smsErrors, WrongNumbers } from './errors.ts';

const codes = Object.keys(smsErrors).map(Number) as SmsErrorCode[];

test('every code has a text in the form of the interface, and its HTTP status', () => {
  expect(codes).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const code of codes) {
    const { message, status } = new Refusal(code);
    expect(message).toBe(`Error: ${code} - ${smsErrors[code]}`);
    expect(status).toBe(code === 8 ? 500 : 400);
  }
});

test('details follow a colon, numbers follow a bar', () => {
  expect(new Refusal(7, 'why').message).toBe('Error: 7 - Message rejected: why');
  expect(new Refusal(3, undefined, ['+1', '2']).message).toBe(
    'Error: 3 - Invalid recipient (to) number | Invalid destination numbers: +1,2',
  );
  expect(new Refusal(3, 'why', ['1']).message).toMatch(/number: why \| Invalid destination numbers: 1$/);
});

test('a number of 64 characters is shown whole, a longer one cut', () => {
  const shown = (length: number) => new Refusal(3, undefined, ['1'.repeat(length)]).message.split('numbers: ')[1];
  expect(shown(64)).toBe('1'.repeat(64));
  expect(shown(65)).toBe(`${'1'.repeat(64)}…`);
});

test('what is shown of a number is always a text', () => {
  const shown = (number: string) => new Refusal(3, undefined, [number]).message.split('numbers: ')[1];
  expect(shown('\ud83d')).toBe('\ufffd');
  expect(shown(`1${'😀'.repeat(40)}`)).toBe(`1${'😀'.repeat(31)}\ufffd…`);
});

test('of each wrong number the description says why, and the list names all of them as they came', () => {
  const none = undefined;
  const { code, message } = new WrongNumbers([
    { number: '1', country: none },
    { number: '+491', country: 'DE' },
    { number: '1', country: none },
  ]);
  expect(code).toBe(3);
  expect(message).toBe(
    'Error: 3 - Invalid recipient (to) number: not a valid phone number: "1"; not in the price list of the account: +491 (DE)' +
      ' | Invalid destination numbers: 1,+491,1',
  );
});

test('no number can begin a list of its own', () => {
  const { message } = new WrongNumbers([{ number: 'x | Invalid destination numbers: +1', country: undefined }]);
  expect(message.split(' | Invalid destination numbers: ')[1]).toBe('x');
  expect(message.indexOf('|')).toBe(message.indexOf('| Invalid destination numbers: x | Invalid'));
});

test('in brief, the same list with few and short numbers', () => {
  const numbers = ['+3861', '+3862', 'a'.repeat(30), '+3864', '+3865'];
  const refusal = new WrongNumbers(numbers.map((number) => ({ number, country: undefined })));
  expect(refusal.brief({ most: 3, longest: 5 })).toBe(
    'Error: 3 - Invalid recipient (to) number: not a valid phone number: "+3861", "+3862", "aaaaa…" and 2 more' +
      ' | Invalid destination numbers: +3861,+3862,aaaaa… and 2 more',
  );
  expect(refusal.brief({ most: 5, longest: 64 })).toBe(refusal.message);
  expect(new Refusal(2, 'x').brief({ most: 1, longest: 1 })).toBe(new Refusal(2, 'x').message);
});
