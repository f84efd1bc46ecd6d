export const health = {
  title: 'Health',
  again: 'Look again',
  looking: 'Looking …',
  problem: { one: '{count} problem', other: '{count} problems' },
  note: { one: '{count} thing worth knowing', other: '{count} things worth knowing' },
  ok: { one: '{count} thing is fine', other: '{count} things are fine' },
  more: 'and {count} more',
  processes: 'Processes',
  processesNone: 'No process is known',
  host: 'Machine',
  version: 'Version',
  since: 'Runs since',
} as const;
