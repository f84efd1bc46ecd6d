/** Reports of one message, written by machines whose clocks differ: later ones may have smaller ids. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { serviceOn } from '../harness/service.ts';

const { db, url } = await testDatabase();
const receiver = await webhookReceiver();
const { id: accountId } = await testAccount(db);
const subjectId = newId();
const event = { accountId, kind: 'delivery report', subjectId, url: receiver.url } as const;
const [third, second, first] = [newId(), newId(), newId()];
await insertEvents(db, [{ ...event, id: first, payload: 'first' }]);
await insertEvents(db, [{ ...event, id: second, payload: 'second' }]);
await insertEvents(db, [{ ...event, id: third, payload: 'third' }]);
// Long enough for a search for forgotten events.
receiver.answer = () => (receiver.received.length === 1 ? 503 : 200);
await serviceOn(url, { HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8', HERMOD_WEBHOOK_RETRY_SCALE: '0.02' });

test('reports arrive in the order in which they were written', async () => {
  const got = await receiver.until(4);
  expect(got.map(({ body }) => body)).toEqual(['first', 'first', 'second', 'third']);
});
