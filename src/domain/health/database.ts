import { many, say, some } from '../text/said.ts';
import { type Finding, found, note, ok, problem, span } from './finding.ts';

type DatabaseFacts = SchemaFacts & {
  readonly version: string;
  /** A setting that risks committed data, with advice. */
  readonly unsafe: { readonly text: string; readonly advice: string } | undefined;
  /** Why the database accepts no writes. */
  readonly writeFault: string | undefined;
  readonly sizeBytes: number;
  /** Connections in use now; and the most that can be in use: those of other clients plus all that Hermod's processes may open. */
  readonly connections: number;
  readonly promisedConnections: number;
  /** Without reserved connections. */
  readonly mostConnections: number;
  /** Age of the oldest unfrozen transaction; at 2,000,000,000 PostgreSQL stops. */
  readonly transactionAge: number;
};

export type SchemaFacts = {
  readonly pendingMigrations: readonly string[];
  /** Migrations of a newer version: those that this version can use, and those that it cannot. */
  readonly newerMigrations: readonly string[];
  readonly tooNewMigrations: readonly string[];
};

const gibibyte = 2 ** 30;
const agedTransactions = 1_000_000_000;

export function database(facts: DatabaseFacts): Finding[] {
  const { version, unsafe, writeFault, sizeBytes, transactionAge } = facts;
  const size = `${(sizeBytes / gibibyte).toFixed(1)} GiB`;
  return found([
    unsafe === undefined
      ? ok('Database', say`PostgreSQL ${version}, durable, ${size}`)
      : problem('Database', unsafe.text, unsafe.advice),
    writeFault === undefined ? undefined : unwritable(writeFault),
    schema(facts),
    connections(facts),
    transactionAge > agedTransactions
      ? problem(
          'Vacuum',
          say`${transactionAge} transactions are not frozen; PostgreSQL stops at 2 000 000 000`,
          'Find what keeps autovacuum from working: a transaction or replication slot that stays open',
        )
      : undefined,
  ]);
}

export function unwritable(fault: string): Finding {
  return problem(
    'Writing',
    say`Nothing can be written: ${fault}`,
    'Remove the cause; until then no message is accepted, and the service recovers by itself',
  );
}

export function schema({ pendingMigrations, newerMigrations, tooNewMigrations }: SchemaFacts): Finding {
  if (tooNewMigrations.length > 0)
    return {
      ...problem('Schema', say`${some(tooNewMigrations)} cannot be used by this version`, 'Start the newer version'),
      ready: { text: `the schema is newer than this version: ${tooNewMigrations.join(', ')}`, blocks: true },
    };
  if (pendingMigrations.length > 0)
    return {
      ...problem(
        'Schema',
        say`${some(pendingMigrations)} not applied`,
        'Run hermod migrate, or start one process of this version',
      ),
      ready: { text: `migrations are missing: ${pendingMigrations.join(', ')}; run hermod migrate`, blocks: true },
    };
  return newerMigrations.length === 0
    ? ok('Schema', 'Up to date')
    : note(
        'Schema',
        say`${some(newerMigrations)} made by a newer version`,
        'Fine during an update; then update this one',
      );
}

function connections({ connections: inUse, promisedConnections, mostConnections }: DatabaseFacts): Finding {
  if (inUse > mostConnections * 0.9)
    return problem(
      'Connections',
      say`${inUse} of ${mostConnections} connections in use`,
      'Raise max_connections of PostgreSQL, or run fewer processes',
    );
  return promisedConnections > mostConnections
    ? problem(
        'Connections',
        say`${inUse} of ${mostConnections} connections in use, and up to ${promisedConnections} are needed under load`,
        'Raise max_connections of PostgreSQL, lower HERMOD_DATABASE_CONNECTIONS, or run fewer processes',
      )
    : ok('Connections', say`${inUse} of ${mostConnections} connections in use, ${promisedConnections} at most`);
}

type RetentionFacts = {
  readonly days: number;
  /** Age of the oldest stored week, counted from its youngest row. */
  readonly oldestDays: number | undefined;
  readonly missing: readonly string[];
};

const weekDays = 7;

export function retention({ days, oldestDays = 0, missing }: RetentionFacts): Finding[] {
  const late = oldestDays - Math.max(days, 2 * weekDays);
  return [
    late > 2 * weekDays
      ? note(
          'Retention',
          say`Data is ${oldestDays} days old, although only ${days} are kept`,
          'A message or event of that time may still be waiting; otherwise see the log of housekeeping',
        )
      : ok('Retention', say`Messages are kept for ${days} days`),
    ...partitions([], missing),
  ];
}

/** Partitions that are missing for what is written now, and in a week. */
export function partitions(now: readonly string[], nextWeek: readonly string[]): Finding[] {
  if (now.length === 0 && nextWeek.length === 0) return [];
  const week = now.length > 0 ? 'this' : 'next';
  return [
    {
      ...problem(
        'Partitions',
        say`${some([...now, ...nextWeek])} missing for next week`,
        'Look for "housekeeping has failed" in the log: without them no message is accepted next week',
      ),
      ready: { text: `partitions of ${week} week are missing`, blocks: now.length > 0 },
    },
  ];
}

type QueueFacts = {
  /** Since the oldest waiting message was accepted, or since its scheduled time; 0 if none waits. */
  readonly oldestSeconds: number;
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
          say`Last counted ${span(countedSecondsAgo)} ago`,
          'The service may be too busy; otherwise see the log',
        )
      : ok('Statistics', 'Counted'),
    unmatchedReceipts > 0
      ? note(
          'Receipts',
          say`${many(unmatchedReceipts, 'receipt')} or callbacks of the last hour match no message`,
          'See hermod carriers receipts; a wrong ids parameter of a carrier, or a status that is not known, is the usual reason',
        )
      : ok('Receipts', 'All receipts of the last hour match a message'),
  ];
}

function waiting(seconds: number): Finding {
  if (seconds < 10) return ok('Waiting messages', 'No message has waited for long');
  const text = say`The oldest has been waiting for ${span(seconds)}`;
  const advice = 'See which carrier it waits for: one that is down, throttled, or slower than the incoming traffic';
  return seconds > 300 ? problem('Waiting messages', text, advice) : note('Waiting messages', text, advice);
}
