import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeCallback } from './callbacks.ts';
import { PRESETS } from './kind.ts';
import { BadCallback, type CallbackRequest, type ProviderAccount } from './provider.ts';

const account: ProviderAccount = {
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
    const signing = { ...account, signingSecret: 'a secret that cannot be guessed', options: {} };
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
  const receiver = { provider: smsgate!, account, events, fetch: async () => undefined, keep: async () => undefined };
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
    const signed = { ...receiver, account: { ...account, signingSecret: 'key' } };
    expect(await takeCallback(signed, request(receipt), now)).toEqual({ status: 403 });
    const away = { ...events, onReceipt: () => Promise.reject(new Error('the database is away')) };
    expect(await takeCallback({ ...receiver, events: away }, request(receipt), now)).toEqual({ status: 503 });
    const full = () => Promise.reject(new Error('the database is away'));
    expect(await takeCallback({ ...receiver, keep: full }, request('{'), now)).toEqual({ status: 503 });
  });
});

/** What the documents of a provider list, beside the receipts and texts that the stand-ins send. */
const notUnderstood: readonly (readonly [provider: string, path: string, body: object | string, reason: RegExp])[] = [
  ['twilio', 'status', 'MessageSid=SM1&MessageStatus=partially_delivered&To=%2B38640123456', /partially_delivered/],
  ['twilio', 'status', 'MessageSid=SM1&SmsStatus=received&From=%2B38640123456&To=%2B38640111222&Body=x', /received/],
  ['twilio', '', 'MessageSid=SM1&From=%2B38640123456&To=%2B38640111222&Body=x', /status/],
  ['plivo', 'status', 'MessageUUID=x&Status=received&To=38640123456', /received/],
  ['plivo', 'inbound', 'MessageUUID=x&From=38640123456&Text=x', /recipient/],
  ['infobip', 'status', { results: [{ messageId: 'x', to: '38640123456', status: { groupName: 'SEEN' } }] }, /SEEN/],
  ['infobip', 'status', { bulkId: 'x' }, /results/],
  ['vonage', 'status', { message_uuid: 'x', status: 'expired', to: '38640123456' }, /expired/],
  ['telnyx', 'status', { data: { event_type: 'message.deleted', payload: {} } }, /message\.deleted/],
  ['telnyx', 'status', { data: { event_type: 'message.finalized', payload: { id: 'x', to: [] } } }, /recipient/],
  [
    'sinch',
    'inbound',
    { type: 'mo_binary', id: 'x', from: '38640123456', to: '38640111222', body: 'AA==' },
    /mo_binary/,
  ],
  [
    'sinch',
    'status',
    { type: 'delivery_report_sms', batch_id: 'x', statuses: [{ status: 'Delivered', count: 1 }] },
    /recipients/,
  ],
  ['amazon', 'status', { Type: 'UnsubscribeConfirmation' }, /subscription/],
  [
    'amazon',
    'status',
    { Type: 'Notification', Message: '{"eventType":"MEDIA_DELIVERED","messageId":"x"}' },
    /MEDIA_DELIVERED/,
  ],
  [
    'smsgate',
    '',
    { event: 'sms:data-received', id: 'x', payload: { data: 'AA==', sender: '+38640123456' } },
    /data-received/,
  ],
  ['smsgate', '', { event: 'sms:delivered', id: 'x', payload: { recipient: '+38640123456' } }, /reference/],
  ['smsgate', '', '{', /JSON/],
];

test.each(notUnderstood)(
  'a callback of %s at /%s that is not understood is kept and taken: %j',
  async (name, path, body, reason) => {
    const kept: { reason: string; text: string }[] = [];
    const stored: unknown[] = [];
    const store = async (event: object) => {
      if (!('outcome' in event && event.outcome === 'no change')) stored.push(event);
    };
    const receiver = {
      provider: { ...PRESETS[name]!, forged: () => undefined },
      account: { ...account, options: {} },
      events: { onReceipt: store, onInbound: store },
      fetch: async () => undefined,
      keep: async (unread: { reason: string; text: string }) => void kept.push(unread),
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(await takeCallback(receiver, { ...request(text), path }, new Date())).toMatchObject({ status: 200 });
    expect(kept).toEqual([{ reason: expect.stringMatching(reason), text: `POST /${path}\n${text}` }]);
    expect(stored).toEqual([]);
  },
);

test('what is understood of a list is stored, although the rest is only kept', () => {
  const delivered = { messageId: 'x', to: '38640123456', status: { groupName: 'DELIVERED' } };
  const inbound = { messageId: 'y', from: '38640123456', to: '38640111222', text: 'STOP' };
  const body = JSON.stringify({ results: [delivered, inbound, { messageId: 'z' }, 7] });
  const read = PRESETS['infobip']!.read(request(body), account);
  expect(read).toMatchObject({ receipts: [{ outcome: 'delivered' }], inbounds: [{ id: 'y' }] });
  expect(read.unread).toHaveLength(2);
});

test.each([
  ['twilio', 'MessageSid=MM1&From=%2B38640123456&To=%2B38640111222&Body=&NumMedia=1&MediaUrl0=https%3A%2F%2Fx'],
  ['plivo', 'MessageUUID=x&From=38640123456&To=38640111222&Type=mms&Media0=https%3A%2F%2Fx'],
  ['vonage', '{"message_uuid":"x","from":"38640123456","to":"38640111222","message_type":"image","image":{"url":"x"}}'],
  [
    'telnyx',
    '{"data":{"event_type":"message.received","payload":{"id":"x","from":{"phone_number":"+38640123456"},"to":[{"phone_number":"+38640111222"}],"media":[{"url":"x"}]}}}',
  ],
  [
    'smsgate',
    '{"event":"mms:downloaded","id":"x","payload":{"sender":"+38640123456","recipient":"+38640111222","body":null,"attachments":[{}]}}',
  ],
])('an inbound message of %s with media is delivered with its text, and kept', (name, body) => {
  const read = PRESETS[name]!.read({ ...request(body), path: 'inbound' }, { ...account, options: {} });
  expect(read.inbounds).toMatchObject([{ sender: '+38640123456', recipient: '+38640111222' }]);
  expect(read.unread).toEqual([expect.stringContaining('media')]);
});

test('SMSGate names numbers as sender and recipient, and as phoneNumber in older versions', () => {
  const { smsgate } = PRESETS;
  const receipt = (payload: object) =>
    smsgate!.read(
      request(JSON.stringify({ event: 'sms:delivered', payload: { messageId: 'x', ...payload } })),
      account,
    );
  const [now] = receipt({ sender: null, recipient: '+38640123456' }).receipts;
  expect(now).toMatchObject({ keys: [{ key: 'x/38640123456' }], destination: '+38640123456' });
  expect(receipt({ phoneNumber: '+38640123456' }).receipts).toEqual([now]);
  expect(smsgate!.read(request('{"event":"system:ping","payload":{"health":{}}}'), account).unread).toEqual([]);
});
