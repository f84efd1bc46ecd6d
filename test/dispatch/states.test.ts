/** All seven states of reports, each reached by its real cause over SMPP. */
import { expect, test } from 'vitest';
import type { ReceiptState } from '../../src/smpp/protocol/receipt.ts';
import type { SmscAnswer } from '../../tools/smsc/options.ts';
import { books, croatian, idsOf, sender, testAccount } from '../harness/accounts.ts';
import { type Received, webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';
import { bound, isAcknowledged, peer, receipt, referencesOf, stateOf, until, untilState } from './carrier.ts';

const validitySeconds = 3;
const service = await testService({
  HERMOD_VALIDITY_SECONDS: `${validitySeconds}`,
  HERMOD_RECEIPT_GRACE_SECONDS: '0',
});
const { call, db } = service;
const receiver = await webhookReceiver();
const account = await testAccount(db);
const send = sender(service, account);
const smsc = await peer();
await bound(db, smsc, { routes: [{ country: 'SI' }] });

let used = 0;
/** An unused number with this fate at the SMSC. */
function number(fate: SmscAnswer = {}): string {
  const destination = `+38640${200_000 + used++}`;
  smsc.fates.set(destination, fate);
  return destination;
}

async function sent(destination: string, fields: Record<string, unknown> = {}): Promise<string> {
  const [id] = idsOf(await send({ destinations: [destination], deliveryReportUrl: receiver.url, ...fields }));
  return id!;
}

const about = (id: string): Received[] => receiver.received.filter(({ headers }) => headers['x-message-id'] === id);

/** The statuses of a message's reports in order of arrival, once there are `count` of them. */
async function told(id: string, count: number): Promise<string[]> {
  await until(() => about(id).length >= count);
  return about(id).map(({ body }) => (JSON.parse(body) as { status: string }).status);
}

/** The receipt is acknowledged, and therefore processed. */
async function tell(id: string, destination: string, stat: string): Promise<void> {
  const [reference] = await referencesOf(db, id);
  expect(isAcknowledged(await smsc.send(receipt(reference!, stat, destination)))).toBe(true);
}

async function balance(): Promise<number> {
  const { balance, ledger } = await books(db, account);
  expect(ledger).toBe(balance);
  return Number(balance);
}

test('SENT when the carrier has accepted it, DELIVERED by its receipt', async () => {
  const id = await sent(number());
  expect(await told(id, 2)).toEqual(['SENT', 'DELIVERED']);
  expect(await stateOf(db, id)).toBe('DELIVERED');
});

test('a report contains the price only if requested', async () => {
  const text = { content: 'x'.repeat(161) };
  const [silent, priced] = [
    await sent(number(), { message: text }),
    await sent(number(), { message: text, priceReport: true }),
  ];
  await Promise.all([told(silent, 2), told(priced, 2)]);
  expect(about(silent).map(({ body }) => body)).toEqual(
    ['SENT', 'DELIVERED'].map((status) => `{"messageId":"${silent}","status":"${status}","segments":2}`),
  );
  expect(about(priced).map(({ body }) => JSON.parse(body))).toEqual(
    ['SENT', 'DELIVERED'].map((status) => ({ messageId: priced, status, segments: 2, price: 0.02 })),
  );
});

test('after a refund of any kind a report has the price 0; a charged message keeps its price', async () => {
  const later = { scheduledTime: Math.floor(Date.now() / 1_000) + 3_600 };
  const ways: [status: string, destination: string, reports: number, price: number, fields?: object][] = [
    ['REJECTED', number({ status: 'ESME_RINVDSTADR' }), 1, 0],
    ['REJECTED', number({ state: 'REJECTED' }), 2, 0],
    ['REJECTED', croatian, 1, 0],
    ['CANCELLED', number(), 1, 0, later],
    ['FAILED', number({ state: 'UNDELIVERABLE' }), 2, 0.01],
    ['UNKNOWN', number({ state: 'UNKNOWN' }), 2, 0.01],
  ];
  for (const [status, destination, reports, price, fields] of ways) {
    const id = await sent(destination, { priceReport: true, ...fields });
    if (status === 'CANCELLED') await call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: account.key });
    await told(id, reports);
    const bodies = about(id).map(({ body }) => JSON.parse(body) as object);
    expect(bodies.at(-1)).toEqual({ messageId: id, status, segments: 1, price });
    if (reports === 2) expect(bodies[0]).toEqual({ messageId: id, status: 'SENT', segments: 1, price: 0.01 });
  }
  const corrected = number({ state: 'UNKNOWN' });
  const id = await sent(corrected, { priceReport: true });
  await told(id, 2);
  await tell(id, corrected, 'REJECTD');
  await told(id, 3);
  expect(JSON.parse(about(id).at(-1)!.body)).toEqual({ messageId: id, status: 'REJECTED', segments: 1, price: 0 });
});

