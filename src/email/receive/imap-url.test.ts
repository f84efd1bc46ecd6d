import { expect, test } from 'vitest';
import { readMailboxUrl } from './imap-client.ts';

test('a mailbox has the port of its scheme, and is the INBOX, unless the URL says otherwise', () => {
  expect(readMailboxUrl('imap://u:p@mail.example')).toMatchObject({ port: 143, secure: false, path: 'INBOX' });
  expect(readMailboxUrl('imaps://u:p@mail.example/')).toMatchObject({ port: 993, secure: true, path: 'INBOX' });
  expect(readMailboxUrl('imaps://u:p@Mail.Example:9930/SMS/In')).toMatchObject({
    host: 'mail.example',
    port: 9930,
    path: 'SMS/In',
  });
});

test('every part is percent-decoded', () => {
  expect(readMailboxUrl('imap://sms%40good.example:p%2F%40%3A%25%C4%8D@h/Po%C5%A1ta%20%26%20SMS')).toMatchObject({
    user: 'sms@good.example',
    password: 'p/@:%č',
    path: 'Pošta & SMS',
  });
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['192.168.0.1', false],
])('%s is loopback: %s', (host, loopback) => {
  expect(readMailboxUrl(`imaps://u:p@${host}:993/`).loopback).toBe(loopback);
});
