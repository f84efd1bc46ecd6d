export const health = {
  title: 'Health',
  again: 'Refresh',
  looking: 'Checking …',
  problem: { one: '{count} problem', other: '{count} problems' },
  note: { one: '{count} note', other: '{count} notes' },
  ok: { one: '{count} check passed', other: '{count} checks passed' },
  more: 'and {count} more',
  processes: 'Processes',
  processesNone: 'No processes',
  host: 'Host',
  version: 'Version',
  since: 'Running since',
} as const;
