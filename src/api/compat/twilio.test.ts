import { expect, test } from 'vitest';
import { basicOf } from './access.ts';
import { fieldsIn } from './parameters.ts';
import type { CompatError } from './reply.ts';
import { sendRequest } from './twilio.ts';

const read = (form: string) => sendRequest(fieldsIn(form), 'the id of a key');
const required = 'To=%2B38640123456&From=Shop&Body=Hi';

test('the usual request', () => {
  expect(read(`${required}+there&SmartEncoded=true&MessagingServiceSid=MG1`)).toEqual({
    sender: 'Shop',
    destinations: ['+38640123456'],
    message: { content: 'Hi there' },
  });
  const url = encodeURIComponent('https://x.example/cb?a=1');
  expect(
    read(`${required}&StatusCallback=${url}&ValidityPeriod=120&ScheduleType=fixed&SendAt=2026-11-16T12%3A00%3A00Z`),
  ).toEqual({
    sender: 'Shop',
    destinations: ['+38640123456'],
    message: { content: 'Hi' },
    deliveryReportUrl: 'https://x.example/cb?a=1',
    callback: { form: 'twilio', key: 'the id of a key' },
    validitySeconds: 120,
    scheduledTime: Date.parse('2026-11-16T12:00:00Z') / 1_000,
  });
});

test.each([
  ['From=Shop&Body=Hi', 21604],
  ['To=1&Body=Hi', 21603],
  [`${required}&MediaUrl=http://x`, 21620],
  [`${required}&ValidityPeriod=0`, 20001],
  [`${required}&ValidityPeriod=40000`, 20001],
  [`${required}&SendAt=2026-11-16T12:00:00Z`, 20001],
  [`${required}&ScheduleType=fixed`, 35114],
  [`${required}&ScheduleType=fixed&SendAt=tomorrow`, 35114],
])('%s: %d', (form, code) => {
  expect(() => read(form)).toThrow(expect.objectContaining({ code }) as CompatError);
});

test('Basic', () => {
  expect(basicOf(`Basic ${btoa('a:b:c')}`)).toEqual({ user: 'a', password: 'b:c' });
  for (const wrong of [undefined, '', 'Bearer x', 'Basic', `Basic ${btoa('ab')}`]) expect(basicOf(wrong)).toEqual({});
});
