import { callbackPath } from '../../domain/carrier/carrier.ts';
import type { Lookup } from '../../http-client/guard.ts';
import type { CarrierRow } from '../../store/carrier/carriers.ts';
import type { Log } from '../../telemetry/log.ts';
import type { CarrierKind } from '../local-carrier.ts';
import { httpCarrier } from './carrier.ts';
import type { Account, Provider } from './provider.ts';
import { providerOf } from './providers.ts';
import { type HttpSettings, providerIn, readHttpSettings } from './settings.ts';

/** The fields of a carrier that say how it is called. */
export type HttpAddress = {
  readonly url: string;
  readonly description?: unknown;
  readonly signingSecret?: string | undefined;
  readonly callbackPath?: string;
};

/** A carrier that needs this share of its timeout for an answer is slow. */
const slowShare = 0.5;

const NO_CALLBACK =
  'callback is not set: the provider does not know where to send receipts, so they come only if its own settings name the callback path';

export const addressOf = (row: CarrierRow): HttpAddress => ({
  url: row.url,
  description: row.description ?? undefined,
  signingSecret: row.signingSecret ?? undefined,
  callbackPath: callbackPath(row),
});

export type Opened = { readonly provider: Provider; readonly account: Account; readonly settings: HttpSettings };

/** Throws a Problem for a wrong address. */
export function openAddress({ url, description, signingSecret, callbackPath = '' }: HttpAddress): Opened {
  const provider = providerOf(providerIn(url) ?? '', description);
  const settings = readHttpSettings(url, provider.parameters);
  const account: Account = { ...settings.account, signingSecret, callbackPath };
  provider.check?.(account);
  return { provider, account, settings };
}

/** Every process may call, unless a rate has to be shared: then slots are taken, as for binds. */
export function httpKind(address: HttpAddress, log: Log, lookup: Lookup | undefined): CarrierKind {
  const { provider, account, settings } = openAddress(address);
  const { rate, window, unanswered, timeoutSeconds } = settings;
  const weakness = provider.weakness(account);
  return {
    binds: settings.slots ?? (rate === 0 ? undefined : 1),
    rate,
    window,
    slowMs: timeoutSeconds * 1_000 * slowShare,
    unanswered,
    isCalled: true,
    warnings: [
      ...(weakness === undefined ? [] : [weakness.text]),
      ...(account.publicUrl === undefined ? [NO_CALLBACK] : []),
    ],
    weakness,
    open: (events) => httpCarrier(provider, account, settings, events, { log, lookup }),
  };
}
