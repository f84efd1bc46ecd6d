import { expect, test } from 'vitest';
import { failureOf, ReadOnlyMailbox } from './imap-client.ts';

const error = (fields: object) => Object.assign(new Error('LOGIN sms secret'), fields);

test.each([
  ['refused log-in', error({ authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED' }), /password/],
  ['missing mailbox', error({ responseStatus: 'NO', mailboxMissing: true }), /does not exist/],
  ['read-only mailbox', new ReadOnlyMailbox(), /mark/],
  ['own certificate', error({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), /certificate/],
  ['certificate for another name', error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), /certificate/],
  ['certificate out of date', error({ code: 'CERT_HAS_EXPIRED' }), /certificate/],
  ['another refusal', error({ responseStatus: 'NO', code: 'X' }), /refuses/],
])('%s is recognised, and does not depend on the machine', (_, cause, text) => {
  expect(failureOf(cause)).toMatchObject({ text: expect.stringMatching(text) as string, unreachable: false });
  expect(JSON.stringify(failureOf(cause))).not.toContain('secret');
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'CONNECT_TIMEOUT', 'ETIMEOUT', undefined])(
  '%s may be a matter of the way',
  (code) => {
    expect(failureOf(error({ code }))).toMatchObject({ code, unreachable: true });
  },
);
