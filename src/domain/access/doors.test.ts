import { expect, test } from 'vitest';
import { isNamed, keyWritten } from './doors.ts';

const id = '01a1dd05-e828-7001-9785-625698a09e9d';

test('a key with or without its dashes, in any case', () => {
  expect(keyWritten(id)).toBe(id);
  expect(keyWritten(id.replaceAll('-', '').toUpperCase())).toBe(id);
  for (const wrong of ['', 'secret', id.slice(1), `${id} `, id.replace('-', '')])
    expect(keyWritten(wrong)).toBeUndefined();
});

test('a user is the id of the account, as it is or as Twilio writes it', () => {
  const digits = id.replaceAll('-', '');
  for (const user of [id, digits, id.toUpperCase(), `AC${digits}`]) expect(isNamed(user, id)).toBe(true);
  for (const user of ['', 'foo', `SK${digits}`, `${id}x`]) expect(isNamed(user, id)).toBe(false);
  expect(isNamed(`SK${digits}`, id, 'SK')).toBe(true);
});
