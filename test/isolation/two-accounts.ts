/** Alder has one object of every kind; Birch has its own, and tries to read Alder's. */
import { expect, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEmails } from '../../src/store/email/emails.ts';
import { idsOf, type TestAccount, testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import type { Receiver } from '../harness/receiver.ts';
import type { Answer, Call, TestService } from '../harness/service.ts';

export type Party = TestAccount & {
  readonly name: string;
  /** By the name of the path parameter that takes it. */
  readonly ids: Readonly<Record<string, string>>;
  /** By the name of the query parameter that takes it. */
  readonly values: Readonly<Record<string, string>>;
  /** Texts that no other account may ever read. */
  readonly secrets: readonly string[];
  readonly call: (options: Omit<Call, 'key'>) => Promise<Answer>;
};

type Page = { messages?: Named[]; deliveries?: Named[]; senders?: Named[]; entries?: Named[]; nextCursor?: string };
type Named = { messageId?: string; deliveryId?: string; id?: string; submissionId?: string };

/** `place` makes the numbers and names of the two accounts different. */
export async function party(service: TestService, receiver: Receiver, name: string, place: number): Promise<Party> {
  const number = `+3864030000${place}`;
  const destination = `+3864040000${place}`;
  const account = await testAccount(service.db, {
    senders: [{ value: name }, { value: number, type: 1 }],
    balance: `10${place}.5`,
  });
  await service.db.query('UPDATE accounts SET name = $2 WHERE id = $1', [account.id, `${name} Ltd`]);
  const call = (options: Omit<Call, 'key'>) => service.call({ ...options, key: account.key });
  const url = `${receiver.url}/${name}`;
  const content = `The secret of ${name}`;
  const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
  const body = {
    sender: name,
    destinations: [destination],
    message: { content },
    deliveryReportUrl: url,
    scheduledTime,
    reference: `Order of ${name}`,
  };
  const send = async () => idsOf(await call({ path: '/v1/sms/messages', body }))[0]!;
  const messageId = await send();
  // A completed message leaves a webhook behind.
  const cancelled = await send();
  await call({ method: 'POST', path: `/v1/sms/messages/${cancelled}/cancel` });
  const delivered = async () => (await page('/v1/webhooks/deliveries?state=delivered')).deliveries!;
  const page = async (path: string) => (await call({ path })).body as Page;
  await vi.waitUntil(async () => (await delivered()).length === 1, { timeout: patienceMs, interval: 100 });
  const deliveryId = (await delivered())[0]!.deliveryId!;
  const pending = { value: `${name}2`, type: 0, channel: 'SMS' };
  const senderId = ((await call({ path: '/v1/senders', body: pending })).body as { id: string }).id;
  const optedOut = `+3864050010${place}`;
  // One of them is deleted during the tests.
  await call({ path: '/v1/opt-outs', body: { numbers: [`+3864050020${place}`, optedOut], sender: name } });
  const { optOuts } = (await call({ path: '/v1/opt-outs' })).body as { optOuts: { optOutId: string }[] };
  const optOutId = optOuts[0]!.optOutId;
  const template = { name: `Template of ${name}`, texts: { en: content } };
  const created = await call({ path: '/v1/templates', body: template });
  const { templateId } = created.body as { templateId: string };
  const emailId = await received(service, account.id, { name, content, number });
  const endpoint = { url, kinds: ['inbound message'], description: `Endpoint of ${name}`, enabled: false };
  const { endpointId } = (await call({ path: '/v1/webhook-endpoints', body: endpoint })).body as { endpointId: string };
  const cursor = (await page('/v1/sms/messages?limit=1')).nextCursor!;
  const submissionId = (await page('/v1/ledger?kind=charge')).entries![0]!.submissionId!;
  return {
    ...account,
    name,
    ids: { messageId, cancelledId: cancelled, deliveryId, senderId, emailId, optOutId, endpointId, templateId },
    values: {
      number: optedOut,
      sender: name,
      destination,
      messageId,
      submissionId,
      text: content,
      reference: `Order of ${name}`,
      reason: 'none of its messages has one',
      cursor,
      recipient: number,
      author: authorOf(name),
    },
    secrets: [
      account.id,
      account.key,
      account.keyId,
      name,
      number,
      destination,
      content,
      messageId,
      deliveryId,
      senderId,
      emailId,
      submissionId,
      cancelled,
      optedOut,
      optOutId,
      endpointId,
      templateId,
    ],
    call,
  };
}

const authorOf = (name: string): string => `${name.toLowerCase()}@${name.toLowerCase()}.example`;

/** A reply to one of its numbers, and an e-mail that contained its key. */
async function received(
  { db }: TestService,
  accountId: string,
  { name, content, number }: { name: string; content: string; number: string },
): Promise<string> {
  await db.query(
    `INSERT INTO inbound_messages (id, account_id, carrier_id, sender, recipient, text, complete, received_at)
     VALUES ($1, $2, $3, '+38640123456', $4, $5, true, now())`,
    [newId(), accountId, newId(), number, content],
  );
  const id = newId();
  const email = { via: 'SMTP', peer: '192.0.2.1', envelopeFrom: authorOf(name), from: authorOf(name) } as const;
  const kept = { messageId: undefined, subject: content, headers: [], tags: {}, proof: {}, size: 100, text: content };
  const ended = { outcome: 'sent', reason: undefined, submissionId: undefined, messageIds: [] } as const;
  await insertEmails(db, [{ id, accountId, ...email, ...kept, ...ended }]);
  return id;
}

/** The content of a response, without the parts that always differ, and with the requested id removed. */
export function essence({ status, headers, text }: Answer, ...asked: string[]): object {
  const { date, 'x-request-id': requestId, ratelimit, ...rest } = headers;
  expect([typeof date, typeof requestId, typeof ratelimit]).toEqual(['string', 'string', 'string']);
  return { status, headers: rest, text: asked.reduce((left, id) => left.replaceAll(id, '(what was asked for)'), text) };
}
