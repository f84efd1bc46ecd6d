import type { Log } from '../telemetry/log.ts';
import type { CarrierEvents } from './carrier.ts';

/**
 * One warning when a link goes down and one when it is up again. That it is down for another reason by now is worth a line, and no
 * alarm; its further tries are nobody's business.
 */
export function stateLog(log: Pick<Log, 'info' | 'warn' | 'debug'>, name: () => string): CarrierEvents['onState'] {
  let told: string | undefined;
  return ({ up, detail, error }) => {
    const carrier = name();
    const isNews = error !== undefined && error !== told;
    if (up && told === undefined) log.info({ carrier, detail }, 'a carrier is connected');
    else if (up) log.warn({ carrier, detail }, 'a carrier is connected again');
    else if (isNews && told === undefined) log.warn({ carrier, detail, error }, 'a carrier is not connected');
    else if (isNews) log.info({ carrier, detail, error }, 'a carrier is still not connected');
    else log.debug({ carrier, detail }, 'a carrier is not connected yet');
    told = up ? undefined : (error ?? told);
  };
}
