/** The PostgreSQL of a run, and what can be done to it. */
import { startEmbedded } from '../src/host/postgres/embedded.ts';
import { createLog } from '../src/telemetry/log.ts';

export type Database = {
  readonly url: string;
  /** Of the postmaster that runs now. */
  pid(): number;
  stop(): Promise<void>;
};

/** The PostgreSQL bundled with Hermod: restarts by itself whenever it ends. */
export function embedded(folder: string): Promise<Database> {
  return startEmbedded(folder, { say: () => {}, log: createLog('silent') });
}
