/** The bind that gets a receipt: of which credential, in which process, and whether it can receive. */
import { expect, test, vi } from 'vitest';
import { changeCredential } from '../../src/flows/smpp/credentials.ts';
import { encode, type Pdu } from '../../src/smpp/protocol/pdu.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { actor, anotherProcess, bound, credential, type Login, rawSocket, smscService } from './rig.ts';

// Retries are minutes apart, as by default, so no receipt in this test arrives by a retry.
const service = await smscService();
const { db, smppPort } = service;
await addCarrier(db, 'simulator:');
const other = await anotherProcess(service.url);

const sent = { source_addr: 'Shop', registered_delivery: 1 };
const until = <T>(condition: () => T) => vi.waitFor(condition, { timeout: patienceMs, interval: 20 });
const idsOf = (pdus: readonly Pdu<'deliver_sm'>[]) => new Set(pdus.map(({ tlvs }) => tlvs.receipted_message_id));

/** An account with two credentials. */
async function customer(terms: Parameters<typeof credential>[1] = {}) {
  const { id } = await testAccount(db);
  return { id, one: await credential(db, terms, id), two: await credential(db, {}, id) };
}

async function waiting(accountId: string): Promise<unknown> {
  const { rows } = await db.query(
    `SELECT url, state, attempts, due_at > now() + interval '500 years' AS parked FROM outbox WHERE account_id = $1`,
    [accountId],
  );
  return rows;
}

test('a receipt goes to a bind of the credential that submitted, whatever other credentials the account has', async () => {
  const { one, two } = await customer();
  const [first, second] = [await bound(smppPort, one), await bound(smppPort, two)];
  const ids = { first: new Set<string>(), second: new Set<string>() };
  for (let count = 0; count < 5; count++) {
    ids.first.add((await first.submit(sent)).message_id);
    ids.second.add((await second.submit(sent)).message_id);
  }
  await until(() => expect(first.delivered.length + second.delivered.length).toBe(10));
  expect(idsOf(first.delivered)).toEqual(ids.first);
  expect(idsOf(second.delivered)).toEqual(ids.second);
});

test('receipts of a credential without a receiver wait for one, and go to the process that has it', async () => {
  const { id, one, two } = await customer();
  const sender = await bound(smppPort, one, { mode: 'transmitter' });
  const others = [await bound(smppPort, two), await bound(other.smppPort, two)];
  const { message_id } = await sender.submit(sent);
  const expected = { url: `smpp:${one.credentialId}`, state: 'ready', attempts: 0, parked: true };
  await until(async () => expect(await waiting(id)).toMatchObject([expected]));
  const taker = await bound(other.smppPort, one, { mode: 'receiver' });
  await until(() => expect(idsOf(taker.delivered)).toEqual(new Set([message_id])));
  expect(others.flatMap(({ delivered }) => delivered)).toEqual([]);
});

test('receipts of a credential that shares them go to its own bind if there is one, else to another of the account', async () => {
  const { id, one, two } = await customer({ receiptBinds: 'account' });
  const sender = await bound(smppPort, one, { mode: 'transmitter' });
  const another = await bound(smppPort, two);
  const { message_id } = await sender.submit(sent);
  await until(() => expect(idsOf(another.delivered)).toEqual(new Set([message_id])));
  const own = await bound(smppPort, one, { mode: 'receiver' });
  const later = new Set([(await sender.submit(sent)).message_id, (await sender.submit(sent)).message_id]);
  await until(() => expect(idsOf(own.delivered)).toEqual(later));
  await changeCredential(db, actor, one.credentialId, { receiptBinds: 'own' });
  own.session.close();
  await sender.submit(sent);
  const expected = { url: `smpp:${one.credentialId}`, state: 'ready', parked: true };
  await until(async () => expect(await waiting(id)).toContainEqual(expect.objectContaining(expected)));
  expect(another.delivered.length).toBe(1);
});

/** A bound receiver that never reads. */
async function deafReceiver(port: number, { systemId: system_id, password }: Login) {
  const { socket, received } = await rawSocket(port);
  socket.write(encode({ command: 'bind_receiver', system_id, password, interface_version: 0x34 }, 1));
  await until(() => expect(received().length).toBeGreaterThan(16));
  socket.pause();
  let sequence = 1;
  const timer = setInterval(() => socket.write(encode({ command: 'enquire_link' }, ++sequence)), 1_000);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

test.each([
  ['in the same process', smppPort],
  ['in another process', other.smppPort],
])('a bind that never reads keeps no receipt from a good one %s', async (_, port) => {
  const { one } = await customer();
  const deaf = await deafReceiver(smppPort, one);
  const sender = await bound(smppPort, one, { mode: 'transmitter' });
  const good = await bound(port, one, { mode: 'receiver' });
  const answers = await Promise.all(Array.from({ length: 60 }, () => sender.submit(sent)));
  const ids = new Set(answers.map(({ message_id }) => message_id));
  await until(() => expect(idsOf(good.delivered)).toEqual(ids));
  expect(deaf.destroyed).toBe(false);
  deaf.destroy();
});
