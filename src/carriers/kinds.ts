import { Problem } from '../base/problem.ts';
import type { Lookup } from '../http-client/guard.ts';
import type { Log } from '../telemetry/log.ts';
import { type HttpAddress, httpKind } from './http/kind.ts';
import { providerIn } from './http/settings.ts';
import type { Kind } from './members.ts';
import { simulatorCarrier } from './simulator/carrier.ts';
import { readSimulatorSettings } from './simulator/settings.ts';
import { smppCarrier } from './smpp/carrier.ts';
import { readSettings } from './smpp/settings.ts';

const UNFLAGGED =
  'unflagged_receipts=true: an SMS that reads like a receipt counts as one if it comes from the number that the message went to, ' +
  'so whoever gets a message and guesses its id can have it counted as failed, or rejected and given back';
/** A carrier that takes this share of its timeout for an answer is slow: it gets less before it gets near the timeout. */
const slowShare = 0.5;

/** What the address of a carrier says about how to run it. Throws a Problem if it says nothing sensible. */
export function kindOf(address: string | HttpAddress, log: Log, lookup?: Lookup): Kind {
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
    // Every process has its own: there is nothing outside to share.
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
  const open: Kind['open'] = (events, pace, circuit, isAlone) =>
    smppCarrier(url, events, { log, pace, gate: { circuit, isAlone } });
  return { binds, rate, window, slowMs, unanswered, isCalled: false, warnings, open };
}
