/** What every transaction is for: the request and its messages, or the reference of a top-up. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';

type Line = {
  entryId: string;
  kind: string;
  amount: number | string;
  messageId?: string;
  messageCount?: number;
  submissionId?: string;
  sender?: string;
  destination?: string;
  reference?: string;
  note?: string;
};

const service = await testService();
const { db, call } = service;
const admin = operator(service);
const account = await testAccount(db, { balance: '0' });
const outsider = await testAccount(db);
const [one = '', ...others] = numbers(4);
const later = Math.floor(Date.now() / 1_000) + 86_400;
const get = (path: string, key = account.key) => call({ path, key });
const linesAt = async (path: string, key?: string) => ((await get(path, key)).body as { entries: Line[] }).entries;
const messagesOf = async (submissionId: string, key = account.key) =>
  ((await get(`/v1/sms/messages?submissionId=${submissionId}`, key)).body as { messages: { messageId: string }[] })
    .messages;

await admin({
  path: `/accounts/${account.id}/top-ups`,
  body: { amount: '5', reference: 'Invoice 7', note: 'paid late' },
});
const send = sender(service, account);
const [single = ''] = idsOf(await send({ destinations: [one], scheduledTime: later }));
const several = idsOf(await send({ destinations: others, scheduledTime: later }));
await call({ method: 'POST', path: `/v1/sms/messages/${single}/cancel`, key: account.key });
const [refund, charges, charge, topUp] = await linesAt('/v1/ledger');

test('a charge for one message names the message, its recipient and its sender', async () => {
  const request = { submissionId: charge!.entryId, sender: 'Shop' };
  expect(charge).toMatchObject({ kind: 'charge', messageCount: 1, messageId: single, destination: one, ...request });
  expect((await messagesOf(charge!.entryId)).map(({ messageId }) => messageId)).toEqual([single]);
});

test('a charge for several messages names their number; they are listed by its request', async () => {
  expect(charges).toMatchObject({ kind: 'charge', messageCount: 3, submissionId: charges!.entryId, sender: 'Shop' });
  for (const name of ['messageId', 'destination']) expect(charges).not.toHaveProperty(name);
  const listed = (await messagesOf(charges!.entryId)).map(({ messageId }) => messageId);
  expect(listed.toSorted()).toEqual(several.toSorted());
  const file = await get(`/v1/sms/messages.csv?submissionId=${charges!.entryId}`);
  expect(file.text.trim().split('\r\n')).toHaveLength(4);
});

test('a refund names the message and the request that was charged', () => {
  const request = { submissionId: charge!.entryId, sender: 'Shop' };
  expect(refund).toMatchObject({ kind: 'refund', messageId: single, destination: one, ...request });
  expect(refund).not.toHaveProperty('messageCount');
});

test('a top-up has a reference for the customer and a note for operators', async () => {
  expect(topUp).toMatchObject({ kind: 'top-up', reference: 'Invoice 7' });
  expect(topUp).not.toHaveProperty('note');
  const { body } = await admin({ path: `/accounts/${account.id}/ledger` });
  const { entries } = body as { entries: Line[] };
  expect(entries.at(-1)).toMatchObject({ amount: '5', reference: 'Invoice 7', note: 'paid late' });
  expect(entries[2]).toMatchObject({ submissionId: charge!.entryId, messageId: single, destination: one });
  const audit = await admin({ path: `/audit?accountId=${account.id}` });
  expect(audit.body).toMatchObject({ entries: [{ details: { amount: '5', reference: 'Invoice 7' } }] });
});

test('the file has the same transactions, for operators with the note', async () => {
  const { text, headers } = await get('/v1/ledger.csv');
  expect(headers['content-disposition']).toContain('ledger.csv');
  const [head, ...lines] = text.trim().split('\r\n');
  expect(head).toBe('entryId,at,kind,amount,messageCount,messageId,submissionId,sender,destination,reference');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toContain(`,charge,-0.01,1,${single},${charge!.entryId},Shop,${one},`);
  expect(lines[3]).toMatch(/,top-up,5,,,,,,Invoice 7$/);
  const theirs = await admin({ path: `/accounts/${account.id}/ledger.csv?kind=top-up` });
  expect(theirs.text.trim().split('\r\n')).toHaveLength(2);
  expect(theirs.text).toContain('Invoice 7,paid late,');
  expect(await admin({ path: `/accounts/${newId()}/ledger.csv` })).toMatchObject({ status: 404 });
});

test('another account finds no message of the request, and no line in its file', async () => {
  expect(await messagesOf(charge!.entryId, outsider.key)).toEqual([]);
  expect(await messagesOf(newId())).toEqual([]);
  expect(await get('/v1/sms/messages?submissionId=x')).toMatchObject({ status: 400 });
  const { text } = await get('/v1/ledger.csv', outsider.key);
  for (const part of [single, charge!.entryId, 'Invoice 7']) expect(text).not.toContain(part);
});

test('operators list the messages of a request without naming the account', async () => {
  const { body } = await admin({ path: `/messages?submissionId=${charges!.entryId}` });
  expect((body as { messages: object[] }).messages).toHaveLength(3);
});

test('the only message of a charge is found although its id is older than that of the request', async () => {
  const [old = ''] = idsOf(await send({ destinations: [one], scheduledTime: later }));
  const request = newId();
  const [line] = await linesAt('/v1/ledger?limit=1');
  await db.query(
    `INSERT INTO submissions SELECT (s).* FROM (SELECT jsonb_populate_record(s, jsonb_build_object('id', $2::text)) s
       FROM submissions s WHERE account_id = $1 AND id = $3) r`,
    [account.id, request, line!.submissionId],
  );
  await db.query('UPDATE messages SET submission_id = $3 WHERE account_id = $1 AND id = $2', [
    account.id,
    old,
    request,
  ]);
  await db.query(
    `INSERT INTO ledger (account_id, id, kind, amount, messages, message_id) VALUES ($1, $2, 'charge', 0, 1, $3)`,
    [account.id, request, old],
  );
  expect((await messagesOf(request)).map(({ messageId }) => messageId)).toEqual([old]);
});

test('number of messages and request remain when the messages are deleted', async () => {
  await db.query('DELETE FROM messages WHERE account_id = $1 AND id = ANY ($2)', [account.id, [single, ...several]]);
  const requests = [charge!.entryId, charges!.entryId];
  await db.query('DELETE FROM submissions WHERE account_id = $1 AND id = ANY ($2)', [account.id, requests]);
  const lines = (await linesAt('/v1/ledger')).filter(({ entryId }) => requests.includes(entryId));
  expect(lines).toMatchObject([
    { messageCount: 3, submissionId: charges!.entryId },
    { messageCount: 1, submissionId: charge!.entryId, messageId: single },
  ]);
  for (const line of lines) for (const name of ['sender', 'destination']) expect(line).not.toHaveProperty(name);
});
