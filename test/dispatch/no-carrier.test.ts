/** With an external database, nothing is accepted until a carrier or the simulator is set explicitly. */
import { expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { deliver } from '../email/client.ts';
import { letter, body as mailBody } from '../email/rig.ts';
import { books, idsOf, sender, testAccount } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { doctorFindings } from '../harness/doctor.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { get, up } from '../harness/running.ts';
import { serviceOn } from '../harness/service.ts';
import { bound, credential } from '../smsc/rig.ts';

const { url, db } = await testDatabase();
const [smtpPort, smppPort] = [await freePort(), await freePort()];
const service = await serviceOn(url, {
  DATABASE_URL: url,
  HERMOD_SMTP_PORT: `${smtpPort}`,
  HERMOD_SMPP_PORT: `${smppPort}`,
});
const account = await testAccount(db);
const send = sender(service, account);
const admin = operator(service);
const refusal = {
  status: 503,
  headers: { 'retry-after': '60' },
  body: { error: 'Error: 8 - Internal server error: no carrier is configured; nothing was sent' },
};
const notice = 'No carrier is configured: no message is accepted';

test('a message is refused as temporarily unavailable over every protocol, and nothing is charged', async () => {
  const before = await books(db, account);
  for (const headers of [{}, {}, { 'idempotency-key': 'once' }]) expect(await send({}, headers)).toMatchObject(refusal);
  const preview = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'x' } };
  expect(await service.call({ path: '/v1/sms/messages/preview', key: account.key, body: preview })).toMatchObject({
    status: 503,
  });
  // Errors of the customer are reported first.
  expect(await send({ sender: 'Absent' })).toMatchObject({ status: 400 });
  const client = await bound(smppPort, await credential(db, {}, account.id));
  expect(await client.submit({ source_addr: 'Shop' })).toMatchObject({ status: 'ESME_RSYSERR' });
  expect(await deliver(smtpPort, { raw: letter(mailBody({ key: account.key })) })).toMatch(/^451 /);
  expect(await books(db, account)).toEqual(before);
});

test('the service is ready, and reports the missing carrier', async () => {
  expect(await service.call({ path: '/health/ready', key: null })).toMatchObject({
    status: 200,
    body: { status: 'ready', notes: [notice] },
  });
  expect((await admin({ path: '/health' })).body).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ check: 'Carriers', verdict: 'problem', text: notice }),
    ]) as unknown,
  });
});

test('doctor and start report it; a simulator added by release 0.1.0 is removed, another default carrier remains', async () => {
  const usual = { HERMOD_DATA_DIR: dataDir(), HERMOD_PORT: '0', HERMOD_PROCESSES: '1', DATABASE_URL: url };
  const settings = { ...usual, HERMOD_CARRIER_URL: '' };
  expect(await doctorFindings(settings)).toContainEqual({
    check: 'Carriers',
    verdict: 'note',
    text: expect.stringMatching(`^${notice}\\. Set HERMOD_CARRIER_URL`) as unknown,
  });
  await ensureDefaultCarrier(db);
  const running = await up(settings);
  expect(running.output()).toContain(`"msg":"needs attention: ${notice}"`);
  expect((await get(`${running.base}/health/ready`)).status).toBe(200);
  expect(await running.stop()).toBe(0);
  const { rows } = await db.query('SELECT FROM carriers');
  expect(rows).toHaveLength(0);

  await ensureDefaultCarrier(db, 'smpp://esme:hunter2@127.0.0.1:9');
  const second = await up(settings);
  expect(second.output()).not.toContain(notice);
  expect(await second.stop()).toBe(0);
  expect((await db.query('DELETE FROM carriers')).rowCount).toBe(1);
});

test('a simulator added by the operator is explicit, and messages are accepted from then on', async () => {
  const added = await admin({ path: '/carriers', body: { name: 'trial', url: 'simulator:?receipt_delay=10' } });
  const { carrierId } = added.body as { carrierId: string };
  expect((await admin({ path: '/routes', body: { carrierId } })).status).toBe(201);
  const [messageId] = idsOf(
    await vi.waitFor(
      async () => {
        const answer = await send();
        expect(answer.status).toBe(202);
        return answer;
      },
      { timeout: patienceMs, interval: 50 },
    ),
  );
  const status = async () =>
    (await service.call({ path: `/v1/sms/messages/${messageId}`, key: account.key })).body as { status: string };
  await expect.poll(status, { timeout: patienceMs }).toMatchObject({ status: 'DELIVERED' });
});
