/** The start warns when mail is accepted without authentication. */
import { expect, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { mailAccount } from '../email/rig.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { up } from '../harness/running.ts';

const { url, db } = await testDatabase();
const settings = async () => ({
  HERMOD_DATA_DIR: dataDir(),
  HERMOD_PROCESSES: '1',
  HERMOD_SMTP_PORT: `${await freePort()}`,
  DATABASE_URL: url,
});
const warnings = (output: string) =>
  output.split('\n').filter((line) => line.includes('is believed whatever its From'));

test('keys with allowed addresses, and relays that are not configured: one line', async () => {
  await mailAccount(db, 'alice@good.example');
  const unasked = await up(await settings());
  expect(warnings(unasked.output())).toHaveLength(1);
  await unasked.stop();
  const asked = await up({ ...(await settings()), HERMOD_EMAIL_TRUSTED_RELAYS: 'none' });
  expect(warnings(asked.output())).toHaveLength(0);
  await asked.stop();
});
