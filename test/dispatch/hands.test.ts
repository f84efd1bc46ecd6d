/** An operator's hands on the queue: what waits by command, what is cancelled in sets, and what is of no use later. */
import { expect, test } from 'vitest';
import { sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { bound, peer, until } from './carrier.ts';

const service = await testService();
const { db } = service;
const periods = new Map<string, string>();
const smsc = await peer({
  onSubmit: (pdu) => {
    if (pdu.command === 'submit_sm') periods.set(`+${pdu.destination_addr}`, pdu.validity_period);
    return undefined;
  },
});
await bound(db, smsc, { routes: [{ country: 'SI' }, { country: 'HR' }] });
const account = await testAccount(db);
const wasSent = (destination: string) => smsc.submits.some((submit) => submit.destination === destination);

let used = 0;
const number = () => `+38641${200_000 + used++}`;

test('a carrier is told how long a request is valid; values that make no sense are refused, and so is another one by the same key', async () => {
  const destination = number();
  const send = sender(service, account);
  await send({ destinations: [destination], validitySeconds: 90 });
  await until(() => wasSent(destination));
  // Relative, a second or so after it was accepted.
  expect(periods.get(destination)).toMatch(/^00000000(0130|012\d|011\d)000R$/);
  for (const validitySeconds of [59, 172_801, 60.5, -1, '90', true]) {
    const { status, text } = await send({ validitySeconds });
    expect([validitySeconds, status, text]).toEqual([validitySeconds, 400, expect.stringContaining('Error: 7 - ')]);
    expect(text).toContain('validitySeconds');
  }
  expect((await send({ validitySeconds: null })).status).toBe(202);
  const key = { 'idempotency-key': 'validity' };
  expect((await send({ validitySeconds: 60 }, key)).status).toBe(202);
  expect((await send({ validitySeconds: 61 }, key)).status).toBe(422);
});
