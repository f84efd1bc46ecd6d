import { type Finding, many, note, ok, problem, some, span } from './finding.ts';

export type DatabaseFacts = {
  readonly version: string;
  /** A setting that lets it forget what it has committed, with what to do. */
  readonly unsafe: { readonly text: string; readonly advice: string } | undefined;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly mostConnections: number;
  /** Transactions since the oldest that is still to be frozen; at two thousand million it stops. */
  readonly transactionAge: number;
  readonly pendingMigrations: readonly string[];
};

const gibibyte = 2 ** 30;
const agedTransactions = 1_000_000_000;

export function database(facts: DatabaseFacts): Finding[] {
  const { version, unsafe, sizeBytes, connections, mostConnections, transactionAge, pendingMigrations } = facts;
  const size = `${(sizeBytes / gibibyte).toFixed(1)} GiB`;
  const used = `${connections} of ${mostConnections} connections in use`;
  return [
    unsafe === undefined
      ? ok('Database', `PostgreSQL ${version}, durable, ${size}`)
      : problem('Database', unsafe.text, unsafe.advice),
    pendingMigrations.length === 0
      ? ok('Schema', 'Up to date')
      : problem(
          'Schema',
          `${some(pendingMigrations)} not applied`,
          'Run hermod migrate, or start one process of this version',
        ),
    connections > mostConnections * 0.9
      ? problem('Connections', used, 'Raise max_connections of PostgreSQL, or run fewer processes')
      : ok('Connections', used),
    ...(transactionAge > agedTransactions
      ? [
          problem(
            'Vacuum',
            `${transactionAge} transactions are not frozen; PostgreSQL stops at 2 000 000 000`,
            'Find what keeps autovacuum from working: a transaction or replication slot that stays open',
          ),
        ]
      : []),
  ];
}

export type RetentionFacts = {
  readonly days: number;
  /** Age of the oldest week that is still there, counted from its youngest row. */
  readonly oldestDays: number | undefined;
  /** Partitions that are missing for what comes next week. */
  readonly missing: readonly string[];
};

const weekDays = 7;

export function retention({ days, oldestDays, missing }: RetentionFacts): Finding[] {
  const late = (oldestDays ?? 0) - Math.max(days, 2 * weekDays);
  return [
    late > 2 * weekDays
      ? note(
          'Retention',
          `Data of ${oldestDays} days is still there, though only ${days} are kept`,
          'A message or event of that time may still be waiting; otherwise the log of housekeeping says why',
        )
      : ok('Retention', `Messages are kept for ${days} days`),
    ...(missing.length > 0
      ? [
          problem(
            'Partitions',
            `${some(missing)} missing for next week`,
            'Look for "housekeeping has failed" in the log: without them nothing is accepted then',
          ),
        ]
      : []),
  ];
}

export type QueueFacts = {
  /** How long the oldest due message has been waiting for somebody to take it. */
  readonly oldestSeconds: number | undefined;
  /** Since statistics were last counted; undefined before the first time. */
  readonly countedSecondsAgo: number | undefined;
  readonly unmatchedReceipts: number;
};

export function queues({ oldestSeconds, countedSecondsAgo, unmatchedReceipts }: QueueFacts): Finding[] {
  return [
    waiting(oldestSeconds),
    countedSecondsAgo !== undefined && countedSecondsAgo > 900
      ? note(
          'Statistics',
          `Last counted ${span(countedSecondsAgo)} ago`,
          'The service may be too busy, or the log says what fails',
        )
      : ok('Statistics', 'Counted'),
    unmatchedReceipts > 0
      ? note(
          'Receipts',
          `${many(unmatchedReceipts, 'receipt')} of the last hour match no message`,
          'See hermod carriers receipts; a wrong ids parameter of a carrier is the usual reason',
        )
      : ok('Receipts', 'All of the last hour belong to messages'),
  ];
}

function waiting(seconds: number | undefined): Finding {
  if (seconds === undefined || seconds < 10) return ok('Waiting messages', 'None waits for long');
  const text = `The oldest has been waiting for ${span(seconds)}`;
  const advice = 'See which carrier it waits for: one that is down, throttled, or slower than what comes in';
  return seconds > 300 ? problem('Waiting messages', text, advice) : note('Waiting messages', text, advice);
}
