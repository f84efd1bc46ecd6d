import { expect, test } from 'vitest';
import { argumentsOf, jsonFields, sendRequest } from './jasmin.ts';
import { fieldsIn } from './parameters.ts';
import { CompatError } from './reply.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const read = (query: string) => sendRequest(fieldsIn(query), now);
const required = 'username=foo&password=bar&to=38640123456&from=Shop';

test('the usual request', () => {
  expect(read(`${required}&content=Hello+world&coding=0&priority=1&tags=1,702`)).toEqual({
    sender: 'Shop',
    destinations: ['+38640123456'],
    message: { content: 'Hello world', isUnicode: false },
  });
});

test('texts by their coding', () => {
  expect(read(`${required}&content=%C4%8Daj`).message).toEqual({ content: 'čaj', isUnicode: false });
  // The example of Jasmin's documentation.
  expect(read(`${required}&coding=8&hex-content=0623063106460628`).message).toEqual({
    content: 'أرنب',
    isUnicode: true,
  });
  expect(read(`${required}&coding=8&content=%01%0D`).message.content).toBe('č');
  expect(read(`${required}&hex-content=00021b65`).message.content).toBe('@$€');
  expect(read(`${required}&coding=3&hex-content=e9`).message.content).toBe('é');
});

test('reports', () => {
  const callback = (query: string) => read(`${required}&content=x&${query}`).callback;
  expect(callback('dlr=yes&dlr-level=3&dlr-method=GET&dlr-url=http://x.example/')).toEqual({
    form: 'jasmin',
    level: 3,
    method: 'GET',
  });
  expect(callback('dlr-url=http://x.example/')).toEqual({ form: 'jasmin', level: 1, method: 'POST' });
  expect(callback('dlr=yes&dlr-level=2')).toBeUndefined();
});

test('times', () => {
  expect(read(`${required}&content=x&sdt=000000000100000R&validity-period=1440`)).toMatchObject({
    scheduledTime: now / 1_000 + 60,
    validitySeconds: 86_400,
  });
  const scheduled = (sdt: string) => read(`${required}&content=x&sdt=${encodeURIComponent(sdt)}`).scheduledTime;
  expect(scheduled('261116130000004+')).toBe(now / 1_000);
  expect(scheduled('261116110000004-')).toBe(now / 1_000);
  expect(scheduled('000100000000000R')).toBe(now / 1_000 + 30 * 86_400);
  for (const wrong of ['', '261131120000000+', '261116250000000+', '26111612000000R', '261116120000049+'])
    expect(() => scheduled(wrong)).toThrow('Argument [sdt] has an invalid value');
});

test.each([
  ['', 'Mandatory arguments not found, please refer to the HTTPAPI specifications.'],
  [`${required}&content=x&colour=red`, 'Argument [colour] is unknown.'],
  [`${required}&content=x&constructor=1`, 'Argument [constructor] is unknown.'],
  ['from=Shop&content=x', 'Mandatory argument [to] is not found.'],
  ['to=abc&content=x', 'Argument [to] has an invalid value: [abc].'],
  [required, 'content or hex-content not present.'],
  [`${required}&content=x&hex-content=00`, 'content and hex-content cannot be used both in same request.'],
  [`${required}&content=x&coding=4`, 'Argument [coding] has an invalid value: [4].'],
  [`${required}&content=x&sdt=269999999999000%2B`, 'Argument [sdt] has an invalid value: [269999999999000+].'],
  [`${required}&coding=8&hex-content=01`, 'Argument [hex-content] is not of coding 8.'],
])('%s: %s', (query, text) => {
  expect(() => read(query)).toThrow(new CompatError(text));
});

test('bodies', () => {
  const json = Buffer.from('{"to":19012233451,"coding":8,"content":"č","dlr_level":3}');
  const fields = jsonFields(json);
  expect(fields.get('dlr-level')?.toString()).toBe('3');
  expect(fields.get('content')?.toString('hex')).toBe('010d');
  expect(argumentsOf(new Map(), Buffer.from('to=1'), 'application/x-www-form-urlencoded').get('to')?.toString()).toBe(
    '1',
  );
  for (const wrong of ['[]', '{', '"x"', '{"to":[1]}', '{"to":null}'])
    expect(() => jsonFields(Buffer.from(wrong))).toThrow(CompatError);
});
