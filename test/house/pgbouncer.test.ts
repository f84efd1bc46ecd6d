/** PgBouncer between the service and its database: session pooling works, transaction pooling is refused. */
import { describe, expect, test } from 'vitest';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { ensureDebian } from '../harness/debian.ts';
import { doctorFindings } from '../harness/doctor.ts';
import { patienceMs } from '../harness/patience.ts';
import { type PgBouncer, pgbouncer, pgbouncerProgram } from '../harness/pgbouncer.ts';
import { demoKey, serviceOn } from '../harness/service.ts';

const missing = await ensureDebian('pgbouncer', pgbouncerProgram);
const { url, db } = await testDatabase();
const bouncer = missing === undefined ? await pgbouncer(url) : ({} as PgBouncer);
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
await ensureDemo(db, demoKey);
const service = missing === undefined ? await serviceOn(bouncer.session) : undefined;
const home = dataDir();

const complaint =
  'DATABASE_URL leads to a pooler that lends connections for one transaction at a time. ' +
  'Set pool_mode = session for this database in PgBouncer, or connect to PostgreSQL itself';

describe.skipIf(missing !== undefined)(`with PgBouncer ${missing ?? ''}`, () => {
  test('transaction pooling: a start is refused in one line, and the doctor reports it', async () => {
    const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', DATABASE_URL: bouncer.transaction };
    const running = hermod(['start'], settings);
    expect((await running.exit()).code).toBe(3);
    expect(running.complaints()).toEqual([`hermod: ${complaint}`]);
    const findings = await doctorFindings(settings);
    expect(findings).toContainEqual({ check: 'PostgreSQL', verdict: 'problem', text: complaint });
  });

  test('session pooling: a message is sent and delivered, and the doctor finds nothing', async () => {
    const { call } = service!;
    expect(await call({ path: '/health/ready' })).toMatchObject({ status: 200, body: { status: 'ready' } });
    const body = { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'By session' } };
    const sent = await call({ path: '/v1/sms/messages', body });
    expect(sent.status).toBe(202);
    const id = (sent.body as { messages: { messageId: string }[] }).messages[0]!.messageId;
    const state = async () => ((await call({ path: `/v1/sms/messages/${id}` })).body as { status: string }).status;
    await expect.poll(state, { timeout: patienceMs }).toBe('DELIVERED');
    const settings = { HERMOD_DATA_DIR: home, HERMOD_PORT: '0', HERMOD_SMTP_PORT: '0', DATABASE_URL: bouncer.session };
    const findings = await doctorFindings(settings);
    expect(findings.filter(({ verdict }) => verdict === 'problem')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['PostgreSQL', 'Connections', 'Rights']));
  });
});
