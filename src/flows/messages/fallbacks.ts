import type { Db } from '../../database/db.ts';
import { fallbackAgainSeconds, stepOf } from '../../domain/message/fallback.ts';
import {
  addFallbackParts,
  type DueFallback,
  dropFallbacks,
  lockDueFallbacks,
  type Postponed,
  postponeFallbacks,
  takeFallbacks,
} from '../../store/message/fallbacks.ts';
import { messagesOptedOut } from '../../store/optout/opt-outs.ts';
import { retrying } from '../../work/retrying.ts';

/**
 * Claims the due fallbacks for which this process has another carrier. Committed before they are sent, so that a message is never sent
 * a third time. The others are postponed, for any process with a carrier, or dropped. `reserve` takes a permit of a carrier that has not
 * had the message.
 */
export async function claimFallbacks<Permit>(
  db: Db,
  validitySeconds: number,
  limit: number,
  reserve: (message: DueFallback) => Permit | undefined,
  release: (permit: Permit) => void,
): Promise<{ claimed: { message: DueFallback; permit: Permit }[]; found: number }> {
  let claimed: { message: DueFallback; permit: Permit }[] = [];
  try {
    const found = await db.transaction(async (tx) => {
      // The transaction may be retried: permits of the failed attempt are released.
      for (const { permit } of claimed) release(permit);
      claimed = [];
      const due = await lockDueFallbacks(tx, validitySeconds, limit);
      if (due.length === 0) return 0;
      const optedOut = new Set((await messagesOptedOut(tx, due)).map(({ id }) => id));
      const [dropped, later]: [DueFallback[], Postponed[]] = [[], []];
      for (const message of due) {
        const step = stepOf(message);
        const isUnwanted = step.kind === 'try' && optedOut.has(message.id);
        const permit = step.kind === 'try' && !isUnwanted ? reserve(message) : undefined;
        if (permit !== undefined) claimed.push({ message, permit });
        else if (isUnwanted || step.kind === 'drop') dropped.push(message);
        else later.push({ ...message, inSeconds: step.kind === 'wait' ? step.inSeconds : fallbackAgainSeconds });
      }
      const taken = claimed.map(({ message }) => message);
      await dropFallbacks(tx, dropped);
      await postponeFallbacks(tx, later);
      await takeFallbacks(tx, taken);
      return due.length;
    });
    return { claimed, found };
  } catch (error) {
    for (const { permit } of claimed) release(permit);
    throw error;
  }
}

/** Called when the other carrier has accepted the message. Retried for a while, since without it the receipts match nothing. */
export function storeFallback(
  db: Db,
  message: DueFallback,
  carrierId: string,
  references: readonly string[],
): Promise<void> {
  return retrying(() => addFallbackParts(db, message, carrierId, references));
}
