import { expect, test } from 'vitest';
import type { ClaimedMail } from '../../store/email/mails.ts';
import { failedResult } from './relay.ts';

const mail: ClaimedMail = {
  id: 'a',
  kind: 'email2sms error',
  recipient: 'alice@good.example',
  subject: 's',
  body: 'b',
  in_reply_to: null,
  attempts: 0,
  age_seconds: 0,
};
const answered = (responseCode: number, code = 'EMESSAGE') =>
  Object.assign(new Error('x'), { responseCode, code, response: `${responseCode} words` });
const hour = 3_600_000;

test('what may pass is tried again, later each time', () => {
  const delays = [0, 1, 2, 20].map((attempts) => failedResult({ ...mail, attempts }, answered(451)));
  expect(delays.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  expect(delays.map(({ delayMs }) => delayMs)).toEqual([30_000, 60_000, 120_000, hour]);
  expect(failedResult(mail, Object.assign(new Error('refused'), { code: 'ECONNECTION' })).state).toBe('waiting');
});

test('what is refused for good is given up, with the words of the relay; a wrong password is not about the mail', () => {
  expect(failedResult(mail, answered(550))).toMatchObject({ state: 'given up', error: '550 words' });
  expect(failedResult(mail, answered(535, 'EAUTH')).state).toBe('waiting');
});

test('after a day a mail is given up, a code after half an hour', () => {
  expect(failedResult({ ...mail, age_seconds: 24 * 3_600 }, answered(451)).state).toBe('given up');
  expect(failedResult({ ...mail, kind: 'sender code', age_seconds: 1_790 }, answered(451)).state).toBe('given up');
  expect(failedResult({ ...mail, kind: 'sender code', age_seconds: 60 }, answered(451)).state).toBe('waiting');
});
