import { expect, test } from 'vitest';
import { errorBody, errorSubject, lastBefore } from './error.ts';

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
  expect(body).toContain('  Text          One Two\n');
  expect(body).toContain('  #startcontent#\n');
});

test('leaves out what could not be read', () => {
  expect(errorBody({ ...parts, subject: '' })).not.toContain('what was read');
});

test('quotes a few words of each part, of a callback URL only its host', () => {
  const destinations = Array.from({ length: 25 }, (_, index) => `+3864012${1_000 + index}`);
  const deliveryReportUrl = 'https://user:secret@a.example/x?token=secret';
  const long = { ...request, sender: 'x'.repeat(500), destinations, deliveryReportUrl };
  const body = errorBody({
    ...parts,
    subject: 'Buy\nnow '.repeat(50),
    problem: `Error: 7 - ${'spam '.repeat(300)}`,
    request: { ...long, message: { content: '😀'.repeat(1_001) } },
  });
  expect(body).toContain('  Destinations  +38640121000,+38640121001,+38640121002 and 22 more\n');
  expect(body).toContain(`  Text          ${'😀'.repeat(40)} …\n`);
  expect(body).toContain('  Reports to    a.example\n');
  expect(body).not.toContain('secret');
  expect(body.length).toBeLessThan(errorBody({ ...parts, request }).length + 700);
});

test('the last one before silence says until when', () => {
  expect(lastBefore(new Date('2026-11-15T10:30:45Z'))).toContain('Until 2026-11-15 10:30 UTC no more of them are sent');
});
