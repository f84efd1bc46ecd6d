import type { Db } from '../database/db.ts';
import { againSeconds, stepOf } from '../domain/message/second-try.ts';
import {
  addFallbackParts,
  type DueFallback,
  dropFallbacks,
  lockDueFallbacks,
  postponeFallbacks,
  takeFallbacks,
} from '../store/message/fallbacks.ts';
import { messagesOptedOut } from '../store/optout/opt-outs.ts';
import { retrying } from '../work/retrying.ts';

/** A place with a carrier that does not have the message yet; undefined while there is none in this process. */
export type Chooser<Place> = (message: DueFallback) => Place | undefined;

export type Chosen<Place> = { readonly message: DueFallback; readonly place: Place };

/**
 * Takes those whose time has come and for which this process has another carrier. Committed before they are sent: whatever happens
 * then, there is no third try. The others are looked at again, by whichever process has a carrier, or dropped.
 */
export async function takeSecondTries<Place>(
  db: Db,
  validitySeconds: number,
  limit: number,
  choose: Chooser<Place>,
  giveBack: (place: Place) => void,
): Promise<{ chosen: Chosen<Place>[]; looked: number }> {
  let chosen: Chosen<Place>[] = [];
  try {
    const looked = await db.transaction(async (tx) => {
      // The work may be run again: what was chosen the first time is free again.
      for (const { place } of chosen) giveBack(place);
      chosen = [];
      const due = await lockDueFallbacks(tx, validitySeconds, limit);
      if (due.length === 0) return 0;
      const steps = due.map((message) => ({ message, step: stepOf(message) }));
      const trying = steps.filter(({ step }) => step.kind === 'try').map(({ message }) => message);
      const optedOut = trying.length === 0 ? [] : await messagesOptedOut(tx, trying);
      const unwanted = new Set(optedOut.map(({ id }) => id));
      const dropped = steps.filter(({ message, step }) => step.kind === 'drop' || unwanted.has(message.id));
      const later = steps.flatMap(({ message, step }) => (step.kind === 'wait' ? [{ ...message, ...step }] : []));
      for (const message of trying.filter(({ id }) => !unwanted.has(id))) {
        const place = choose(message);
        if (place === undefined) later.push({ ...message, kind: 'wait', inSeconds: againSeconds });
        else chosen.push({ message, place });
      }
      if (dropped.length > 0)
        await dropFallbacks(
          tx,
          dropped.map(({ message }) => message),
        );
      if (later.length > 0) await postponeFallbacks(tx, later);
      if (chosen.length > 0)
        await takeFallbacks(
          tx,
          chosen.map(({ message }) => message),
        );
      return due.length;
    });
    return { chosen, looked };
  } catch (error) {
    for (const { place } of chosen) giveBack(place);
    throw error;
  }
}

/** The other carrier has taken it. Its receipts would find nothing otherwise, so this is tried for a while. */
export function noteSecondTry(
  db: Db,
  message: DueFallback,
  carrierId: string,
  references: readonly string[],
): Promise<void> {
  return retrying(() => addFallbackParts(db, message, carrierId, references));
}
