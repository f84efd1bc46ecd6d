import { expect, test } from 'vitest';
import { postedFields, sendRequest } from './kannel.ts';
import { fieldsIn } from './parameters.ts';
import { CompatError } from './reply.ts';

const now = 1_800_000_000_000;
const read = (query: string) => sendRequest(fieldsIn(query), now);
const required = 'from=Shop&to=38640123456';

test('the URL of the user guide, with a sender', () => {
  expect(read('username=foo&password=bar&from=Shop&to=0123456&text=Hello+world')).toEqual({
    sender: 'Shop',
    destinations: ['0123456'],
    message: { content: 'Hello world', isUnicode: false },
  });
});

test('numbers in every notation, once each', () => {
  expect(read('from=+38640111222&to=+38640123456+0038640123457+386-40-123-458+38640123456&text=x')).toMatchObject({
    sender: '38640111222',
    destinations: ['+38640123456', '+38640123457', '+38640123458'],
  });
  expect(read('from=Shop&to=%2B38640123456&text=x').destinations).toEqual(['+38640123456']);
});

test('texts in their alphabets', () => {
  expect(read(`${required}&text=%C4%8Daj`).message).toEqual({ content: 'čaj', isUnicode: false });
  expect(read(`${required}&text=%E8aj&charset=ISO-8859-2`).message.content).toBe('čaj');
  expect(read(`${required}&coding=2&text=%01%0D%00a%00j`).message).toEqual({ content: 'čaj', isUnicode: true });
  expect(read(`${required}&coding=2&charset=UTF-8&text=%C4%8Daj`).message).toEqual({ content: 'čaj', isUnicode: true });
});

test('times are in minutes', () => {
  expect(read(`${required}&text=x&validity=10&deferred=5`)).toMatchObject({
    validitySeconds: 600,
    scheduledTime: now / 1_000 + 300,
  });
  expect(read(`${required}&text=x&validity=-1&deferred=0`)).not.toHaveProperty('scheduledTime');
});

test('reports need a mask and a URL', () => {
  const url = encodeURIComponent('http://shop.example/dlr?id=1&type=%d');
  expect(read(`${required}&text=x&dlr-mask=31&dlr-url=${url}`)).toMatchObject({
    deliveryReportUrl: 'http://shop.example/dlr?id=1&type=%d',
    callback: { form: 'kannel', mask: 31, notation: '' },
  });
  expect(read(`${required}&text=x&dlrmask=1&dlrurl=${url}`)).toHaveProperty('callback');
  for (const one of [`dlr-url=${url}`, 'dlr-mask=31'])
    expect(read(`${required}&text=x&${one}`)).not.toHaveProperty('callback');
});

test.each([
  ['from=Shop&text=x', 'Missing receiver number, rejected'],
  ['from=Shop&to=+&text=x', 'Empty receiver number not allowed, rejected'],
  ['to=1&text=x', 'Sender missing and no global set, rejected'],
  [`${required}&dlr-mask=64`, 'DLR-Mask field misformed, rejected'],
  [`${required}&dlr-url=ftp://x`, 'DLR-URL field misformed, rejected'],
  [`${required}&coding=3`, 'Coding field misformed, rejected'],
  [`${required}&coding=1`, 'Coding 1 (8 bits) is not supported, rejected'],
  [`${required}&mclass=0`, 'MClass 0 is not supported, rejected'],
  [`${required}&flash=0`, 'MClass 0 is not supported, rejected'],
  [`${required}&mwi=1`, 'MWI is not supported, rejected'],
  [`${required}&udh=%05`, 'UDH is not supported, rejected'],
  [`${required}&validity=soon`, 'Validity field misformed, rejected'],
  [`${required}&priority=4`, 'Priority field misformed, rejected'],
  [`${required}&text=%ff`, 'Charset or body misformed, rejected'],
  [`${required}&text=x&charset=klingon`, 'Charset or body misformed, rejected'],
])('%s: %s', (query, text) => {
  expect(() => read(query)).toThrow(new CompatError(text));
});

test('a POST has its variables in headers or in a form', () => {
  const headers = {
    'content-type': 'text/plain; charset=ISO-8859-2',
    'x-kannel-to': '386401',
    'x-kannel-dlr-mask': '3',
  };
  const fields = postedFields(headers, Buffer.from([0xe8]), fieldsIn('from=Shop'));
  expect(Object.fromEntries([...fields].map(([name, value]) => [name, value.toString('latin1')]))).toEqual({
    from: 'Shop',
    to: '386401',
    'dlr-mask': '3',
    charset: 'ISO-8859-2',
    text: 'è',
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(postedFields(form, Buffer.from('to=1&text=%41'), new Map()).get('text')?.toString()).toBe('A');
  expect(() => postedFields({ 'content-type': 'text/xml' }, Buffer.alloc(0), new Map())).toThrow('Unsupported');
});
