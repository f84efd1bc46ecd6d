import type { Runtime } from '../runtime.ts';
import { unblockAll } from '../store/blocked-deliveries.ts';
import { forgetEmails } from '../store/emails.ts';
import { dropOldAnswers } from '../store/idempotency.ts';
import { forgetOldInbound } from '../store/inbound.ts';
import { dropOldLinks } from '../store/links.ts';
import { forgetMails } from '../store/mails.ts';
import { ensurePartitions } from '../store/partitions.ts';
import { dropOldReceipts } from '../store/receipts.ts';
import { dropOldRefusals } from '../store/refusals.ts';
import { dropOldCodes } from '../store/sender-codes.ts';
import { forgetUnreadable } from '../store/unreadable-mails.ts';
import { dropAged } from './retention.ts';

const everyMs = 3_600_000;
/** Mails without a valid key: long enough to find out why one did nothing. */
const strangerDays = 7;

/**
 * What has to be done now and then, by whichever process comes first: all of it is safe to do twice. Returns a function
 * that stops it.
 */
export function startHousekeeping({ db, log, config, clock }: Runtime): () => void {
  const stopping = new AbortController();
  const keepHouse = () => {
    Promise.all([
      ensurePartitions(db),
      dropOldAnswers(db),
      dropOldReceipts(db),
      dropOldCodes(db),
      dropAged(db, log, config.retentionDays, stopping.signal),
      dropOldLinks(db),
      dropOldRefusals(db),
      forgetOldInbound(db),
      unblockAll(db),
      forgetEmails(db, clock(), { texts: config.emailTextDays, strangers: strangerDays }),
      forgetMails(db, clock(), config.retentionDays),
      forgetUnreadable(db),
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
