import { expect, test } from 'vitest';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { get, untilReady, up } from '../harness/running.ts';

const { url, db } = await testDatabase();
const folder = dataDir();
const secrets = {
  password: 'the-password-of-the-database',
  adminToken: 'the-token-of-the-operator',
  apiKey: '77777777-aaaa-4bbb-8ccc-dddddddddddd',
  bearer: 'the-bearer-that-was-tried',
};

test('logs are JSON lines that name the request and contain no secret', async () => {
  const running = await up({
    HERMOD_DATA_DIR: folder,
    HERMOD_PROCESSES: '1',
    HERMOD_LOG_LEVEL: 'trace',
    HERMOD_ADMIN_TOKEN: secrets.adminToken,
    DATABASE_URL: url.replace('//hermod@', `//hermod:${secrets.password}@`),
  });
  const headers = { apikey: secrets.apiKey, authorization: `Bearer ${secrets.bearer}`, 'x-request-id': 'order-7' };
  await get(`${running.base}/health/live`, { headers });
  await get(`${running.base}/nowhere`, { headers: { ...headers, 'x-request-id': 'order-8' } });
  await get(`${running.base}/health/ready`, { headers });
  // Lost connections are logged with PostgreSQL's message.
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'hermod %'`,
  );
  await running.until('an idle database connection was lost');
  await untilReady(running.base);
  expect(await running.stop()).toBe(0);

  const entries = running
    .written()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const entry of entries) expect(entry).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'request', requestId: 'order-7', method: 'GET', url: '/health/live', status: 200 }),
  );
  expect(entries).toContainEqual(expect.objectContaining({ requestId: 'order-8', url: '/nowhere', status: 404 }));
  for (const secret of Object.values(secrets)) expect(running.output()).not.toContain(secret);
});
