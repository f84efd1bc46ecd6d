/** A copy of the database reveals, without the key, none of the secrets that the service uses. */
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { base32, codeAt } from '../../src/domain/access/totp.ts';
import { signingKey } from '../../src/domain/callback/sha1.ts';
import { sidOf } from '../../src/domain/callback/twilio.ts';
import { verify } from '../../src/domain/webhook/signature.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { startService } from '../../src/service.ts';
import { listCarriers } from '../../src/store/carrier/carriers.ts';
import { findCredentialsByName } from '../../src/store/console/operators.ts';
import { isOlderReleaseAlive } from '../../src/store/message/workers.ts';
import { readMigrations, refuseNewer, schemaState } from '../../src/store/schema/migrations.ts';
import { countSecrets } from '../../src/store/secrets/columns.ts';
import { findSecrets } from '../../src/store/webhook/secrets.ts';
import { browser } from '../console/browser.ts';
import { type Peer, peer } from '../dispatch/carrier.ts';
import { request, type TestAccount, testAccount } from '../harness/accounts.ts';
import type { TestDatabase } from '../harness/database.ts';
import { testDatabase } from '../harness/database.ts';
import { atEnd } from '../harness/endings.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { type RunningService, serviceOn, testConfig, testService } from '../harness/service.ts';
import { searchEverywhere } from '../retention/dump.ts';

const receiver = await webhookReceiver();
const smscs = [await peer({ password: 'defPass1' }), await peer({ password: 'defPass1' })] as const;
const fresh = await testService();
const attacked = await testService();

/** A process of release 0.1.0, which does not report its release, and stays alive until the test ends it. */
const older = newId();
const upgraded = await testDatabase();
await upgraded.db.query(`INSERT INTO workers (id, oldest, seen_at) VALUES ($1, $1, now() + interval '1 hour')`, [
  older,
]);
const beside = { ...upgraded, ...(await serviceOn(upgraded.url)) };

const description = {
  method: 'POST',
  path: '/send?token=marker-in-a-path',
  headers: { 'x-token': 'marker-in-a-header' },
  json: { to: '{destination}', text: '{text}' },
  answer: { reference: { json: 'id' } },
  receipts: { format: 'json', reference: 'id', status: 'state', map: { done: 'delivered' } },
  signature: { kind: 'hmac-sha256', header: 'x-signature' },
};

/** One of each kind, made through the API. Returns the secrets that must not be found, by name. */
async function makeSecrets(
  service: RunningService & TestDatabase,
  account: TestAccount,
  smsc: Peer,
): Promise<Map<string, string>> {
  const { db, call, base } = service;
  const asOperator = operator(service);
  const markers = new Map(Object.entries({ 'default carrier': 'defPass1', 'carrier password': 'markPass' }));
  await ensureDefaultCarrier(db, `smpp://esme:defPass1@127.0.0.1:${smsc.port}?binds=1`);
  const smpp = { name: 'smpp', url: 'smpp://esme:markPass@127.0.0.1:1', enabled: false };
  const generic = {
    name: 'generic',
    url: 'https+generic://user:marker-of-generic@gateway.example.com',
    enabled: false,
    description,
    signingSecret: 'marker-that-signs',
  };
  for (const body of [smpp, generic]) {
    const made = await asOperator({ path: '/carriers', body });
    expect(made.status, made.text).toBe(201);
  }
  markers.set('generic password', 'marker-of-generic').set('signing secret', 'marker-that-signs');
  markers.set('description', 'marker-in-a-path').set('header', 'marker-in-a-header');
  for (const { name, callbackSecret } of await listCarriers(db)) markers.set(`callbacks of ${name}`, callbackSecret);

  const rotated = await call({ method: 'POST', path: '/v1/webhooks/secret', key: account.key });
  markers.set('webhook secret', (rotated.body as { secret: string }).secret);

  const password = 'a password of many words';
  for (const name of ['Vera', 'Tara'])
    await asOperator({ path: '/operators', body: { name, role: 'admin', password } });
  for (const name of ['Vera', 'Tara']) {
    const visitor = browser(service);
    await visitor.logIn({ name, password });
    expect(await visitor.call({ method: 'POST', path: '/console/v1/totp' })).toMatchObject({ status: 200 });
    const { totp_new_secret: secret, now } = (await findCredentialsByName(db, name))!;
    const code = codeAt(secret!, Math.floor(now / 30));
    if (name === 'Tara')
      expect(await visitor.call({ method: 'PUT', path: '/console/v1/totp', body: { code } })).toMatchObject({
        status: 204,
      });
    markers.set(`TOTP of ${name}`, secret!.toString('hex')).set(`TOTP of ${name} as shown`, base32(secret!));
  }

  await asOperator({ method: 'PATCH', path: `/accounts/${account.id}`, body: { doors: ['twilio'] } });
  markers.set('Twilio callbacks', signingKey(account.key));
  expect(await sendByTwilio(base, account)).toBe(201);
  return markers;
}

