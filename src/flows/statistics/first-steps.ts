import { type Db, readWithout } from '../../database/db.ts';
import { listCarriers } from '../../store/carrier/carriers.ts';
import { findDone } from '../../store/statistics/first-steps.ts';

/** An account, or the whole service, is new until this long after its first message. */
const newMs = 7 * 86_400_000;

export type FirstSteps = Awaited<ReturnType<typeof readFirstSteps>>;

/** What was done of the first steps. `accountId`: undefined for all accounts, with the carriers. */
export async function readFirstSteps(db: Db, now: number, accountId: string | undefined) {
  const row = await readWithout(db, 'bitmapscan', (tx) => findDone(tx, accountId, new Date(now - newMs)));
  const { delivered, failed, webhook } = row;
  return {
    isNew: !row.used_before,
    sent: row.sent,
    delivered: {
      done: row.was_delivered || delivered !== null,
      ...(delivered && { messageId: delivered.id, destination: delivered.destination }),
    },
    failed: {
      done: row.has_failed || failed !== null,
      ...(failed && {
        messageId: failed.id,
        destination: failed.destination,
        status: failed.state as 'FAILED' | 'REJECTED',
        ...(failed.reason !== null && { reason: failed.reason }),
      }),
    },
    webhook: { done: webhook !== null, ...(webhook && { deliveryId: webhook.id, url: webhook.url }) },
    ...(accountId === undefined && { carrier: await realCarrier(db) }),
  };
}

async function realCarrier(db: Db) {
  const found = (await listCarriers(db)).find(({ enabled, url }) => enabled && !url.startsWith('simulator:'));
  return { done: found !== undefined, ...(found && { name: found.name }) };
}
