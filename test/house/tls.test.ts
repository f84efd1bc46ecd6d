import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { get, up } from '../harness/running.ts';

const { url } = await testDatabase();
const folder = dataDir();
const [cert, key] = [join(dirname(folder), 'cert.pem'), join(dirname(folder), 'key.pem')];
const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });

test('with a certificate it responds over HTTPS only', async () => {
  const running = await up({
    HERMOD_DATA_DIR: folder,
    HERMOD_PROCESSES: '1',
    DATABASE_URL: url,
    HERMOD_TLS_CERT: cert,
    HERMOD_TLS_KEY: key,
  });
  expect(running.base).toBe(`https://127.0.0.1:${running.port}`);
  const ready = await get(`${running.base}/health/ready`, { ca: readFileSync(cert) });
  expect(ready.status).toBe(200);
  // Clients will refuse it tomorrow: ready, which is polled every second, reports it, but the process remains in service.
  expect(JSON.parse(ready.text)).toEqual({ status: 'ready', notes: [expect.stringContaining('for 1 day more')] });
  await expect(get(`http://127.0.0.1:${running.port}/health/live`)).rejects.toThrow();
  expect(await running.stop()).toBe(0);
});
