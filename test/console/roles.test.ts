/**
 * What the role support may do. Made from the operator's own document: a new endpoint that shows a text or a key, or changes
 * something, is asked here as soon as it is documented.
 */

import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { request as ask } from 'undici';
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { deliver } from '../email/client.ts';
import { emailService, letter, body as mailBody } from '../email/rig.ts';
import { idsOf, request, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Document, requestsOf } from '../security/operations.ts';
import { browser, linkIn } from './browser.ts';

const service = await emailService({ HERMOD_SENDER_APPROVAL: 'auto', HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db, base, smtpPort, call } = service;
await ensureDefaultCarrier(db, undefined);
const admin = operator(service);
/** In the description of a generic carrier, where a provider wants a token that is not the password. */
const carrierToken = 'token-of-a-gateway-7323';
await admin({
  path: '/carriers',
  body: {
    name: 'Gateway',
    url: 'https+generic://user:password@gateway.example.com',
    enabled: false,
    description: {
      method: 'POST',
      path: '/send',
      headers: { 'x-token': carrierToken },
      answer: { reference: { body: true } },
    },
  },
});

const texts = {
  sent: 'Zaupno besedilo 7319',
  came: 'Zaupen odgovor 7320',
  mailed: 'Zaupna posta 7321',
  receipt: 'Zaupno 7322',
};
const number = '+38640300007';
const url = 'http://127.0.0.1:9/';
const account = await testAccount(db, { senders: [{}, { value: number, type: 1 }] });
await db.query('UPDATE senders SET inbound_url = $2 WHERE value = $1', [number, url]);
await db.query('UPDATE accounts SET contact_email = $2 WHERE id = $1', [account.id, 'anna@example.com']);
const sent = await sender(service, account)({ message: { content: texts.sent }, deliveryReportUrl: url });
await admin({ path: '/simulator/inbound', body: { from: '+38640123456', to: number, text: texts.came } });
await deliver(smtpPort, {
  raw: letter(mailBody({ key: account.key, content: texts.mailed }), { Subject: texts.mailed }),
});
await call({ path: '/v1/senders', key: account.key, body: { value: 'Coded', type: 0, channel: 'SMS' } });
const { rows: carriers } = await db.query<{ id: string }>('SELECT id FROM carriers LIMIT 1');
await db.query(
  `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text) VALUES ($1, $2, '{x}', 'delivered', '', $3)`,
  [newId(), carriers[0]!.id, `id:x text:${texts.receipt}`],
);

async function first(path: string, list: string, id: string): Promise<string> {
  const find = async () => ((await admin({ path })).body as Record<string, Record<string, string>[]>)[list]?.[0]?.[id];
  return vi.waitFor(async () => (await find()) ?? Promise.reject(new Error(`nothing in ${path}`)), {
    timeout: patienceMs,
  });
}
const inboundDelivery = '/webhooks/deliveries?kind=inbound%20message';
const known = {
  accountId: account.id,
  keyId: account.keyId,
  messageId: idsOf(sent)[0],
  carrierId: carriers[0]!.id,
  emailId: await first('/emails', 'emails', 'emailId'),
  mailId: await first('/mails', 'mails', 'mailId'),
  deliveryId: await first(inboundDelivery, 'deliveries', 'deliveryId'),
  senderId: await first('/senders', 'senders', 'senderId'),
  number: '+38640123456',
};
const { rows: codes } = await db.query<{ code: string }>(
  `SELECT substring(body FROM '[0-9]{6}') AS code FROM outgoing_mails WHERE id = $1`,
  [known.mailId],
);
const secret = {
  texts: [...Object.values(texts), `code is ${codes[0]!.code}`, codes[0]!.code],
  keys: [account.key.slice(0, 8), carrierToken],
};

const document = (await call({ path: '/admin/openapi.json', key: null })).body as Document;
const operations = requestsOf(document, known);
const reads = operations.filter(({ method }) => method === 'GET');

async function cookieOf(name: string, grants: string[]): Promise<string> {
  const created = await admin({ path: '/operators', body: { name, role: 'support', grants } });
  const visitor = browser(service);
  await visitor.logIn({ link: linkIn(created) });
  return visitor.cookie()!;
}

/** The text of an answer; of one that does not end, the first part. */
async function said(path: string, cookie: string): Promise<{ status: number; text: string }> {
  const answer = await ask(base + path, { headers: { cookie } });
  if (!String(answer.headers['content-type']).includes('event-stream'))
    return { status: answer.statusCode, text: await answer.body.text() };
  let text = '';
  setTimeout(() => answer.body.destroy(), 500);
  answer.body.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await finished(answer.body).catch(() => {});
  return { status: answer.statusCode, text };
}

/** Operations that show any of these to the holder of this cookie. */
async function showing(secrets: readonly string[], cookie: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, path } of reads) {
    for (const query of ['', '?content=true', '?kind=inbound%20message']) {
      const { status, text } = await said(path + query, cookie);
      if (query === '') expect([200, 400, 404, 409], `${name} ${text}`).toContain(status);
      if (secrets.some((each) => text.includes(each))) found.push(name);
    }
  }
  return [...new Set(found)];
}

