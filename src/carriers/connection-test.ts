import { CarrierError } from '../domain/carrier/carrier.ts';
import type { CarrierTrial, TestUrl } from '../flows/carriers.ts';
import type { Lookup } from '../http-client/guard.ts';
import { providerIn } from './http/settings.ts';
import { tryCall } from './http/trial.ts';
import { readSettings } from './smpp/settings.ts';
import { tryBind } from './smpp/trial.ts';

const inside: CarrierTrial = {
  ok: true,
  milliseconds: 0,
  steps: [{ step: 'bind', ok: true, text: 'The simulator runs inside the service: there is nothing to connect to' }],
};

/** Tries an address that has been checked, one at a time in this process: a test is a real connection to somebody else. */
export function carrierTrials(lookup?: Lookup): TestUrl {
  let isBusy = false;
  return async (url, description) => {
    if (url.startsWith('simulator:')) return inside;
    if (isBusy) throw new CarrierError('conflict', 'Another test is under way; try again in a few seconds');
    isBusy = true;
    const began = performance.now();
    try {
      const isHttp = providerIn(url) !== undefined;
      const trial = await (isHttp ? tryCall({ url, description }, lookup) : tryBind(readSettings(url)));
      return { ...trial, milliseconds: Math.round(performance.now() - began) };
    } finally {
      isBusy = false;
    }
  };
}
