import type { Runtime } from '../runtime.ts';
import { unblockForgotten } from '../store/deliveries.ts';
import { dropOldAnswers } from '../store/idempotency.ts';
import { ensurePartitions } from '../store/partitions.ts';
import { dropOldReceipts } from '../store/receipts.ts';
import { dropOldCodes } from '../store/sender-codes.ts';
import { dropAged } from './retention.ts';

const everyMs = 3_600_000;
const mostUnblocked = 10_000;

/**
 * What has to be done now and then, by whichever process comes first: all of it is safe to do twice. Returns a function
 * that stops it.
 */
export function startHousekeeping({ db, log, config }: Runtime): () => void {
  const stopping = new AbortController();
  const keepHouse = () => {
    Promise.all([
      ensurePartitions(db),
      dropOldAnswers(db),
      dropOldReceipts(db),
      dropOldCodes(db),
      dropAged(db, log, config.retentionDays, stopping.signal),
      unblockForgotten(db, mostUnblocked, true),
    ]).then(
      ([partitions, answers, receipts, codes, aged]) =>
        log.debug({ partitions, answers, receipts, codes, aged }, 'housekeeping is done'),
      (err: unknown) => log.error({ err }, 'housekeeping has failed; it is tried again within the hour'),
    );
  };
  const timer = setInterval(keepHouse, everyMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
