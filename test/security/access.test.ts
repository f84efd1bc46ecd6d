/** Every documented endpoint rejects a wrong key, and neither shows nor changes data of another account. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { addKey, idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { adminToken, testService } from '../harness/service.ts';
import { type Document, type Request, requestsOf } from './operations.ts';

const service = await testService();
const { db, base, call } = service;
const owner = await testAccount(db);
const otherAccount = await testAccount(db);
const destination = numbers(1)[0]!;
const secretText = 'only for the owner';
const sent = await sender(
  service,
  owner,
)({
  destinations: [destination],
  message: { content: secretText },
  scheduledTime: 4_000_000_000,
  deliveryReportUrl: 'http://127.0.0.1:9/owner',
});
const [messageId] = idsOf(sent);
const sampled = await call({
  path: '/v1/webhooks/sample',
  key: owner.key,
  body: { kind: 'delivery report', url: 'http://127.0.0.1:9/owner' },
});
const { deliveryId } = sampled.body as { deliveryId: string };
const { rows: senders } = await db.query<{ id: string }>('SELECT id FROM senders WHERE account_id = $1', [owner.id]);
const secret = await call({ path: '/v1/webhooks/secret', method: 'POST', key: owner.key });

const known = {
  ...{ messageId, deliveryId, accountId: owner.id, keyId: owner.keyId, senderId: senders[0]!.id, id: senders[0]!.id },
  ...{ sender: 'Shop', destinations: [destination], content: 'Hello', url: 'http://127.0.0.1:9/', value: 'Unowned' },
};
const documents = {
  customer: (await call({ path: '/openapi.json', key: null })).body as Document,
  operator: (await call({ path: '/admin/openapi.json', key: null })).body as Document,
};
const forCustomers = requestsOf(documents.customer, known);
const forOperators = requestsOf(documents.operator, known);

const agents: Agent[] = [];
afterAll(() => Promise.all(agents.map((agent) => agent.close())));
let addresses = 1;

/** Each request comes from another address, because wrong operator tokens limit their address. */
async function attempt({ method, path, type, body }: Request, headers: Record<string, string>) {
  addresses += 1;
  const agent = new Agent({ localAddress: `127.0.${addresses >> 8}.${addresses & 255}` });
  agents.push(agent);
  const answer = await request(base + path, {
    dispatcher: agent,
    method: method as 'GET',
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const isStream = [answer.headers['content-type']].flat()[0]?.startsWith('text/event-stream') ?? false;
  return { status: answer.statusCode, text: isStream ? await firstFigures(answer.body) : await answer.body.text() };
}

/** A stream does not end; its first figures follow the events that it replays. */
async function firstFigures(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of body) {
    text += piece.toString();
    if (text.includes('event: now')) break;
  }
  return text;
}

const { rows: tables } = await db.query<{ name: string }>(
  `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND c.column_name = 'account_id' AND t.table_type = 'BASE TABLE'
     AND c.table_name !~ '_(p|w)?\\d{4,}' AND c.table_name NOT IN ('outbox', 'webhook_attempts', 'audit', 'traffic', 'traffic_by_origin', 'delivery_times', 'failures', 'live_rates')`,
);
/** One statement for all tables: it runs more than a thousand times. */
const rowsOfOwner = tables
  .map(({ name }) => `SELECT '${name}' AS name, row_to_json(t)::text AS row FROM ${name} t WHERE account_id = $1`)
  .join(' UNION ALL ');

/** All rows of the owner, by table. */
async function belongings(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = Object.fromEntries(tables.map(({ name }) => [name, []]));
  const { rows } = await db.query<{ name: string; row: string }>(`${rowsOfOwner} ORDER BY 1, 2`, [owner.id]);
  for (const { name, row } of rows) found[name]!.push(row);
  return found;
}

const ownerSecrets = [
  owner.id,
  owner.key,
  messageId!,
  deliveryId,
  secretText,
  (secret.body as { secret: string }).secret,
];

test('the owner can read its message', async () => {
  const answer = await call({ path: `/v1/sms/messages/${messageId}`, key: owner.key });
  expect(answer.text).toContain(destination);
});

describe.each(forCustomers)('$name', (operation) => {
  const refused: [string, () => Promise<Record<string, string>>][] = [
    ['no key', async () => ({})],
    ['something that is not a key', async () => ({ apikey: 'key' })],
    ['a key that does not exist', async () => ({ apikey: randomUUID() })],
    ['the operator token', async () => ({ apikey: adminToken, authorization: `Bearer ${adminToken}` })],
    ['a revoked key', () => endedKey('revoked_at = now()')],
    ['an expired key', () => endedKey(`expires_at = now() - interval '1 second'`)],
  ];

  test.each(refused)('with %s: rejected, and nothing is shown or changed', async (_what, credentials) => {
    const before = await belongings();
    const { status, text } = await attempt(operation, await credentials());
    expect([400, 401]).toContain(status);
    expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
    for (const each of ownerSecrets) expect(text).not.toContain(each);
    expect(withoutKeys(await belongings())).toEqual(withoutKeys(before));
  });

  test('with the key of another account: no data of the owner is shown or changed', async () => {
    const before = await belongings();
    const { status, text } = await attempt(operation, { apikey: otherAccount.key });
    // The endpoints of a console session take no key.
    if (operation.path.startsWith('/console/')) expect([400, 401]).toContain(status);
    else if (operation.path.startsWith('/v1/keys')) expect([400, 403]).toContain(status);
    else if (operation.hasId) expect([400, 404]).toContain(status);
    expect(status).toBeLessThan(500);
    for (const each of ownerSecrets) expect(text).not.toContain(each);
    expect(await belongings()).toEqual(before);
  });
});

describe.each(forOperators)('$name', (operation) => {
  const refused: [string, Record<string, string>][] = [
    ['no token', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['an API key as token', { authorization: `Bearer ${owner.key}` }],
    ['an API key', { apikey: owner.key }],
  ];

  test.each(refused)('with %s: rejected, and nothing is shown or changed', async (_what, headers) => {
    const before = await belongings();
    const { status, text } = await attempt(operation, headers);
    expect(status).toBe(401);
    for (const each of [...ownerSecrets, adminToken]) expect(text).not.toContain(each);
    expect(await belongings()).toEqual(before);
  });
});

async function endedKey(change: string): Promise<Record<string, string>> {
  const { key, keyId } = await addKey(db, owner.id);
  await db.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [keyId]);
  return { apikey: key };
}

/** The test itself adds keys. */
function withoutKeys(rows: Record<string, string[]>): Record<string, string[]> {
  return { ...rows, api_keys: [] };
}
