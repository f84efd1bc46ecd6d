/**
 * What asynchronous replication lost with a primary: guarantees that a failover then breaks, counted instead of judged. All that
 * the database says of itself (money, one submission per request) has to hold all the same.
 */
import type { CarrierLine } from './journal.ts';
import type { Violation } from './oracle.ts';
import type { Expected } from './sides.ts';

export const vanishedRule = 'what was accepted is stored';

/** Rules that concern lost rows. */
const breakable: readonly RegExp[] = [
  /^what was accepted (is stored|reaches the carrier)$/,
  /^what was cancelled does not reach the carrier$/,
  /^every report arrives$/,
  /^reports arrive in the order of the states/,
  /^the same report has the same webhook-id/,
  /^every message ends in the state that the carrier gave it$/,
  /^what arrives twice was in flight/,
  /^one blow makes at most \d+ messages arrive twice$/,
];

export function splitLosses(violations: readonly Violation[]): { lost: Violation[]; broken: Violation[] } {
  const isLoss = ({ rule }: Violation) => breakable.some((each) => each.test(rule));
  return { lost: violations.filter(isLoss), broken: violations.filter((violation) => !isLoss(violation)) };
}

export function countLosses(
  lost: readonly Violation[],
  expected: readonly Expected[],
  carrier: readonly CarrierLine[],
): Record<string, number> {
  const ids = new Set(lost.find(({ rule }) => rule === vanishedRule)?.ids);
  const vanished = expected.filter(({ id }) => ids.has(id));
  const taken = new Set(carrier.filter(({ status }) => status === 'ESME_ROK').map(placeOf));
  const others = lost.filter(({ rule }) => rule !== vanishedRule);
  return {
    'lost: accepted, and no trace of it': vanished.length,
    'lost: of these the carrier has, not charged': vanished.filter((message) => taken.has(placeOf(message))).length,
    'lost: of these never sent': vanished.filter((message) => !taken.has(placeOf(message))).length,
    ...Object.fromEntries(others.map(({ rule, ids: found }) => [`not held: ${rule}`, found.length])),
  };
}

const placeOf = ({ token, destination }: { token: string; destination: string }) => `${token} ${destination}`;
