import type { Runtime } from '../runtime.ts';
import { unblockForgotten } from '../store/deliveries.ts';
import { dropOldAnswers } from '../store/idempotency.ts';
import { ensurePartitions } from '../store/partitions.ts';
import { dropOldReceipts } from '../store/receipts.ts';
import { dropOldCodes } from '../store/sender-codes.ts';

const everyMs = 3_600_000;
const mostUnblocked = 10_000;

/**
 * What has to be done now and then, by whichever process comes first: all of it is safe to do twice. Returns a function
 * that stops it.
 */
export function startHousekeeping({ db, log }: Runtime): () => void {
  const keepHouse = () => {
    Promise.all([
      ensurePartitions(db),
      dropOldAnswers(db),
      dropOldReceipts(db),
      dropOldCodes(db),
      unblockForgotten(db, mostUnblocked, true),
    ]).then(
      ([partitions, answers, receipts, codes]) =>
        log.debug({ partitions, answers, receipts, codes }, 'housekeeping is done'),
      (err: unknown) => log.error({ err }, 'housekeeping has failed; it is tried again within the hour'),
    );
  };
  const timer = setInterval(keepHouse, everyMs);
  return () => clearInterval(timer);
}
