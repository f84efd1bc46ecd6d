/** What operators hold back: everything, a carrier or an account. */
export const pauses = {
  label: 'What is paused',
  all: 'Everything is paused, by {by}, {time}: messages are accepted and wait, none leaves.',
  carrier: 'carrier {name}',
  account: 'account {name}',
  some: 'Paused, so that messages wait: {names}',
  more: { one: 'and {count} more', other: 'and {count} more' },
  pause: 'Pause',
  resume: 'Resume',
  pauseAll: 'Pause everything',
  resumeAll: 'Resume everything',
  pauseAllTitle: 'Pause everything?',
  pauseAllText:
    'Within two seconds no message of anybody leaves any more. Messages are accepted and charged as before, and wait, also over restarts. Their validity runs on.',
  resumeAllTitle: 'Let everything go on?',
  resumeAllText: 'What waits leaves at the usual rate. Carriers and accounts that are paused by themselves stay so.',
  pauseCarrierTitle: 'Pause {name}?',
  pauseCarrierText:
    'Messages for it wait and take no other route. It stays connected, so that receipts come. To have other carriers take them, switch it off instead.',
  pauseAccountTitle: 'Pause {name}?',
  pauseAccountText:
    'Its messages are accepted and charged as before, and wait. To refuse them, suspend the account instead.',
  stateAccount: 'Its messages are accepted and charged, and wait.',
  stateCarrier: 'Messages for it wait until it is resumed.',
  pausedNow: '{name} is paused',
  resumedNow: '{name} goes on',
  allPaused: 'Everything is paused',
  allResumed: 'Messages leave again',
} as const;
