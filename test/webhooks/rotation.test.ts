/** A new secret signs from the response to its rotation on, whichever process delivers. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { testAccount, times } from '../harness/accounts.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { serviceOn, testService } from '../harness/service.ts';

const first = await testService();
const second = await serviceOn(first.url);
const { db } = first;

test('every webhook sent after the response is signed with the new secret, including the first', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  const given = { accountId: account.id, kind: 'delivery report', url: receiver.url, payload: '{}' } as const;
  const deliver = async (count: number) => {
    const before = receiver.received.length;
    await insertEvents(
      db,
      times(count, () => ({ ...given, id: newId(), subjectId: newId() })),
    );
    return (await receiver.until(before + count)).slice(before);
  };
  // Both processes have used the initial secret of the account, which was never shown.
  await deliver(40);
  for (const service of [first, second, first]) {
    const answer = await service.call({ path: '/v1/webhooks/secret', method: 'POST', key: account.key });
    const { secret } = answer.body as { secret: string };
    const received = await deliver(40);
    for (const { body, headers } of received)
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(received).toHaveLength(40);
  }
});
