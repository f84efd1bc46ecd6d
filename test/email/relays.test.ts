/** Mail servers in front of the listener: XFORWARD, and the connections reserved for them. */
import { expect, test, vi } from 'vitest';
import { networkOf } from '../../src/bounds/network.ts';
import { PeerLimits } from '../../src/email/receive/peer-limits.ts';
import { patienceMs } from '../harness/patience.ts';
import { testConfig } from '../harness/service.ts';
import { deliver, SmtpClient } from './client.ts';
import { dnsServer } from './dns.ts';
import { body, emailService, emailServiceOn, letter, mailAccount, processed, recordsOf, rejected } from './rig.ts';

const { address } = await dnsServer({
  'here.example TXT': ['v=spf1 ip4:203.0.113.7 -all'],
  '_dmarc.here.example TXT': ['v=DMARC1; p=reject'],
});
const dns = { HERMOD_DNS_SERVERS: address, HERMOD_SMTP_RATE_LIMIT: '0' };
const behind = await emailService({
  ...dns,
  HERMOD_EMAIL_TRUSTED_RELAYS: 'none',
  HERMOD_SMTP_XFORWARD_PEERS: '127.0.0.1',
});
const { db } = behind;
const alone = await emailServiceOn(behind.url, {
  ...dns,
  HERMOD_EMAIL_TRUSTED_RELAYS: 'none',
  HERMOD_EMAIL_MAX_MB: '1',
});
const account = await mailAccount(db, 'alice@here.example');
const raw = () => letter(body({ key: account.key }), { From: 'alice@here.example' });

async function session(port: number): Promise<SmtpClient> {
  const { client } = await SmtpClient.connect(port);
  await client.command('EHLO relay.example');
  return client;
}

test('SPF checks the client that a trusted mail server names by XFORWARD', async () => {
  const client = await session(behind.smtpPort);
  const forward = async (said: string) => {
    expect(await client.command(`XFORWARD ${said}`)).toMatch(/^250/);
    return client.deliver({ from: 'alice@here.example', raw: raw() });
  };
  expect(await forward('ADDR=203.0.113.7 HELO=mx.here.example')).toEqual(processed);
  expect(await forward('ADDR=198.51.100.1 HELO=mx.here.example')).toEqual(rejected);
  expect(await forward('ADDR=[UNAVAILABLE] HELO=mx.here.example')).toEqual(rejected);
  expect(await forward('ADDR=203.0.113.7 SOURCE=REMOTE')).toEqual(processed);
  // XFORWARD for one mail does not apply to the next.
  expect(await client.deliver({ from: 'alice@here.example', raw: raw() })).toEqual(rejected);
  client.close();
});

test('any other client is refused XFORWARD', async () => {
  const client = await session(alone.smtpPort);
  expect(await client.command('XFORWARD ADDR=203.0.113.7')).toMatch(/^5/);
  expect(await client.deliver({ from: 'alice@here.example', raw: raw() })).toEqual(rejected);
  client.close();
});

test('an oversized mail is in the list, with or without a declared size', async () => {
  const large = `${letter('', { Subject: 'large one', From: 'a@b.example' })}${'x'.repeat(2 * 2 ** 20)}`;
  expect(await deliver(alone.smtpPort, { raw: large })).toMatch(/^552 5\.3\.4/);
  expect(await recordsOf(db, 'large one')).toMatchObject([
    { outcome: 'rejected', reason: 'It is larger than 1 MB', from_address: 'a@b.example', text: null },
  ]);
  const client = await session(alone.smtpPort);
  expect(await client.command('MAIL FROM:<a@b.example> SIZE=20000000')).toMatch(/^552/);
  client.close();
  await vi.waitFor(
    async () => {
      const { rows } = await db.query(
        `SELECT 1 FROM emails WHERE outcome = 'rejected' AND reason LIKE 'It is larger%'`,
      );
      expect(rows).toHaveLength(2);
    },
    { timeout: patienceMs },
  );
});

test('relays have their own connections, from however many networks others connect', () => {
  const config = testConfig({ HERMOD_EMAIL_TRUSTED_RELAYS: '192.0.2.1' });
  const peers = new PeerLimits({ config, clock: Date.now });
  const taken = (peer: (index: number) => string, count: number) =>
    Array.from({ length: count }, (_, index) => peer(index)).filter((each) =>
      peers.shareOf(each).connections.tryEnter(networkOf(each)),
    ).length;
  // One /64 of IPv6 is one peer.
  expect(taken((index) => `2001:db8::${(index + 1).toString(16)}`, 200)).toBe(50);
  expect(taken((index) => `198.51.${index >> 8}.${index & 255}`, 1_000)).toBe(350);
  expect(taken(() => '203.0.113.9', 10)).toBe(0);
  // A relay leaves connections for the next one.
  expect(taken(() => '192.0.2.1', 1_000)).toBe(250);
});