async function sendByTwilio(base: string, { id, key }: TestAccount, more: Record<string, string> = {}) {
  const sid = sidOf('AC', id);
  const fields = { To: '+38640123456', From: 'Shop', Body: 'Hi', StatusCallback: `${receiver.url}/twilio`, ...more };
  const answer = await fetch(`${base}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${sid}:${key}`)}` },
    body: new URLSearchParams(fields),
  });
  return answer.status;
}

async function found({ db }: TestDatabase, markers: ReadonlyMap<string, string>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, marker] of markers)
    for (const { table } of await searchEverywhere(db, marker.replace(/[+/=]/g, '\\$&')))
      names.push(`${name} in ${table}`);
  return names;
}

const isSigned = ({ headers, body }: Received, secret: string): boolean =>
  verify(
    {
      id: headers['webhook-id'] as string,
      timestamp: headers['webhook-timestamp'] as string,
      signature: headers['webhook-signature'] as string,
    },
    body,
    [secret],
    Date.now() / 1_000,
  ) === 'valid';

test('a dump of the whole database contains no secret', async () => {
  const account = await testAccount(fresh.db);
  const markers = await makeSecrets(fresh, account, smscs[0]);
  await receiver.until(2);
  await fresh.db.query('ANALYZE');
  expect(await found(fresh, markers)).toEqual([]);
  const held = await countSecrets(fresh.db);
  expect(new Set(held.map(({ keyId }) => keyId)).size).toBe(1);
  expect(held.map(({ table, column }) => `${table}.${column}`)).toHaveLength(8);
});

test('what an older release has written is encrypted once its last process has stopped, and stays usable', async () => {
  const { db, url } = upgraded;
  expect(await isOlderReleaseAlive(db)).toBe(true);
  const account = await testAccount(db);
  const smsc = smscs[1];
  const markers = await makeSecrets(beside, account, smsc);
  const clear = await found(beside, markers);
  for (const name of markers.keys())
    if (!name.endsWith('as shown')) expect(clear.join('\n'), 'what the older release has to read').toContain(name);
  // A report that is delivered only after everything is encrypted.
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await sendByTwilio(beside.base, account, { ScheduleType: 'fixed', SendAt: sendAt })).toBe(201);
  await expect.poll(() => smsc.counters.binds, { timeout: patienceMs }).toBe(1);

  const asOlder = async () =>
    refuseNewer(
      await schemaState(
        db,
        readMigrations().filter(({ name }) => name < '0040'),
      ),
    );
  await asOlder();

  // The planner's statistics of clear values have to be removed, too.
  await db.query('ANALYZE');
  await db.query('DELETE FROM workers WHERE id = $1', [older]);
  const next = await startService({ config: testConfig(), databaseUrl: url });
  atEnd(() => next.stop('immediate'));
  await expect.poll(() => found(beside, markers), { timeout: patienceMs }).toEqual([]);
  expect((await countSecrets(db)).filter(({ keyId }) => keyId === undefined)).toEqual([]);
  await expect(asOlder(), 'the older release does not start any more').rejects.toThrow(/newer than this Hermod/);

  receiver.received.length = 0;
  const { rows } = await db.query<{ id: string }>(`SELECT id FROM messages WHERE state = 'SCHEDULED'`);
  await beside.call({ method: 'POST', path: `/v1/sms/messages/${rows[0]!.id}/cancel`, key: account.key });
  await beside.call({
    path: '/v1/sms/messages',
    key: account.key,
    body: request({ deliveryReportUrl: `${receiver.url}/own` }),
  });
  const at = (path: string) => receiver.received.find((got) => got.path === path);
  await expect.poll(() => at('/twilio') && at('/own'), { timeout: patienceMs }).toBeDefined();
  const canceled = at('/twilio')!;
  const fields = Object.fromEntries(new URLSearchParams(canceled.body));
  const signature = canceled.headers['x-twilio-signature'] as string;
  expect(twilio.validateRequest(account.key, signature, `${receiver.url}/twilio`, fields)).toBe(true);
  expect(isSigned(at('/own')!, markers.get('webhook secret')!)).toBe(true);
  expect(smsc.counters.binds, 'no carrier was connected again').toBe(1);
});

test('an encrypted value that is changed, or moved to another row, column or account, is refused', async () => {
  const { db } = attacked;
  const [alder, birch] = [await testAccount(db), await testAccount(db)];
  for (const { key } of [alder, birch]) await attacked.call({ method: 'POST', path: '/v1/webhooks/secret', key });
  const refused = /^the secret in webhook_secrets.secret \S+ \S+ cannot be decrypted: it was changed, or moved/;
  const read = (account: TestAccount) => findSecrets(db, [account.id]);
  expect((await read(alder)).get(alder.id)).toHaveLength(1);
  const { rows } = await db.query<{ secret: string }>('SELECT secret FROM webhook_secrets WHERE account_id = $1', [
    alder.id,
  ]);
  const { secret } = rows[0]!;
  await db.query('UPDATE webhook_secrets SET secret = $2 WHERE account_id = $1', [birch.id, secret]);
  await expect(read(birch)).rejects.toThrow(refused);
  await db.query('DELETE FROM webhook_secrets WHERE account_id = $1', [birch.id]);
  await db.query('UPDATE webhook_secrets SET account_id = $2 WHERE account_id = $1', [alder.id, birch.id]);
  await expect(read(birch)).rejects.toThrow(refused);
  await db.query('UPDATE webhook_secrets SET account_id = $2 WHERE account_id = $1', [birch.id, alder.id]);
  const flipped = secret.replace(/.$/, secret.endsWith('A') ? 'Q' : 'A');
  await db.query('UPDATE webhook_secrets SET secret = $2 WHERE account_id = $1', [alder.id, flipped]);
  await expect(read(alder)).rejects.toThrow(refused);

  const made = { name: 'one', url: 'smpp://esme:markPass@127.0.0.1:1', enabled: false, signingSecret: 'marker' };
  await operator(attacked)({ path: '/carriers', body: made });
  await db.query('UPDATE carriers SET signing_secret = url');
  await expect(listCarriers(db)).rejects.toThrow(/carriers.signing_secret \S+ cannot be decrypted/);
});
