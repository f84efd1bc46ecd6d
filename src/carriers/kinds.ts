import { Problem } from '../base/problem.ts';
import type { Lookup } from '../http-client/guard.ts';
import type { Log } from '../telemetry/log.ts';
import { type HttpAddress, httpKind } from './http/kind.ts';
import { providerIn } from './http/settings.ts';
import type { CarrierKind } from './local-carrier.ts';
import { simulatorCarrier } from './simulator/carrier.ts';
import { readSimulatorSettings } from './simulator/settings.ts';
import { smppCarrier } from './smpp/carrier.ts';
import { readSettings } from './smpp/settings.ts';

const UNFLAGGED =
  'unflagged_receipts=true: an SMS that reads like a receipt counts as one if it comes from the number that the message went to, ' +
  'so a recipient of a message who guesses its id can have it counted as failed, or rejected and refunded';
/** A carrier that needs this share of its timeout for an answer is slow, and gets fewer messages. */
const slowShare = 0.5;

/** How to run a carrier, by its URL. Throws a Problem if the URL is wrong. */
export function kindOf(address: string | HttpAddress, log: Log, lookup?: Lookup): CarrierKind {
  const url = typeof address === 'string' ? address : address.url;
  const description = typeof address === 'string' ? undefined : address.description;
  if (providerIn(url) === undefined && description !== undefined)
    throw new Problem(
      'Only a generic HTTP carrier has a description',
      'Leave it out, or use an address such as https+generic://…',
    );
  if (providerIn(url) !== undefined) return httpKind(typeof address === 'string' ? { url } : address, log, lookup);
  if (url.startsWith('simulator:')) {
    const settings = readSimulatorSettings(url);
    const slowMs = settings.answerTimeoutMs * slowShare;
    // Every process has its own simulator.
    return {
      ...settings,
      slowMs,
      binds: undefined,
      isCalled: false,
      warnings: [],
      open: (events) => simulatorCarrier(events, { ...settings, log }),
    };
  }
  const { binds, rate, window, unanswered, timeoutSeconds, unflaggedReceipts } = readSettings(url);
  const slowMs = timeoutSeconds * 1_000 * slowShare;
  const warnings = unflaggedReceipts ? [UNFLAGGED] : [];
  const open: CarrierKind['open'] = (events, pace, circuit, isAlone) =>
    smppCarrier(url, events, { log, pace, gate: { circuit, isAlone } });
  return { binds, rate, window, slowMs, unanswered, isCalled: false, warnings, open };
}
