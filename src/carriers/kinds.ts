import type { Log } from '../log.ts';
import type { Kind } from './members.ts';
import { simulatorCarrier } from './simulator/carrier.ts';
import { readSimulatorSettings } from './simulator/settings.ts';
import { smppCarrier } from './smpp/carrier.ts';
import { readSettings } from './smpp/settings.ts';

/** What the address of a carrier says about how to run it. Throws a Problem if it says nothing sensible. */
export function kindOf(url: string, log: Log): Kind {
  if (url.startsWith('simulator:')) {
    const settings = readSimulatorSettings(url);
    // Every process has its own: there is nothing outside to share.
    return { ...settings, binds: undefined, open: (events) => simulatorCarrier(events, { ...settings, log }) };
  }
  const { binds, rate, window, unanswered } = readSettings(url);
  return { binds, rate, window, unanswered, open: (events) => smppCarrier(url, events, { log }) };
}
