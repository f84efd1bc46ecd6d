/** The addresses from which the demo account can be used, over every protocol. */
import { expect, test } from 'vitest';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { isDemoElsewhere } from '../../src/flows/accounts/keys.ts';
import { SmppAccess } from '../../src/flows/smpp/access.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { SmtpClient } from '../email/client.ts';
import { emailService, letter, body as mailBody, smsOf } from '../email/rig.ts';
import { testAccount } from '../harness/accounts.ts';
import { demoKey, serviceOn, testConfig } from '../harness/service.ts';
import { credential } from '../smsc/rig.ts';

const proxied = { HERMOD_TRUSTED_PROXIES: '127.0.0.0/8', HERMOD_SMTP_XFORWARD_PEERS: '127.0.0.1' };
const usual = await emailService(proxied);
const { db, url } = usual;
const asked = await serviceOn(url, { ...proxied, HERMOD_DEMO: 'true' });
const other = await testAccount(db);
await db.query(`UPDATE accounts SET doors = '{kannel}'`);

const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
const message = { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'x' } };

test.each([
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['198.51.100.7', true],
  ['2001:db8::1', true],
  ['not an address', true],
  [undefined, true],
])('the demo account, used from %s, is used elsewhere: %s', (address, expected) => {
  expect(isDemoElsewhere({ demoAnywhere: false }, demoAccountId, address)).toBe(expected);
  expect(isDemoElsewhere({ demoAnywhere: true }, demoAccountId, address)).toBe(false);
  expect(isDemoElsewhere({ demoAnywhere: false }, other.id, address)).toBe(false);
});

test.each([
  ['GET', '/v1/account', undefined],
  ['POST', '/v1/sms/messages', message],
  ['POST', '/v1/console/link', {}],
])('over HTTP, %s %s: from this machine, or where HERMOD_DEMO=true asks for it', async (method, path, body) => {
  const call = { method, path, ...(body === undefined ? {} : { body }) };
  // Twice: a known key takes another path through the server.
  for (let round = 0; round < 2; round++) {
    expect((await usual.call(call)).status).toBeLessThan(300);
    expect(await usual.call({ ...call, headers: elsewhere })).toMatchObject({
      status: 401,
      body: {
        error: 'error: 401 - The demo account can be used from this machine only, unless HERMOD_DEMO=true is set',
      },
    });
    expect((await asked.call({ ...call, headers: elsewhere })).status).toBeLessThan(300);
  }
  expect((await usual.call({ path: '/v1/account', key: other.key, headers: elsewhere })).status).toBe(200);
});

test('the same rule over a compatibility API', async () => {
  const query = new URLSearchParams({ username: demoAccountId, password: demoKey, to: '+38640123456', text: 'x' });
  const path = `/cgi-bin/sendsms?${query.toString()}&from=Hermod`;
  expect((await usual.call({ path, key: null })).status).toBe(202);
  expect((await usual.call({ path, key: null, headers: elsewhere })).status).toBe(403);
  expect((await asked.call({ path, key: null, headers: elsewhere })).status).toBe(202);
});

test('the same rule over SMPP', async () => {
  const { systemId, password } = await credential(db);
  const access = (environment: Record<string, string>) =>
    new SmppAccess({
      config: testConfig(environment),
      db,
      log: createLog('silent'),
      metrics: createMetrics(),
      clock: Date.now,
    });
  const from = (address: string) => ({ systemId, password, address, network: address });
  const [local, anywhere] = [access({}), access({ HERMOD_DEMO: 'true' })];
  expect(await local.check(from('127.0.0.1'))).toMatchObject({ credential: { systemId } });
  expect(await local.check(from('198.51.100.7'))).toBe('address');
  expect(await anywhere.check(from('198.51.100.7'))).toMatchObject({ credential: { systemId } });
});

test('the same rule by e-mail', async () => {
  const send = async (peer: string) => {
    const { client } = await SmtpClient.connect(usual.smtpPort);
    await client.command('EHLO relay.example');
    await client.command(`XFORWARD ADDR=${peer}`);
    const raw = letter(mailBody({ key: demoKey, sender: 'Hermod', content: peer }));
    await client.deliver({ raw });
    client.socket.destroy();
    return (await smsOf(db, { id: demoAccountId })).map(({ content }) => content);
  };
  expect(await send('127.0.0.1')).toContain('127.0.0.1');
  expect(await send('198.51.100.7')).not.toContain('198.51.100.7');
});
