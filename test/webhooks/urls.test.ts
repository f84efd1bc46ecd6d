/** URLs that can never work are refused in every request, and those in older rows cause no damage and reveal nothing. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { emailService, letter, body as mailBody, outcome } from '../email/rig.ts';
import { books, sender, testAccount, times } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';

const service = await emailService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.1/32', HERMOD_WEBHOOK_RETRY_SCALE: '0.0001' });
const { db, call } = service;
const account = await testAccount(db);
const { key } = account;
const form = 'must be an http or https URL of at most 2048 characters';
const { rows: senders } = await db.query<{ id: string }>('SELECT id FROM senders WHERE account_id = $1', [account.id]);

const wrong: [url: string, fault: string][] = [
  ['ftp://example.com/', form],
  [`https://example.com/${'x'.repeat(2_048)}`, form],
  ['https://example.com/\0', form],
  ['https://example.com/\ud800', form],
  ['https://user@example.com/', 'must not hold a user name or password'],
  ['https://user:hunter2@example.com/', 'must not hold a user name or password'],
  ['http://127.0.0.2/', 'must not lead to 127.0.0.2: webhooks may not reach that address'],
  ['http://0x7f.2:8080/', 'must not lead to 127.0.0.2: webhooks may not reach that address'],
  ['http://169.254.169.254/latest', 'must not lead to 169.254.169.254: webhooks may not reach that address'],
  ['http://[::ffff:10.0.0.1]/', 'must not lead to ::ffff:a00:1: webhooks may not reach that address'],
  ['http://[64:ff9b::10.0.0.1]/', 'must not lead to 64:ff9b::a00:1: webhooks may not reach that address'],
  ['http://example.com:0/', 'must not name port 0'],
];

test.each(wrong)('%.60j is refused over HTTP, and nothing changes', async (url, fault) => {
  const before = await books(db, account);
  const refusal = { status: 400, body: { error: `Error: 7 - Message rejected: deliveryReportUrl ${fault}` } };
  const send = sender(service, account);
  expect(await send({ deliveryReportUrl: url })).toMatchObject(refusal);
  expect(await send({ deliveryReportUrl: url }, { 'idempotency-key': newId() })).toMatchObject(refusal);
  const preview = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'x' }, deliveryReportUrl: url };
  expect(await call({ path: '/v1/sms/messages/preview', key, body: preview })).toMatchObject(refusal);
  const path = `/v1/senders/${senders[0]!.id}`;
  for (const field of ['deliveryReportUrl', 'inboundUrl']) {
    expect(await call({ path, key, method: 'PATCH', body: { [field]: url } })).toMatchObject({
      status: 400,
      body: { error: `error: 400 - ${field} ${fault}, or null` },
    });
  }
  expect(await call({ path: '/v1/webhooks/sample', key, body: { kind: 'delivery report', url } })).toMatchObject({
    status: 400,
    body: { error: `error: 400 - url ${fault}` },
  });
  expect(await books(db, account)).toEqual(before);
  expect((await call({ path: '/v1/webhooks/deliveries', key })).body).toEqual({ deliveries: [] });
});

test.each(wrong.filter(([url]) => !/\p{C}/u.test(url)))('%.60j is refused by e-mail', async (url, fault) => {
  const more = `#callbackurl#\n${url}\n`;
  const { sms, errors } = await outcome(service, account, {
    raw: letter(mailBody({ key, more }), { From: `${newId()}@good.example` }),
  });
  expect(sms).toEqual([]);
  expect(errors.join()).toContain(`Error: 7 - Message rejected: deliveryReportUrl ${fault}`);
});

test('a status callback URL is not validated, but has a limit; a URL that cannot be called is given up immediately and shown', async () => {
  const register = (statusCallbackUrl: string, value: string) =>
    call({ path: '/v1/senders', key, body: { value, type: 0, channel: 'SMS', statusCallbackUrl } });
  expect(await register(`http://example.com/${'x'.repeat(2_048)}`, 'Long')).toMatchObject({
    status: 400,
    body: { error: 'error: 400 - statusCallbackUrl must have at most 2048 characters' },
  });
  const tooLong = { statusCallbackUrl: 'x'.repeat(1_000_000) };
  expect(await call({ path: `/v1/senders/${senders[0]!.id}`, key, method: 'PATCH', body: tooLong })).toMatchObject({
    status: 400,
  });
  for (const [index, url] of ['nowhere', 'http://user:hunter2@example.com/'].entries())
    expect(await register(url, `Name ${index}`)).toMatchObject({ status: 202 });
  await vi.waitFor(
    async () => {
      const { body, text } = await call({ path: '/v1/webhooks/deliveries?kind=sender%20status', key });
      expect(body).toMatchObject({
        deliveries: [
          {
            state: 'given up',
            attemptCount: 1,
            url: 'http://user:***@example.com/',
            lastAttempt: { error: 'the URL holds a user name or password, which is not supported' },
          },
          { state: 'given up', attemptCount: 1, url: 'nowhere', lastAttempt: { error: 'the URL is not valid' } },
        ],
      });
      expect(text).not.toContain('hunter2');
    },
    { timeout: patienceMs, interval: 50 },
  );
});

/** Rows that could be written before there was a limit. */
async function oldEvents(owner: { id: string }, urls: readonly string[], payload = '{}'): Promise<string[]> {
  const made = urls.map((url) => ({ id: newId(), subjectId: newId(), url }));
  const given = { accountId: owner.id, kind: 'delivery report', payload } as const;
  await insertEvents(
    db,
    made.map((event) => ({ ...given, ...event })),
  );
  return made.map(({ id }) => id);
}

