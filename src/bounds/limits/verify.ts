import type { Limits } from '../limit.ts';

export const verifyLimits = {
  codesOfAccount: {
    what: 'Verification codes, unless the account has a limit of its own',
    per: 'account',
    most: 1_000,
    unit: 'per hour',
    beyond: '429',
  },
  codesToNumber: {
    what: 'Verification codes to one number; four times as many per day',
    per: 'account',
    most: 5,
    unit: 'per hour',
    beyond: '429',
  },
  codesToRange: {
    what: 'Verification codes to a range of 10,000 numbers',
    per: 'account',
    most: 100,
    unit: 'per hour',
    beyond: '429',
  },
  codesToFreshRange: {
    what: 'Verification codes to a range of 10,000 numbers in which no code was confirmed in the last 30 days',
    per: 'account',
    most: 10,
    unit: 'per hour',
    beyond: '429',
  },
} as const satisfies Limits;
