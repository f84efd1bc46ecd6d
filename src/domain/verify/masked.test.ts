import { expect, test } from 'vitest';
import { maskedReceipt } from './masked.ts';

test('what a receipt quotes is shown without digits, what it says besides as it is', () => {
  expect(maskedReceipt('id:17 sub:001 dlvrd:001 submit date:2611161200 stat:DELIVRD err:000 text:123456 is your')).toBe(
    'id:17 sub:001 dlvrd:001 submit date:2611161200 stat:DELIVRD err:000 text:****** is your',
  );
  expect(maskedReceipt('id:17 stat:DELIVRD Text:Shop 0123')).toBe('id:17 stat:DELIVRD Text:Shop ****');
});

test('a receipt of another form is shown without any', () => {
  expect(maskedReceipt('{"id":"17","body":"123456 is your code"}')).toBe('{"id":"**","body":"****** is your code"}');
});
