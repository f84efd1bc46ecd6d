import type { Config } from './config/config.ts';
import type { Db } from './database/db.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Traces } from './telemetry/traces.ts';

/** What every part of a process is handed as its first argument. */
export type Runtime = {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since 1970, for what others are told. What is stored takes the database's clock; waits take one that nobody sets. */
  readonly clock: () => number;
  /** Only where somebody wants them. */
  readonly traces?: Traces | undefined;
};
