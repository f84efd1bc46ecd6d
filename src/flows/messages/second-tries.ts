import type { Db } from '../../database/db.ts';
import { againSeconds, stepOf } from '../../domain/message/second-try.ts';
import {
  addFallbackParts,
  type DueFallback,
  dropFallbacks,
  lockDueFallbacks,
  postponeFallbacks,
  takeFallbacks,
} from '../../store/message/fallbacks.ts';
import { messagesOptedOut } from '../../store/optout/opt-outs.ts';
import { retrying } from '../../work/retrying.ts';

/** Reserves a permit of a carrier that has not had the message; undefined while this process has none. */
export type ReservePermit<Permit> = (message: DueFallback) => Permit | undefined;

export type ReservedFallback<Permit> = { readonly message: DueFallback; readonly permit: Permit };

/**
 * Claims the due fallbacks for which this process has another carrier. Committed before they are sent, so that a message is never sent
 * a third time. The others are postponed, for any process with a carrier, or dropped.
 */
export async function claimFallbacks<Permit>(
  db: Db,
  validitySeconds: number,
  limit: number,
  reserve: ReservePermit<Permit>,
  release: (permit: Permit) => void,
): Promise<{ claimed: ReservedFallback<Permit>[]; found: number }> {
  let claimed: ReservedFallback<Permit>[] = [];
  try {
    const found = await db.transaction(async (tx) => {
      // The transaction may be retried: permits of the failed attempt are released.
      for (const { permit } of claimed) release(permit);
      claimed = [];
      const due = await lockDueFallbacks(tx, validitySeconds, limit);
      if (due.length === 0) return 0;
      const steps = due.map((message) => ({ message, step: stepOf(message) }));
      const trying = steps.filter(({ step }) => step.kind === 'try').map(({ message }) => message);
      const optedOut = trying.length === 0 ? [] : await messagesOptedOut(tx, trying);
      const unwanted = new Set(optedOut.map(({ id }) => id));
      const dropped = steps.filter(({ message, step }) => step.kind === 'drop' || unwanted.has(message.id));
      const later = steps.flatMap(({ message, step }) =>
        'inSeconds' in step ? [{ ...message, inSeconds: step.inSeconds }] : [],
      );
      for (const message of trying.filter(({ id }) => !unwanted.has(id))) {
        const permit = reserve(message);
        if (permit === undefined) later.push({ ...message, inSeconds: againSeconds });
        else claimed.push({ message, permit });
      }
      if (dropped.length > 0)
        await dropFallbacks(
          tx,
          dropped.map(({ message }) => message),
        );
      if (later.length > 0) await postponeFallbacks(tx, later);
      if (claimed.length > 0)
        await takeFallbacks(
          tx,
          claimed.map(({ message }) => message),
        );
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
