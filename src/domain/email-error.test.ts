import { expect, test } from 'vitest';
import { errorBody, errorSubject } from './email-error.ts';

const parts = {
  serviceName: 'Acme',
  address: 'sms@acme.example',
  problem: 'Error: 2 - Invalid sender (from)',
  subject: 'Hi',
};
const request = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'One\nTwo' } };

test('the subject is the service name, then the words of the interface', () => {
  expect(errorSubject('Acme')).toBe('Acme Email2SMS – Error');
});

test('says what is wrong, what was read and how it should look', () => {
  const body = errorBody({ ...parts, request });
  expect(body).toContain('Your e-mail "Hi" to sms@acme.example was not sent as SMS.');
  expect(body).toContain('\n  Error: 2 - Invalid sender (from)\n');
  expect(body).toContain('  Destinations  +38640123456\n');
  expect(body).toContain('  Text          One\n                Two\n');
  expect(body).toContain('  #startcontent#\n');
});

test('leaves out what could not be read', () => {
  expect(errorBody({ ...parts, subject: '' })).not.toContain('what was read');
});

test('shows of many destinations a few, of a long text its beginning, of a callback URL only its host', () => {
  const destinations = Array.from({ length: 25 }, (_, index) => `+3864012${1_000 + index}`);
  const deliveryReportUrl = 'https://user:secret@a.example/x?token=secret';
  const long = { ...request, destinations, deliveryReportUrl, message: { content: '😀'.repeat(1_001) } };
  const body = errorBody({ ...parts, request: long });
  expect(body).toContain('and 5 more');
  expect(body).toContain(`${'😀'.repeat(1_000)} …`);
  expect(body).toContain('  Reports to    a.example\n');
  expect(body).not.toContain('secret');
});
