import type { Runtime } from '../runtime.ts';
import { dropOldLinks } from '../store/carrier/links.ts';
import { dropOldRefusals } from '../store/carrier/refusals.ts';
import { dropPaidAttempts } from '../store/console/attempts.ts';
import { dropOldConsoleLinks } from '../store/console/links.ts';
import { dropEndedSessions } from '../store/console/sessions.ts';
import { forgetEmails } from '../store/email/emails.ts';
import { forgetMails } from '../store/email/mails.ts';
import { forgetUnreadable } from '../store/email/unreadable-mails.ts';
import { forgetOldInbound } from '../store/inbound/inbound.ts';
import { dropOldAnswers } from '../store/message/idempotency.ts';
import { dropOldTries } from '../store/message/second-tries.ts';
import { dropOldLost } from '../store/message/workers.ts';
import { dropOldOptOutAnswers } from '../store/optout/answers.ts';
import { dropOldReceipts } from '../store/receipt/receipts.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { dropOldCodes } from '../store/sender/sender-codes.ts';
import { dropOldBinds } from '../store/smpp/binds.ts';
import { forgetParts } from '../store/smpp/parts.ts';
import { dropOldPdus } from '../store/smpp/pdu-log.ts';
import { dropOldBlocks } from '../store/verify/blocks.ts';
import { dropOldCounts } from '../store/verify/counts.ts';
import { dropOldVerifications } from '../store/verify/verifications.ts';
import { unblockAll } from '../store/webhook/blocked-deliveries.ts';
import { dropAged } from './retention.ts';

const everyMs = 3_600_000;
/** Mails without a valid key: long enough to find out why one did nothing. */
const strangerDays = 7;

/**
 * What has to be done now and then, by whichever process comes first: all of it is safe to do twice. Returns a function
 * that stops it.
 */
export function startHousekeeping({ db, log, config, clock, metrics }: Runtime): () => void {
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
      dropOldLost(db),
      forgetOldInbound(db),
      unblockAll(db),
      forgetEmails(db, clock(), { texts: config.emailTextDays, strangers: strangerDays }),
      forgetMails(db, clock(), config.retentionDays),
      forgetUnreadable(db),
      dropEndedSessions(db),
      dropOldConsoleLinks(db),
      dropPaidAttempts(db),
      dropOldBinds(db),
      dropOldPdus(db),
      forgetParts(db),
      dropOldOptOutAnswers(db),
      dropOldTries(db),
      dropOldVerifications(db),
      dropOldCounts(db),
      dropOldBlocks(db),
    ]).then(
      ([partitions, answers, receipts, codes, aged]) => {
        metrics.jobDone('housekeeping');
        log.debug({ partitions, answers, receipts, codes, aged }, 'housekeeping is done');
      },
      (err: unknown) => log.error({ err }, 'housekeeping has failed; it is tried again within the hour'),
    );
  };
  const timer = setInterval(keepHouse, everyMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
