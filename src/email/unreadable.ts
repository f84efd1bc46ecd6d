import { Batch } from '../bounds/batch.ts';
import { emailLimits as limits } from '../bounds/limits/email.ts';
import type { Runtime } from '../runtime.ts';
import { countTries, findGivenUp } from '../store/email/unreadable-mails.ts';
import { type IncomingMail, lengthOf } from './incoming.ts';
import type { TooCostly } from './read/threads.ts';

const mostTries = 2;

const reasons: Readonly<Record<TooCostly['kind'], string>> = {
  time: 'The e-mail takes too long to read',
  memory: 'The e-mail takes too much memory to read',
  fault: 'The e-mail cannot be read',
};

export function unreadable({ kind }: TooCostly): string {
  return reasons[kind];
}

/** Mails whose reading was aborted, recognised by their bytes in all processes and after a restart. */
export class Unreadable {
  readonly #runtime: Runtime;
  readonly #finding: Batch<Buffer, string | undefined>;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    const run = (hashes: Buffer[]) => findGivenUp(runtime.db, hashes, mostTries);
    this.#finding = new Batch({ most: 1_000, mostPending: limits.pendingLookups.most, run });
  }

  /** Why the mail is no longer read; undefined if it may be read. */
  find(hash: Buffer): Promise<string | undefined> {
    return this.#finding.add(hash);
  }

  /** Records a failed attempt; true if it was the last one. */
  async count(hash: Buffer, error: TooCostly, { via, peer, raw }: IncomingMail): Promise<boolean> {
    const { db, log, metrics } = this.#runtime;
    metrics.unreadableEmails.inc({ reason: error.kind });
    const tries = await countTries(db, hash, error.tries, unreadable(error));
    const isLast = tries >= mostTries;
    log.warn(
      { via, peer, bytes: lengthOf(raw), sha256: hash.toString('hex'), reason: error.kind, tries },
      isLast ? 'an e-mail could not be read, and is rejected' : 'an e-mail could not be read; it is tried once more',
    );
    return isLast;
  }
}