test('SCHEDULED is reported at the scheduled time, then SENT and DELIVERED', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 5;
  const id = await sent(number(), { scheduledTime });
  expect(await stateOf(db, id)).toBe('SCHEDULED');
  expect(await told(id, 3)).toEqual(['SCHEDULED', 'SENT', 'DELIVERED']);
  expect(about(id)[0]!.at).toBeGreaterThanOrEqual(scheduledTime * 1_000);
});

test('CANCELLED before its time, refunded, and never sent', async () => {
  const before = await balance();
  const destination = number();
  const id = await sent(destination, { scheduledTime: Math.floor(Date.now() / 1_000) + 3_600 });
  expect(await balance()).toBeCloseTo(before - 0.01, 6);
  expect((await call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: account.key })).status).toBe(200);
  expect(await told(id, 1)).toEqual(['CANCELLED']);
  expect(await balance()).toBe(before);
  expect(smsc.submits.some((submit) => submit.destination === destination)).toBe(false);
});

test.each<[string, ReceiptState]>([
  ['UNDELIV', 'UNDELIVERABLE'],
  ['EXPIRED', 'EXPIRED'],
  ['DELETED', 'DELETED'],
])('FAILED by the receipt %s, and stays charged', async (_, state) => {
  const before = await balance();
  const id = await sent(number({ state }));
  expect(await told(id, 2)).toEqual(['SENT', 'FAILED']);
  expect(await balance()).toBeCloseTo(before - 0.01, 6);
});

test('FAILED when the carrier accepts nothing until the validity expires', async () => {
  const destination = number({ status: 'ESME_RMSGQFUL' });
  const id = await sent(destination);
  const since = Date.now();
  expect(await told(id, 1)).toEqual(['FAILED']);
  expect(Date.now() - since).toBeGreaterThan(validitySeconds * 1_000 - 1_000);
  expect(smsc.submits.filter((submit) => submit.destination === destination).length).toBeGreaterThan(1);
});

test('REJECTED by a permanent error of the submit, and refunded', async () => {
  const before = await balance();
  const id = await sent(number({ status: 'ESME_RINVDSTADR' }));
  expect(await told(id, 1)).toEqual(['REJECTED']);
  expect(await balance()).toBe(before);
});

test('REJECTED by the receipt, and refunded', async () => {
  const before = await balance();
  const id = await sent(number({ state: 'REJECTED' }));
  expect(await told(id, 2)).toEqual(['SENT', 'REJECTED']);
  expect(await balance()).toBe(before);
});

test('REJECTED without a route, and refunded', async () => {
  const before = await balance();
  const id = await sent(croatian);
  expect(await told(id, 1)).toEqual(['REJECTED']);
  expect(await balance()).toBe(before);
});

test('UNKNOWN by the receipt; a later receipt corrects it', async () => {
  const destination = number({ state: 'UNKNOWN' });
  const id = await sent(destination);
  await told(id, 2);
  await tell(id, destination, 'DELIVRD');
  expect(await told(id, 3)).toEqual(['SENT', 'UNKNOWN', 'DELIVERED']);
});

test('UNKNOWN without a receipt; a late receipt corrects it', async () => {
  const destination = number({ state: 'none' });
  const id = await sent(destination);
  const since = Date.now();
  await untilState(db, id, 'SENT');
  await untilState(db, id, 'UNKNOWN');
  expect(Date.now() - since).toBeGreaterThan(validitySeconds * 1_000);
  await tell(id, destination, 'UNDELIV');
  expect(await told(id, 3)).toEqual(['SENT', 'UNKNOWN', 'FAILED']);
});

test('final states are not changed by later receipts', async () => {
  const finals = { DELIVERED: 'DELIVERED', FAILED: 'UNDELIVERABLE', REJECTED: 'REJECTED' } as const;
  for (const [final, state] of Object.entries(finals)) {
    const destination = number({ state });
    const id = await sent(destination);
    await untilState(db, id, final);
    const before = await balance();
    for (const stat of ['DELIVRD', 'UNDELIV', 'REJECTD', 'UNKNOWN']) await tell(id, destination, stat);
    expect(await stateOf(db, id)).toBe(final);
    expect(await told(id, 2)).toEqual(['SENT', final]);
    expect(await balance()).toBe(before);
  }
});

test('ACCEPTD and ENROUTE change nothing', async () => {
  const destination = number({ state: 'none' });
  const id = await sent(destination);
  await untilState(db, id, 'SENT');
  for (const stat of ['ACCEPTD', 'ENROUTE', 'SCHEDLD']) await tell(id, destination, stat);
  expect(await stateOf(db, id)).toBe('SENT');
  await tell(id, destination, 'DELIVRD');
  expect(await told(id, 2)).toEqual(['SENT', 'DELIVERED']);
});
