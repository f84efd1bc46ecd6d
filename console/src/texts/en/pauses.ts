/** What operators hold back: everything, a carrier or an account. */
export const pauses = {
  label: 'Active pauses',
  all: 'Everything is paused, by {by}, {time}: messages are accepted and queued, none is sent.',
  carrier: 'carrier {name}',
  account: 'account {name}',
  some: 'Paused, messages are queued: {names}',
  more: { one: 'and {count} more', other: 'and {count} more' },
  pause: 'Pause',
  resume: 'Resume',
  pauseAll: 'Pause everything',
  resumeAll: 'Resume everything',
  pauseAllTitle: 'Pause everything?',
  pauseAllText:
    'Within two seconds, no more messages are sent for any account. Messages are still accepted, charged and queued, also across restarts. Validity periods keep running.',
  resumeAllTitle: 'Resume everything?',
  resumeAllText: 'Queued messages are sent at the usual rate. Carriers and accounts paused individually stay paused.',
  pauseCarrierTitle: 'Pause {name}?',
  pauseCarrierText:
    'Its messages are queued and take no other route. It stays connected for delivery receipts. To let other carriers take the messages, disable it instead.',
  pauseAccountTitle: 'Pause {name}?',
  pauseAccountText:
    'Its messages are still accepted and charged, but queued. To refuse them, suspend the account instead.',
  stateAccount: 'Its messages are accepted, charged and queued.',
  stateCarrier: 'Its messages are queued until it is resumed.',
  pausedNow: '{name} paused',
  resumedNow: '{name} resumed',
  allPaused: 'Everything paused',
  allResumed: 'Everything resumed',
} as const;
