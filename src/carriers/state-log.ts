import type { Log } from '../telemetry/log.ts';
import type { CarrierEvents } from './carrier.ts';

/**
 * One warning when a link goes down and one when it is up again. A new reason while it is down is logged at info, further attempts at
 * debug.
 */
export function stateLog(log: Pick<Log, 'info' | 'warn' | 'debug'>, name: () => string): CarrierEvents['onState'] {
  let lastError: string | undefined;
  return ({ up, detail, error }) => {
    const carrier = name();
    const isNew = error !== undefined && error !== lastError;
    if (up && lastError === undefined) log.info({ carrier, detail }, 'a carrier is connected');
    else if (up) log.warn({ carrier, detail }, 'a carrier is connected again');
    else if (isNew && lastError === undefined) log.warn({ carrier, detail, error }, 'a carrier is not connected');
    else if (isNew) log.info({ carrier, detail, error }, 'a carrier is still not connected');
    else log.debug({ carrier, detail }, 'a carrier is not connected yet');
    lastError = up ? undefined : (error ?? lastError);
  };
}
