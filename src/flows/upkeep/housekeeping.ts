import type { Runtime } from '../../runtime.ts';
import { forgetEmails } from '../../store/email/emails.ts';
import { forgetMails } from '../../store/email/mails.ts';
import { deleteExpired } from '../../store/schema/expired.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { dropOldCodes } from '../../store/sender/sender-codes.ts';
import { dropOldVerifications } from '../../store/verify/verifications.ts';
import { unblockAll } from '../../store/webhook/waiting-deliveries.ts';
import { dropAged } from './retention.ts';

const everyMs = 3_600_000;
/** Days that e-mails without a valid key are kept, to find out why one had no effect. */
const unownedDays = 7;

/** Periodic work that any process may do, also twice. Returns a function that stops it. */
export function startHousekeeping({ db, log, config, clock, metrics }: Runtime): () => void {
  const stopping = new AbortController();
  const keepHouse = () => {
    Promise.all([
      ensurePartitions(db),
      deleteExpired(db),
      dropOldCodes(db),
      dropAged(db, log, config.retentionDays, stopping.signal),
      unblockAll(db),
      forgetEmails(db, clock(), { texts: config.emailTextDays, unowned: unownedDays }),
      forgetMails(db, clock(), config.retentionDays),
      dropOldVerifications(db),
    ]).then(
      ([partitions, expired, codes, aged]) => {
        metrics.jobDone('housekeeping');
        const { idempotent_answers: answers, unmatched_receipts: receipts } = expired;
        log.debug({ partitions, answers, receipts, codes, aged }, 'housekeeping done');
      },
      (err: unknown) => log.error({ err }, 'housekeeping failed; it is retried within the hour'),
    );
  };
  const timer = setInterval(keepHouse, everyMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
