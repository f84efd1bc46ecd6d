/** An SMSC that refuses the password: how often all connections of all processes bind in total. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { statusCode } from '../../src/smpp/protocol/status.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { addCarrier, until } from './carrier.ts';
import { scripted } from './scripted.ts';

const first = await testService();
const { db } = first;
await serviceOn(first.url);
const smsc = await scripted();

test('a carrier that refuses binds gets one attempt per wait, and all binds once it accepts one', async () => {
  smsc.onBind = () => statusCode('ESME_RINVPASWD');
  const binds = () => smsc.heard.filter(({ command }) => command === 'bind_transceiver').length;
  const id = await addCarrier(db, `smpp://esme:wrong@127.0.0.1:${smsc.port}?binds=6`);
  const failures = async () => {
    const { rows } = await db.query<{ failures: number }>(
      'SELECT failures FROM carrier_circuits WHERE carrier_id = $1',
      [id],
    );
    return rows[0]?.failures ?? 0;
  };
  await until(() => binds() > 0);
  // All slots are held by then.
  await sleep(6_000);
  await until(async () => (await failures()) >= 3);
  // Two connections refused at the same moment count as one refusal.
  expect(binds()).toBeLessThanOrEqual((await failures()) + 1);
  smsc.onBind = () => 0;
  await db.query('UPDATE carrier_circuits SET retry_at = now() WHERE carrier_id = $1', [id]);
  await until(() => smsc.binds === 6);
  expect(await failures()).toBe(0);
});
