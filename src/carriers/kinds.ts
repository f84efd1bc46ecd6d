import { Problem } from '../base/problem.ts';
import { CarrierError } from '../domain/carrier/carrier.ts';
import type { CarrierTrial, TestUrl } from '../flows/carriers/carriers.ts';
import type { Lookup } from '../http-client/guard.ts';
import type { Log } from '../telemetry/log.ts';
import { type HttpAddress, httpKind, testCall } from './http/kind.ts';
import { providerIn } from './http/settings.ts';
import type { CarrierKind } from './local-carrier.ts';
import { readSimulatorSettings, simulatorCarrier } from './simulator/carrier.ts';
import { smppCarrier } from './smpp/carrier.ts';
import { testBind } from './smpp/connection-test.ts';
import { readSettings } from './smpp/settings.ts';

const UNFLAGGED =
  'unflagged_receipts=true: an SMS that reads like a receipt counts as one if it comes from the number that the message went to, ' +
  'so a recipient of a message who guesses its id can have it counted as failed, or rejected and refunded';

/** How to run a carrier, by its URL. Throws a Problem if the URL is wrong. */
export function kindOf(address: HttpAddress, log: Log, lookup?: Lookup): CarrierKind {
  const { url, description } = address;
  if (providerIn(url) !== undefined) return httpKind(address, log, lookup);
  if (description !== undefined)
    throw new Problem(
      'Only a generic HTTP carrier has a description',
      'Leave it out, or use an address such as https+generic://…',
    );
  if (url.startsWith('simulator:')) {
    const settings = readSimulatorSettings(url);
    const open: CarrierKind['open'] = (events) => simulatorCarrier(events, { ...settings, log });
    // Every process has its own simulator.
    const binds = undefined;
    return { ...settings, binds, timeoutMs: settings.answerTimeoutMs, isCalled: false, warnings: [], open };
  }
  const { binds, rate, window, unanswered, timeoutSeconds, unflaggedReceipts } = readSettings(url);
  const warnings = unflaggedReceipts ? [UNFLAGGED] : [];
  const open: CarrierKind['open'] = (events, pace, circuit, isAlone) =>
    smppCarrier(url, events, { log, pace, gate: { circuit, isAlone } });
  return { binds, rate, window, timeoutMs: timeoutSeconds * 1_000, unanswered, isCalled: false, warnings, open };
}

const simulated: CarrierTrial = {
  ok: true,
  milliseconds: 0,
  steps: [{ step: 'bind', ok: true, text: 'The simulator runs inside the service: there is nothing to connect to' }],
};

/** Tests a URL that has been checked, one at a time in this process: a test is a real connection to the carrier. */
export function connectionTests(lookup?: Lookup): TestUrl {
  let isBusy = false;
  return async (url, description) => {
    if (url.startsWith('simulator:')) return simulated;
    if (isBusy) throw new CarrierError('conflict', 'Another test is under way; try again in a few seconds');
    isBusy = true;
    const began = performance.now();
    try {
      const isHttp = providerIn(url) !== undefined;
      const result = await (isHttp ? testCall({ url, description }, lookup) : testBind(readSettings(url)));
      return { ...result, milliseconds: Math.round(performance.now() - began) };
    } finally {
      isBusy = false;
    }
  };
}
