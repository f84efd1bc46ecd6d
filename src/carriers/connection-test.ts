import { CarrierError } from '../domain/carrier/carrier.ts';
import type { CarrierTrial, TestUrl } from '../flows/carriers/carriers.ts';
import type { Lookup } from '../http-client/guard.ts';
import { testCall } from './http/connection-test.ts';
import { providerIn } from './http/settings.ts';
import { testBind } from './smpp/connection-test.ts';
import { readSettings } from './smpp/settings.ts';

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
