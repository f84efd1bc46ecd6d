import { type CodeLimit, waitFor } from '../sender/sender-code.ts';

/** What an operator may set, for the service and for one account. Counts are messages, so a code that is asked for again counts again. */
export type VerifyLimits = {
  /** To one number an hour; four times as many a day. */
  readonly perNumber: number;
  /** To a range of 10,000 numbers an hour, once a code to it was confirmed. */
  readonly perPrefix: number;
  /** The same, as long as none was. */
  readonly freshPrefix: number;
  readonly perAccount: number;
  /** In percent: a range or a country below it is blocked. 0: nothing ever is. */
  readonly conversion: number;
  /** How far back codes are counted, and how long a block lasts: when it ends, nothing of what led to it counts any more. */
  readonly windowHours: number;
};

/** Wrong codes that are ever compared with a right one, for one code and for a number in a day, whatever is asked for again. */
export const triesPerCode = 5;
export const wrongPerDay = 20;
/** Between two messages to a number: time for the first to arrive. */
export const againSeconds = 30;
/** Codes that have come to their end, below which a share says nothing. */
export const leastSettled = { prefix: 10, country: 100 } as const;

const hour = 3_600;
const day = 24 * hour;
const rangeDigits = 4;

/** The range of 10,000 numbers that this one is in: those who pump buy such ranges as a whole. */
export function prefixOf(number: string): string {
  return number.slice(0, -rangeDigits);
}

/** What was sent in the window to a range, a country, or by the account. */
export type Counts = {
  readonly hour: number;
  readonly started: number;
  readonly confirmed: number;
  /** Of those started, how many may still be confirmed. */
  readonly living: number;
};

export type Facts = {
  /** Seconds since messages to this number, the latest first. */
  readonly ages: readonly number[];
  /** Wrong codes at this number in a day. */
  readonly wrong: number;
  readonly prefix: Counts & { readonly known: boolean };
  readonly country: Counts;
  readonly account: Pick<Counts, 'hour'>;
  /** Seconds until the block of the range or the country ends, if there is one. */
  readonly blockedFor: number;
  /** Seconds until the hour of the clock is over, by which codes are counted. */
  readonly hourLeft: number;
};

export type Collapse = { readonly of: 'prefix' | 'country'; readonly started: number; readonly confirmed: number };

export type Decision =
  | { readonly kind: 'allowed'; readonly tries: number }
  /** Whole seconds until another one may be sent. */
  | { readonly kind: 'too many'; readonly seconds: number }
  /** `collapse`: the block begins now. */
  | { readonly kind: 'blocked'; readonly seconds: number; readonly collapse?: Collapse };

/** Whether a code may be sent now. What is refused costs nothing, and counts nowhere. */
export function decideStart(facts: Facts, limits: VerifyLimits): Decision {
  if (facts.blockedFor > 0) return { kind: 'blocked', seconds: Math.ceil(facts.blockedFor) };
  const collapse = collapseOf(facts, limits);
  if (collapse) return { kind: 'blocked', seconds: limits.windowHours * hour, collapse };
  const seconds = waitOf(facts, limits);
  if (seconds > 0) return { kind: 'too many', seconds };
  const tries = Math.min(triesPerCode, wrongPerDay - facts.wrong);
  return tries > 0 ? { kind: 'allowed', tries } : { kind: 'too many', seconds: hour };
}

function waitOf({ ages, prefix, account, hourLeft }: Facts, limits: VerifyLimits): number {
  const ofNumber: readonly CodeLimit[] = [
    { most: 1, seconds: againSeconds },
    { most: limits.perNumber, seconds: hour },
    { most: 4 * limits.perNumber, seconds: day },
  ];
  const isFull =
    account.hour >= limits.perAccount || prefix.hour >= (prefix.known ? limits.perPrefix : limits.freshPrefix);
  return Math.max(isFull ? Math.max(1, Math.ceil(hourLeft)) : 0, ...ofNumber.map((limit) => waitFor(ages, limit)));
}

/** As many ages as any limit looks at. */
export function agesNeeded({ perNumber }: VerifyLimits): number {
  return Math.max(1, 4 * perNumber);
}

/** Codes that may still be confirmed count for neither side: a busy minute is no attack. */
function collapseOf(facts: Facts, { conversion }: VerifyLimits): Collapse | undefined {
  const hasCollapsed = (of: Collapse['of']) => {
    const { started, confirmed, living } = facts[of];
    const settled = started - living;
    return settled >= leastSettled[of] && confirmed * 100 < conversion * settled;
  };
  const of = (['prefix', 'country'] as const).find(hasCollapsed);
  return of && { of, started: facts[of].started, confirmed: facts[of].confirmed };
}
