import type { Limits } from '../limit.ts';

export const accessLimits = {
  keysOfAccount: {
    what: 'live API keys, before a customer can issue another one',
    per: 'account',
    most: 100,
    unit: 'keys',
    beyond: '409; operators have no limit',
  },
  readsOfAccount: {
    what: 'lists, searches and other reads in progress',
    per: 'account and process',
    most: 1,
    unit: 'reads',
    beyond: 'the read waits at most 5 s, then 429',
  },
  waitingReads: {
    what: 'lists, searches and other reads that wait',
    per: 'account and process',
    most: 100,
    unit: 'reads',
    beyond: '429',
  },
  passwordHashes: {
    what: 'passwords being hashed, of known and of unknown addresses each',
    per: 'process',
    most: 1,
    unit: 'passwords',
    beyond: 'the attempt waits at most 10 s',
  },
  waitingPasswordHashes: {
    what: 'passwords that wait to be hashed',
    per: 'network and process',
    most: 100,
    unit: 'passwords',
    beyond: 'the attempt is refused',
  },
  passwordAttempts: {
    what: 'password attempts being counted in the database',
    per: 'process',
    most: 2,
    unit: 'attempts',
    beyond: 'the attempt waits at most 10 s; one of a network at a time',
  },
  waitingPasswordAttempts: {
    what: 'password attempts that wait to be counted',
    per: 'network and process',
    most: 200,
    unit: 'attempts',
    beyond: 'the attempt is refused',
  },
} as const satisfies Limits;
