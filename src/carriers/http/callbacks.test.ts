import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeCallback } from './callbacks.ts';
import { type Account, BadCallback, type CallbackRequest } from './provider.ts';
import { PRESETS } from './providers.ts';

const account: Account = {
  base: 'https://api.example.com',
  user: 'user',
  password: 'password',
  signingSecret: undefined,
  publicUrl: undefined,
  callbackPath: '/carriers/id/secret',
  options: { signature: 'none', number: '+38640111222' },
};
const outcomes = ['delivered', 'failed', 'rejected', 'unknown', 'no change'];
const request = (body: string): CallbackRequest => ({
  method: 'POST',
  target: '/carriers/id/secret/status',
  path: 'status',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.from(body),
});

/** The names that these read, with values that no provider sends. */
const names = [
  ...[
    'Type',
    'Message',
    'eventType',
    'messageId',
    'results',
    'status',
    'groupName',
    'event',
    'payload',
    'data',
    'to',
    'from',
    'id',
  ],
  ...[
    'message_uuid',
    'type',
    'batch_id',
    'recipient',
    'statuses',
    'recipients',
    'text',
    'phoneNumber',
    'event_type',
    'errors',
  ],
];
const words = [
  '__proto__',
  'constructor',
  'Notification',
  'sms:delivered',
  'message.finalized',
  'delivery_report_sms',
  'DELIVERED',
];
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, 7, -0.5, true, '', '\0', '\ud800', ...words),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  ),
}));

describe.each(Object.entries(PRESETS))('a callback of %s', (_, provider) => {
  test('with anything in it is read or refused, and never means what there is not', () => {
    fc.assert(
      fc.property(value, (json) => {
        for (const body of [
          JSON.stringify(json),
          new URLSearchParams({ Status: JSON.stringify(json), MessageUUID: 'x' }).toString(),
        ]) {
          try {
            const { receipts, inbounds } = provider.read(request(body), account);
            for (const { outcome, text, keys } of receipts) {
              expect(outcomes).toContain(outcome);
              expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
              expect(keys).toHaveLength(1);
            }
            for (const { sender, recipient } of inbounds) expect(sender && recipient).toBeTruthy();
          } catch (error) {
            expect(error).toBeInstanceOf(BadCallback);
          }
        }
      }),
    );
  });

  test('that is signed wrongly or not at all says so, and does not fail', async () => {
    const signing = { ...account, signingSecret: 'nobody guesses this', options: {} };
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (body, header) => {
        const headers = Object.fromEntries(
          [
            'authorization',
            'x-signature',
            'x-timestamp',
            'x-twilio-signature',
            'x-plivo-signature-v3',
            'telnyx-timestamp',
          ].map((name) => [name, header]),
        );
        const reason = await provider.forged({ ...request(body), headers }, signing, new Date(), async () => undefined);
        expect(reason).toMatch(/\w/);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a callback', () => {
  const events = { onReceipt: async () => undefined, onInbound: async () => undefined };
  const { smsgate } = PRESETS;
  const receiver = { provider: smsgate!, account, events, fetch: async () => undefined };
  const receipt = JSON.stringify({ event: 'sms:delivered', payload: { messageId: 'x', phoneNumber: '+38640123456' } });

  test('that wants to be confirmed is taken once that was done', async () => {
    const asked: string[] = [];
    let answer: string | undefined;
    const fetch = async (url: string) => {
      asked.push(url);
      return answer;
    };
    const { amazon } = PRESETS;
    const provider = { ...amazon!, forged: () => undefined };
    const confirm = request(JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.example/' }));
    expect(await takeCallback({ ...receiver, provider, fetch }, confirm, new Date())).toEqual({ status: 503 });
    answer = '<ok/>';
    expect(await takeCallback({ ...receiver, provider, fetch }, confirm, new Date())).toEqual({ status: 200 });
    expect(asked).toEqual(['https://sns.example/', 'https://sns.example/']);
  });

  test('is taken, refused as it is, or put off, by what can be done with it', async () => {
    const now = new Date();
    expect(await takeCallback(receiver, request(receipt), now)).toEqual({ status: 200 });
    expect(await takeCallback(receiver, request('{'), now)).toEqual({ status: 400 });
    const signed = { ...receiver, account: { ...account, signingSecret: 'key' } };
    expect(await takeCallback(signed, request(receipt), now)).toEqual({ status: 403 });
    const away = { ...events, onReceipt: () => Promise.reject(new Error('the database is away')) };
    expect(await takeCallback({ ...receiver, events: away }, request(receipt), now)).toEqual({ status: 503 });
  });
});