const withTexts = [
  'messages',
  'messages/{messageId}',
  'webhooks/deliveries',
  'webhooks/deliveries/{deliveryId}',
  'inbound',
]
  .concat(['receipts/unmatched', 'emails', 'emails/{emailId}', 'mails/{mailId}'])
  .map((path) => `GET /admin/v1/${path}`);
const withKeys = ['keys', 'keys/{keyId}', 'accounts/{accountId}/keys'].map((path) => `GET /admin/v1/${path}`);

test('support reads no text and no key, wherever one asks', async () => {
  const cookie = await cookieOf('Nothing', []);
  expect(await showing([...secret.texts, ...secret.keys], cookie)).toEqual([]);
  const list = await said('/admin/v1/messages?content=true', cookie);
  expect(list.text).toContain(known.messageId);
});

test('with a grant, texts are shown, and keys are not', async () => {
  const cookie = await cookieOf('Reader', ['text']);
  expect(await showing(secret.texts, cookie)).toEqual(expect.arrayContaining(withTexts));
  const keys = await showing(secret.keys, cookie);
  for (const name of withKeys) expect(keys).not.toContain(name);
});

test('with the other, keys are shown, and texts are not', async () => {
  const cookie = await cookieOf('Keeper', ['keys']);
  expect(await showing(secret.keys, cookie)).toEqual(expect.arrayContaining(withKeys));
  expect(await showing(secret.texts, cookie)).toEqual([]);
});

/** Parameters that compare with something support may read as well; a new one has to be judged. */
const open = new Set(
  [
    'limit cursor from to before range group by hours status state kind outcome accountId carrierId messageId subjectId action channel',
    'actor actorId actorKind subjectKind step',
    'country currency name systemId sender recipient destination number author content endpoint submissionId reason reference',
  ]
    .join(' ')
    .split(' '),
);

test('support cannot filter by what it may not read', async () => {
  const filters = Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => `${path}?${name}`),
  );
  const closed = filters.filter((each) => !open.has(each.split('?')[1]!));
  expect(closed).toEqual(['/admin/v1/keys?prefix', '/admin/v1/messages?text', '/admin/v1/messages.csv?text']);
  const reader = await cookieOf('Prober', ['text']);
  const keeper = await cookieOf('Finder', ['keys']);
  for (const each of closed) {
    const isKey = each.endsWith('prefix');
    const [sought, id] = isKey
      ? [account.key.slice(0, 3), known.keyId]
      : [encodeURIComponent(texts.sent), known.messageId];
    const refused = await said(`${each}=${sought}`, isKey ? reader : keeper);
    expect([each, refused.status]).toEqual([each, 403]);
    expect(refused.text).not.toContain(id);
    expect((await said(`${each}=${sought}`, isKey ? keeper : reader)).text, each).toContain(id);
  }
});

test('support changes nothing, and acts for no account', async () => {
  const cookie = await cookieOf('Idle', ['text', 'keys']);
  const headers = { cookie, 'hermod-console': '1' };
  const refused = { error: 'error: 403 - Your role may not change this' };
  for (const { name, method, path, type, body } of operations.filter((each) => each.method !== 'GET')) {
    const content = type === undefined ? {} : { 'content-type': type };
    const raw = body === undefined ? {} : { raw: body };
    const answer = await call({ method, path, key: null, headers: { ...headers, ...content }, ...raw });
    expect([answer.status, answer.body], name).toEqual([403, refused]);
  }
  const acting = { ...headers, 'hermod-account': account.id };
  for (const method of ['GET', 'POST']) {
    const answer = await call({ method, path: '/v1/sms/messages', key: null, headers: acting, body: request() });
    expect(answer.status).toBe(403);
  }
});

/** A session may change ten things a second. */
async function patiently(request: Parameters<typeof call>[0]): ReturnType<typeof call> {
  for (;;) {
    const answer = await call(request);
    if (answer.status !== 429) return answer;
    await sleep(200);
  }
}

test('of the customers’ endpoints, an account’s session reaches what is its own', async () => {
  const outsider = await testAccount(db);
  const visitor = browser(service);
  await visitor.logIn({ link: linkIn(await call({ path: '/v1/console/link', method: 'POST', key: outsider.key })) });
  const customers = (await call({ path: '/openapi.json', key: null })).body as Document;
  const own = requestsOf(customers, { ...known, id: known.senderId }).filter(({ path }) => path.startsWith('/v1/'));
  const none = requestsOf(customers, {}).filter(({ path }) => path.startsWith('/v1/'));
  const headers = { cookie: visitor.cookie()!, 'hermod-console': '1', 'hermod-account': account.id };
  for (const [index, { name, method, path, type, body, hasId }] of own.entries()) {
    if (!hasId) continue;
    const content = type === undefined ? {} : { 'content-type': type };
    const raw = body === undefined ? {} : { raw: body };
    const asked = { method, key: null, headers: { ...headers, ...content }, ...raw };
    const [theirs, nobodys] = [
      await patiently({ ...asked, path }),
      await patiently({ ...asked, path: none[index]!.path }),
    ];
    expect([theirs.status, theirs.text], name).toEqual([nobodys.status, nobodys.text]);
    expect([400, 404], name).toContain(theirs.status);
  }
});
