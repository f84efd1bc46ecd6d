import { expect, test } from 'vitest';
import type { Reported } from './callback.ts';
import { signingKey } from './sha1.ts';
import { errorCode, messageStatus, sidOf, twilioRequest, twilioSignature, uuidIn } from './twilio.ts';

test.each([
  // From the documentation and from the tests of Twilio's own libraries.
  ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
  ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
])('an example that Twilio has published', (caller, signature) => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = { Digits: '1234', To: '+18005551212', From: caller, Caller: caller, CallSid: 'CA1234567890ABCDE' };
  expect(twilioSignature(signingKey('12345'), url, fields)).toBe(signature);
});

const id = '01a1dd05-e828-7001-9785-625698a09e9d';

test('ids go to SIDs and back', () => {
  expect(sidOf('SM', id)).toBe('SM01a1dd05e82870019785625698a09e9d');
  expect(uuidIn(sidOf('SM', id), 'SM')).toBe(id);
  for (const wrong of [sidOf('AC', id), id, 'SM12', `SM${'x'.repeat(32)}`]) expect(uuidIn(wrong, 'SM')).toBeUndefined();
});

const reported: Reported = {
  messageId: id,
  accountId: id,
  status: 'FAILED',
  sender: 'Shop',
  destination: '+38640123456',
  isUnicode: false,
  acceptedAt: new Date(0),
  at: new Date(0),
  carrier: 'carrier',
  reference: '7',
  receipt: 'id:7 stat:EXPIRED err:012',
  reason: undefined,
};

test('statuses and errors', () => {
  const of = (changed: Partial<Reported>) => {
    const changedReport = { ...reported, ...changed };
    return [messageStatus(changedReport), errorCode(changedReport)];
  };
  expect(of({})).toEqual(['undelivered', 30036]);
  expect(of({ receipt: 'stat:UNDELIV' })).toEqual(['undelivered', 30003]);
  expect(of({ status: 'REJECTED', receipt: 'stat:REJECTD' })).toEqual(['undelivered', 30004]);
  expect(of({ reference: undefined, receipt: undefined })).toEqual(['failed', 30036]);
  expect(of({ status: 'REJECTED', reference: undefined, receipt: undefined })).toEqual(['failed', 30008]);
  expect(of({ status: 'UNKNOWN', receipt: undefined })).toEqual(['undelivered', 30008]);
  expect(of({ status: 'SENT' })).toEqual(['sent', undefined]);
  expect(of({ status: 'DELIVERED' })).toEqual(['delivered', undefined]);
  expect(of({ status: 'SCHEDULED' })).toEqual(['queued', undefined]);
  expect(of({ status: 'CANCELLED' })).toEqual(['canceled', undefined]);
});

test('a callback', () => {
  const request = twilioRequest(
    { form: 'twilio', key: signingKey('token') },
    'https://x.example/cb',
    reported,
    'event',
  );
  expect(request.method).toBe('POST');
  expect(Object.fromEntries(new URLSearchParams(request.body))).toMatchObject({
    MessageSid: sidOf('SM', id),
    AccountSid: sidOf('AC', id),
    MessageStatus: 'undelivered',
    ErrorCode: '30036',
    To: '+38640123456',
    From: 'Shop',
  });
});
