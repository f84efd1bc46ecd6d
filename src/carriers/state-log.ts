import type { Log } from '../log.ts';
import type { CarrierEvents } from './carrier.ts';

/** A warning when a link goes down or is down for another reason, once; its further tries are nobody's business. */
export function stateLog(log: Pick<Log, 'info' | 'warn' | 'debug'>, name: () => string): CarrierEvents['onState'] {
  let told: string | undefined;
  return ({ up, detail, error }) => {
    const carrier = name();
    if (up) log.info({ carrier, detail }, 'a carrier is connected');
    else if (error !== undefined && error !== told) log.warn({ carrier, detail, error }, 'a carrier is not connected');
    else log.debug({ carrier, detail }, 'a carrier is not connected yet');
    told = up ? undefined : (error ?? told);
  };
}