test('events with URLs of a megabyte are given up, one after the other, and listed with a truncated URL', async () => {
  const owner = await testAccount(db);
  const receiver = await webhookReceiver();
  await oldEvents(
    owner,
    times(20, (index) => `${receiver.url}/${index}${'x'.repeat(1_000_000)}`),
  );
  await vi.waitFor(
    async () => {
      const listed = await call({ path: '/v1/webhooks/deliveries?state=given%20up&limit=1000', key: owner.key });
      const { deliveries } = listed.body as { deliveries: { url: string; lastAttempt: { error: string } }[] };
      expect(deliveries).toHaveLength(20);
      for (const { url, lastAttempt } of deliveries) {
        expect(url).toHaveLength(2_048);
        expect(lastAttempt.error).toBe('the URL has more than 2048 characters');
      }
    },
    { timeout: patienceMs, interval: 50 },
  );
  expect(receiver.received).toEqual([]);
});

test('a page of large events ends early, and the next page continues', async () => {
  const owner = await testAccount(db);
  const receiver = await webhookReceiver();
  const ids = await oldEvents(
    owner,
    times(10, () => receiver.url),
    'x'.repeat(1_000_000),
  );
  await receiver.until(10);
  const admin = operator(service);
  const ways = [
    (query: string) => call({ path: `/v1/webhooks/deliveries?${query}`, key: owner.key }),
    (query: string) => admin({ path: `/webhooks/deliveries?accountId=${owner.id}&${query}` }),
  ];
  for (const way of ways) {
    const pages: string[][] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { body } = await way(`limit=1000${next && `&cursor=${next}`}`);
      const page = body as { deliveries: { deliveryId: string }[]; nextCursor?: string };
      pages.push(page.deliveries.map(({ deliveryId }) => deliveryId));
      next = page.nextCursor;
    }
    expect(pages.flat()).toEqual(ids.toReversed());
    expect(Math.max(...pages.map((page) => page.length))).toBe(5);
  }
});

test('events that were claimed repeatedly without a result are set aside, shown, and can be replayed', async () => {
  const owner = await testAccount(db);
  const receiver = await webhookReceiver();
  // More than the slots of an endpoint.
  const ids = times(40, newId);
  const given = { accountId: owner.id, kind: 'delivery report', url: receiver.url, payload: '{}' } as const;
  await db.transaction(async (tx) => {
    await insertEvents(
      tx,
      ids.map((id) => ({ ...given, id, subjectId: id })),
    );
    // The state after five processes that died of them.
    await tx.query('UPDATE outbox SET claims = 5, lease = $2 WHERE account_id = $1', [owner.id, newId()]);
  });
  const error = 'set aside: it was taken 5 times, and no attempt came to an end';
  await vi.waitFor(
    async () => {
      const { body } = await call({ path: '/v1/webhooks/deliveries?state=given%20up', key: owner.key });
      expect(body).toMatchObject({ deliveries: times(40, () => ({ lastAttempt: { error } })) });
    },
    { timeout: patienceMs, interval: 50 },
  );
  expect(receiver.received).toEqual([]);
  await call({ path: `/v1/webhooks/deliveries/${ids[0]}/replay`, method: 'POST', key: owner.key });
  await receiver.until(1);
});

test.each(['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T00:00:00+23:59'])(
  'since %s is answered, as a time or as none',
  async (since) => {
    const admin = operator(service);
    const answers = [
      await call({ path: '/v1/webhooks/replay', key, body: { since } }),
      await admin({ path: '/webhooks/replay', body: { accountId: account.id, since } }),
      await call({ path: `/v1/webhooks/deliveries?from=${encodeURIComponent(since)}`, key }),
      await call({ path: `/v1/webhooks/deliveries?to=${encodeURIComponent(since)}`, key }),
    ];
    const expected = since.includes(':60Z') ? 400 : 200;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
  },
);

test.each(['\0', 'http://\0', 'http://a.example/\0', 'http://\ud800.example', 'x'.repeat(100_000), '', 'http://a:1:2'])(
  'an endpoint %.40j to replay is answered',
  async (endpoint) => {
    const admin = operator(service);
    const since = '2026-01-01T00:00:00Z';
    const answers = [
      await call({ path: '/v1/webhooks/replay', key, body: { since, endpoint } }),
      await admin({ path: '/webhooks/replay', body: { accountId: account.id, since, endpoint } }),
    ];
    for (const { status } of answers) expect([200, 400]).toContain(status);
  },
);

test('after all tests no slot is in use', async () => {
  const held = async () =>
    ((await service.service.metrics()) as { name: string; values: { value: number }[] }[]).find(
      ({ name }) => name === 'hermod_webhooks_held',
    )!.values[0]!.value;
  await expect.poll(held, { timeout: patienceMs }).toBe(0);
});
