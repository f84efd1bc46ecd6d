import type { Config } from './config/config.ts';
import type { Db } from './database/db.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Traces } from './telemetry/traces.ts';

/** The first argument of every part of a process. */
export type Runtime = {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds since 1970, for API responses. Stored times come from the database's clock; waits use `performance.now()`. */
  readonly clock: () => number;
  /** Undefined unless an OpenTelemetry endpoint is set. */
  readonly traces?: Traces | undefined;
};
