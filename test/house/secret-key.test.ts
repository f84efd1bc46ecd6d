/** The encryption key of secrets in the database: missing, wrong, lost, replaced, and removed. */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verify } from '../../src/domain/webhook/signature.ts';
import { request, testAccount } from '../harness/accounts.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { secretKey, testDatabase } from '../harness/database.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { sql, up } from '../harness/running.ts';

const { url, db } = await testDatabase();
const shared = { HERMOD_DATA_DIR: dataDir(), HERMOD_PORT: '0', HERMOD_PROCESSES: '1', DATABASE_URL: url };
const carrierUrl = 'smpp://esme:markPass@127.0.0.1:1';
const anotherKey = () => randomBytes(32).toString('base64');

async function ended(args: string[], settings: Record<string, string>) {
  const running = hermod(args, settings);
  const { code, output } = await running.exit();
  return { code, output, lines: running.complaints() };
}

const everything = async () => {
  const { rows } = await db.query<{ name: string }>(
    `SELECT c.oid::regclass AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const tables = rows.map(({ name }) => `SELECT '${name}' || t::text AS row FROM ${name} t`);
  return (await db.query(`${tables.join(' UNION ALL ')} ORDER BY 1`)).rows;
};

test('with DATABASE_URL a start without the key prints how to create one, and other commands need none', async () => {
  const without = { ...shared, HERMOD_SECRET_KEY: '' };
  expect(await ended(['start'], without)).toMatchObject({
    code: 2,
    lines: [
      'hermod: HERMOD_SECRET_KEY is not set, and with DATABASE_URL it has to be: it encrypts the secrets in the database. ' +
        'Make a key with openssl rand -base64 32, set it on every node, and keep a copy apart from the backups of the database',
    ],
  });
  expect((await ended(['doctor'], without)).output).toMatch(/^✗ Secret key +HERMOD_SECRET_KEY is not set/m);
  expect(await ended(['start'], { ...shared, HERMOD_SECRET_KEY: 'short' })).toMatchObject({
    code: 2,
    lines: [expect.stringContaining('expected 32 bytes in base64 or hexadecimal digits')],
  });
  for (const command of [['config'], ['migrate'], ['smsc', '--help']])
    expect((await ended(command, without)).code, command.join(' ')).toBe(0);
});

test('a wrong key stops the start and every command with one line, and changes nothing', async () => {
  const running = await up({ ...shared, HERMOD_CARRIER_URL: carrierUrl });
  expect(await running.stop()).toBe(0);
  const before = await everything();
  const wrong = { ...shared, HERMOD_SECRET_KEY: anotherKey(), HERMOD_CARRIER_URL: 'simulator:' };
  for (const command of [['start'], ['secrets', 'status'], ['secrets', 'rotate'], ['secrets', 'decrypt']]) {
    const { code, lines } = await ended(command, wrong);
    expect(lines, command.join(' ')).toEqual([
      expect.stringMatching(
        /^hermod: HERMOD_SECRET_KEY is not the key that the secrets in this database are encrypted with/,
      ),
    ]);
    expect(code).toBe(3);
  }
  const doctor = await ended(['doctor'], wrong);
  expect(doctor.output).toMatch(/^✗ Secret key +HERMOD_SECRET_KEY is not the key/m);
  expect(doctor.code).toBe(3);
  expect(await everything()).toEqual(before);
  expect((await ended(['doctor'], shared)).output).toMatch(/^✓ Secret key +fits/m);
});

test('keys are rotated under traffic, once every process knows the new one', async () => {
  const receiver = await webhookReceiver();
  const account = await testAccount(db);
  const key = Buffer.from(anotherKey(), 'base64').toString('hex');
  const settings = {
    ...shared,
    HERMOD_CARRIER_URL: 'simulator:?receipt_delay=20',
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
  };
  const both = { ...settings, HERMOD_SECRET_KEY: key, HERMOD_SECRET_KEY_PREVIOUS: secretKey };
  const call = async (base: string, path: string, body?: object) => {
    const headers = { apikey: account.key, 'content-type': 'application/json' };
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    return { status: answer.status, body: (await answer.json()) as { secret: string } };
  };

  const before = await up(settings);
  const { secret } = (await call(before.base, '/v1/webhooks/secret')).body;
  const refused = await ended(['secrets', 'rotate'], both);
  expect(refused).toMatchObject({
    code: 2,
    lines: [expect.stringMatching(/the new key is unknown to \S+ \(process \d+\)/)],
  });
  expect(await before.stop()).toBe(0);

  const during = await up(both);
  let isOver = false;
  const traffic = (async () => {
    const statuses: number[] = [];
    for (; !isOver; await sleep(20))
      statuses.push((await call(during.base, '/v1/sms/messages', request({ deliveryReportUrl: receiver.url }))).status);
    return statuses;
  })();
  await receiver.until(1);
  const rotated = await ended(['secrets', 'rotate'], both);
  expect(rotated.output).toMatch(/\d+ values were encrypted again/);
  expect(rotated.code).toBe(0);
  const seen = receiver.received.length;
  await receiver.until(seen + 10);
  isOver = true;
  const statuses = await traffic;
  expect(new Set(statuses)).toEqual(new Set([202]));
  await receiver.until(2 * statuses.length);
  for (const { headers, body } of receiver.received) {
    const claimed = {
      id: headers['webhook-id'] as string,
      timestamp: headers['webhook-timestamp'] as string,
      signature: headers['webhook-signature'] as string,
    };
    expect(verify(claimed, body, [secret], Date.now() / 1_000)).toBe('valid');
  }
  expect(during.output()).not.toMatch(/cannot be decrypted|is not the key/);
  expect((await call(during.base, '/v1/webhooks/secret')).status).toBe(200);
  expect(await during.stop()).toBe(0);

  expect((await ended(['secrets', 'status'], { ...settings, HERMOD_SECRET_KEY: key })).output).toMatch(
    /^Encryption is on\. \d+ values are encrypted, 0 are clear\.$/m,
  );
  expect((await db.query('SELECT FROM data_keys')).rowCount).toBe(1);
  expect((await ended(['start'], settings)).lines).toEqual([expect.stringContaining('is not the key')]);
  const after = await up({ ...settings, HERMOD_SECRET_KEY: key });
  expect(await after.stop()).toBe(0);
});

test('embedded: the key is readable by this user alone, is rotated, is reported if lost, and is not needed for decrypted secrets', async () => {
  const folder = dataDir('embedded');
  const settings = { HERMOD_DATA_DIR: folder, HERMOD_PROCESSES: '1', HERMOD_CARRIER_URL: carrierUrl };
  const file = join(folder, 'secret-key');
  const urls = () => sql(folder, 'SELECT url FROM carriers');
  const first = await up(settings);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await urls()).toEqual([{ url: expect.stringMatching(/^enc:1:/) }]);
  expect((await ended(['doctor'], settings)).output).toMatch(/^✓ Secret key +fits/m);
  expect(await first.stop()).toBe(0);

  const old = readFileSync(file, 'utf8');
  expect(await ended(['secrets', 'rotate'], settings)).toMatchObject({ code: 0, lines: [] });
  const kept = readFileSync(file, 'utf8');
  expect(kept).not.toBe(old);
  rmSync(file);
  expect(await ended(['start'], settings)).toMatchObject({
    code: 3,
    lines: [expect.stringContaining(`their key is missing: ${file}. Put the file back that belongs to this database`)],
  });
  writeFileSync(file, old, { mode: 0o600 });
  expect((await ended(['start'], settings)).lines).toEqual([expect.stringContaining('is not the key')]);
  writeFileSync(file, kept, { mode: 0o600 });

  const second = await up(settings);
  const refused = await ended(['secrets', 'decrypt'], settings);
  expect(refused.lines).toEqual([expect.stringMatching(/a process is alive on \S+ \(process \d+\)\. Stop every node/)]);
  expect(await second.stop()).toBe(0);
  expect(await ended(['secrets', 'decrypt'], settings)).toMatchObject({ code: 0, lines: [] });
  expect((await ended(['secrets', 'status'], settings)).output).toMatch(/^Encryption is off\. 0 values are encrypted/m);
  const third = await up(settings);
  await expect.poll(urls).toEqual([{ url: expect.stringMatching(/^enc:1:/) }]);
  expect(await third.stop()).toBe(0);
});
