/** A STOP that commits before an accept wins, whichever process handles each of them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiveInbound } from '../../src/flows/messages/inbound.ts';
import { retrying } from '../../src/work/retrying.ts';
import { idsOf, request, sender, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { type Answer, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db, url } = service;
/** No carrier: accepted messages wait, and their state shows the outcome of the accept. */
const second = await serviceOn(url);
const processes = [service, second];
const ours = '+38640777111';
const account = await testAccount(db, { balance: '100000', senders: [{ value: ours, type: 1 }, {}] });
let used = 0;
const newNumber = () => `+38641${700_100 + used++}`;

/** Repeats until STOP is stored, as a carrier does: a busy machine may have no database connection for seconds. */
const stop = (from: string) =>
  retrying(() =>
    receiveInbound(db, [
      {
        carrierId: randomUUID(),
        sender: from,
        recipient: ours.slice(1),
        octets: Buffer.from('STOP'),
        alphabet: 'ia5',
        concatenation: undefined,
      },
    ]),
  );
const statesOf = async (answer: Answer) => {
  const { rows } = await db.query<{ state: string }>(
    'SELECT state FROM messages WHERE account_id = $1 AND id = ANY ($2)',
    [account.id, idsOf(answer)],
  );
  return rows.map(({ state }) => state);
};
const [here, there] = processes.map((process) => sender(process, account));

test('both processes know the account without opt-outs, then one STOP is known to both', async () => {
  const person = newNumber();
  for (const send of [here!, there!])
    expect(await statesOf(await send({ destinations: [person] }))).toEqual(['QUEUED']);
  await stop(person);
  // No delay: the cached contexts are stale, which the statement that accepts detects.
  for (const send of [here!, there!])
    expect(await statesOf(await send({ destinations: [person] }))).toEqual(['REJECTED']);
});

test('an accept that waits for the account row while STOP commits is checked again', async () => {
  const person = newNumber();
  await here!({ destinations: [newNumber()] });
  const release = await lockAccount(url, account);
  const stopping = stop(person);
  await untilWaiting(db, 1);
  // It has read the list, which is still empty, and waits behind the STOP for the row.
  const answers = [here!, there!].map((send) => send({ destinations: [person] }));
  await untilWaiting(db, 3);
  await release();
  await stopping;
  for (const answer of await Promise.all(answers)) expect(await statesOf(answer)).toEqual(['REJECTED']);
});

test('an accept that commits before STOP is sent', async () => {
  const person = newNumber();
  const release = await lockAccount(url, account);
  const accepting = there!({ destinations: [person] });
  await untilWaiting(db, 1);
  const stopping = stop(person);
  await untilWaiting(db, 2);
  await release();
  expect(await statesOf(await accepting)).toEqual(['QUEUED']);
  await stopping;
});

test('under load no message requested after a STOP is sent, and the ledger is right', async () => {
  const people = times(20, newNumber);
  const strays: string[] = [];
  let isOver = false;
  // Other accounts keep both processes busy with requests of many kinds.
  const noise = processes.map(async (process, place) => {
    const send = sender(process, account);
    for (let turn = 0; !isOver; turn++) {
      const headers = turn % 2 === 0 ? {} : { 'idempotency-key': randomUUID() };
      await send({ destinations: [newNumber(), people[turn % people.length]!] }, headers as Record<string, string>);
      if (place === 0 && turn % 5 === 0) await stop(newNumber());
    }
  });
  await Promise.all(
    people.map(async (person, place) => {
      await stop(person);
      const answers = await Promise.all(
        times(4, (turn) =>
          processes[(place + turn) % 2]!.call({
            path: '/v1/sms/messages',
            key: account.key,
            body: request({ destinations: [person] }),
            headers: turn < 2 ? {} : { 'idempotency-key': randomUUID() },
          }),
        ),
      );
      for (const answer of answers) {
        expect(answer.status).toBe(202);
        strays.push(...(await statesOf(answer)).filter((state) => state !== 'REJECTED'));
      }
    }),
  );
  isOver = true;
  await Promise.all(noise);
  expect(strays).toEqual([]);
  const { rows } = await db.query<{ balance: string; ledger: string; paid: string }>(
    `SELECT balance::text, (SELECT sum(amount)::text FROM ledger WHERE account_id = $1) AS ledger,
       (SELECT (100000 - sum(price))::text FROM messages WHERE account_id = $1) AS paid
     FROM accounts WHERE id = $1`,
    [account.id],
  );
  expect(rows[0]!.ledger).toBe(rows[0]!.balance);
  expect(Number(rows[0]!.paid)).toBe(Number(rows[0]!.balance));
});
