/** The reference describes the webhooks exactly as they are sent: every header, every field, and how to verify them. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { testAccount } from '../harness/accounts.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

type Schema = { type?: string; enum?: string[]; required?: string[]; properties?: Record<string, Schema> };
type Event = {
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; description: string }[];
  requestBody: {
    content: { 'application/json': { schema: { $ref: string }; examples: { usual: { value: object } } } };
  };
  responses: object;
};
type Document = {
  info: { description: string };
  webhooks: Record<string, { post: Event }>;
  components: { schemas: Record<string, Schema> };
};

const { call, db } = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const receiver = await webhookReceiver();
const { key } = await testAccount(db);
const { secret } = (await call({ method: 'POST', path: '/v1/webhooks/secret', key })).body as { secret: string };
const document = (await call({ path: '/openapi.json', key: null })).body as Document;

const kinds: Record<string, string> = {
  deliveryReport: 'delivery report',
  inboundMessage: 'inbound message',
  senderStatus: 'sender status',
};

function expectFitting(value: unknown, { required = [], properties = {} }: Schema): void {
  const fields = value as Record<string, unknown>;
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(required));
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(fields)));
  for (const [name, field] of Object.entries(fields)) {
    const { type, enum: allowed } = properties[name]!;
    if (allowed) expect(allowed).toContain(field);
    else
      expect(type).toBe(
        typeof field === 'number' && Number.isInteger(field) && type === 'integer' ? 'integer' : typeof field,
      );
  }
}

test('all three kinds are described, and the emails', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(kinds));
  for (const word of ['## Email2SMS', '#startcontent#', '#callbackurl#', 'sms@localhost', 'Standard Webhooks'])
    expect(document.info.description).toContain(word);
});

test.each(Object.keys(kinds))('%s arrives as described', async (name) => {
  const { parameters, requestBody, security, responses } = document.webhooks[name]!.post;
  const { schema, examples } = requestBody.content['application/json'];
  const described = document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  const before = receiver.received.length;
  await call({ path: '/v1/webhooks/sample', key, body: { kind: kinds[name], url: receiver.url } });
  const { headers, body, method } = (await receiver.until(before + 1)).at(-1) as Received;
  expect(method).toBe('POST');
  for (const header of parameters) expect(headers, header.name).toHaveProperty(header.name.toLowerCase());
  const names = parameters.map((each) => each.name);
  expect(names.slice(-3)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(names.includes('X-Message-Id')).toBe(name === 'deliveryReport');
  expectFitting(JSON.parse(body), described);
  expectFitting(examples.usual.value, described);
  // Verified only by what the description says.
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`)
    .digest('base64');
  expect((headers['webhook-signature'] as string).split(' ')).toContain(`v1,${signature}`);
  expect([security, Object.keys(responses)]).toEqual([[], ['2XX']]);
});
