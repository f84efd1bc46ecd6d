import { type CodeLimit, waitFor } from '../sender/sender-code.ts';

/** Limits that an operator can set, for the service and per account. A code that is requested again counts again. */
export type VerifyLimits = {
  /** Per number and hour; four times as many per day. */
  readonly perNumber: number;
  /** Per range of 10,000 numbers and hour, after a code to the range was confirmed. */
  readonly perPrefix: number;
  /** Like `perPrefix`, before any code to the range was confirmed. */
  readonly freshPrefix: number;
  readonly perAccount: number;
  /** In percent. A range or country with a lower share of confirmed codes is blocked. 0: never. */
  readonly conversion: number;
  /** How far back codes are counted, and how long a block lasts. When a block ends, the codes that led to it no longer count. */
  readonly windowHours: number;
};

/** Wrong codes accepted per code, and per number and day, however often a code is requested again. */
export const triesPerCode = 5;
export const wrongPerDay = 20;
/** The wait between two messages to a number: time for the first to arrive. */
export const codeAgainSeconds = 30;
/** With fewer completed codes than this, the confirmed share is not meaningful. */
export const leastSettled = { prefix: 10, country: 100 } as const;

const hour = 3_600;
const day = 24 * hour;
const rangeDigits = 4;

/** The range of 10,000 numbers that contains this number. SMS pumping uses whole ranges of this size. */
export function prefixOf(number: string): string {
  return number.slice(0, -rangeDigits);
}

/** The codes in the window: to a range, to a country, or by the account. */
export type VerifyCounts = {
  readonly hour: number;
  readonly started: number;
  readonly confirmed: number;
  /** Started codes that can still be confirmed. */
  readonly living: number;
};

export type VerifyFacts = {
  /** Seconds since each message to this number, newest first. */
  readonly ages: readonly number[];
  /** Wrong codes for this number within a day. */
  readonly wrong: number;
  readonly prefix: VerifyCounts & { readonly known: boolean };
  readonly country: VerifyCounts;
  readonly account: Pick<VerifyCounts, 'hour'>;
  /** Seconds until the block of the range or country ends; undefined if there is none. */
  readonly blockedFor: number;
  /** Seconds until the end of the clock hour in which codes are counted. */
  readonly hourLeft: number;
};

export type Collapse = { readonly of: 'prefix' | 'country'; readonly started: number; readonly confirmed: number };

export type VerifyDecision =
  | { readonly kind: 'allowed'; readonly tries: number }
  /** Whole seconds until another code may be sent. */
  | { readonly kind: 'too many'; readonly seconds: number }
  /** `collapse`: the block begins with this request. */
  | { readonly kind: 'blocked'; readonly seconds: number; readonly collapse?: Collapse };

/** Whether a code may be sent now. A refused request costs nothing and is not counted. */
export function decideStart(facts: VerifyFacts, limits: VerifyLimits): VerifyDecision {
  if (facts.blockedFor > 0) return { kind: 'blocked', seconds: Math.ceil(facts.blockedFor) };
  const collapse = collapseOf(facts, limits);
  if (collapse) return { kind: 'blocked', seconds: limits.windowHours * hour, collapse };
  const seconds = waitOf(facts, limits);
  if (seconds > 0) return { kind: 'too many', seconds };
  const tries = Math.min(triesPerCode, wrongPerDay - facts.wrong);
  return tries > 0 ? { kind: 'allowed', tries } : { kind: 'too many', seconds: hour };
}

function waitOf({ ages, prefix, account, hourLeft }: VerifyFacts, limits: VerifyLimits): number {
  const ofNumber: readonly CodeLimit[] = [
    { most: 1, seconds: codeAgainSeconds },
    { most: limits.perNumber, seconds: hour },
    { most: 4 * limits.perNumber, seconds: day },
  ];
  const isFull =
    account.hour >= limits.perAccount || prefix.hour >= (prefix.known ? limits.perPrefix : limits.freshPrefix);
  return Math.max(isFull ? Math.max(1, Math.ceil(hourLeft)) : 0, ...ofNumber.map((limit) => waitFor(ages, limit)));
}

/** The largest number of ages that a limit compares. */
export function agesNeeded({ perNumber }: VerifyLimits): number {
  return Math.max(1, 4 * perNumber);
}

/** Open codes count neither as confirmed nor as unconfirmed: a busy minute is not an attack. */
function collapseOf(facts: VerifyFacts, { conversion }: VerifyLimits): Collapse | undefined {
  const hasCollapsed = (of: Collapse['of']) => {
    const { started, confirmed, living } = facts[of];
    const settled = started - living;
    return settled >= leastSettled[of] && confirmed * 100 < conversion * settled;
  };
  const of = (['prefix', 'country'] as const).find(hasCollapsed);
  return of && { of, started: facts[of].started, confirmed: facts[of].confirmed };
}
