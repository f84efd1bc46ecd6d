import { Problem } from '../../base/problem.ts';
import { nearest } from '../../config/setting.ts';
import { callbackPath } from '../../domain/carrier/carrier.ts';
import type { CarrierTrial } from '../../flows/carriers/carriers.ts';
import { createCaller } from '../../http-client/client.ts';
import type { Lookup } from '../../http-client/guard.ts';
import type { CarrierRow } from '../../store/carrier/carriers.ts';
import type { Log } from '../../telemetry/log.ts';
import { wrongUrl } from '../carrier-url.ts';
import type { CarrierKind } from '../local-carrier.ts';
import { httpCarrier, type Opened } from './carrier.ts';
import { readDescription } from './generic/description.ts';
import { generic } from './generic/provider.ts';
import type { Provider, ProviderAccount } from './provider.ts';
import { amazon } from './providers/amazon.ts';
import { infobip } from './providers/infobip.ts';
import { plivo } from './providers/plivo.ts';
import { sinch } from './providers/sinch.ts';
import { smsgate } from './providers/smsgate.ts';
import { telnyx } from './providers/telnyx.ts';
import { twilio } from './providers/twilio.ts';
import { vonage } from './providers/vonage.ts';
import { providerIn, readHttpSettings } from './settings.ts';

export type HttpAddress = {
  readonly url: string;
  readonly description?: unknown;
  readonly signingSecret?: string | undefined;
  readonly callbackPath?: string;
};

const NO_CALLBACK =
  'callback is not set: the provider does not know where to send receipts, so they come only if its own settings name the callback path';

export const httpAddressOf = (row: CarrierRow): HttpAddress => ({
  url: row.url,
  description: row.description ?? undefined,
  signingSecret: row.signingSecret ?? undefined,
  callbackPath: callbackPath(row),
});

export function openAddress({ url, description, signingSecret, callbackPath = '' }: HttpAddress): Opened {
  const provider = providerOf(providerIn(url) ?? '', description);
  const settings = readHttpSettings(url, provider.parameters);
  const account: ProviderAccount = { ...settings.account, signingSecret, callbackPath };
  provider.check?.(account);
  return { provider, account, settings };
}

/** Every process may call, unless a rate has to be shared: then slots are taken, as for binds. */
export function httpKind(address: HttpAddress, log: Log, lookup: Lookup | undefined): CarrierKind {
  const opened = openAddress(address);
  const { provider, account, settings } = opened;
  const { rate, window, unanswered, timeoutSeconds } = settings;
  const weakness = provider.weakness(account);
  return {
    binds: settings.slots ?? (rate === 0 ? undefined : 1),
    rate,
    window,
    timeoutMs: timeoutSeconds * 1_000,
    unanswered,
    isCalled: true,
    warnings: [
      ...(weakness === undefined ? [] : [weakness.text]),
      ...(account.publicUrl === undefined ? [NO_CALLBACK] : []),
    ],
    weakness,
    open: (events) => httpCarrier(opened, events, { log, lookup }),
  };
}

const testMs = 10_000;

/** Tests whether the server answers. Credentials are not sent: any call that shows whether they are right costs money. */
export async function testCall(address: HttpAddress, lookup?: Lookup): Promise<CarrierTrial> {
  const { account, settings } = openAddress(address);
  const caller = createCaller({ allow: settings.allow ?? [], timeoutMs: testMs, connections: 1, lookup });
  const { status, error } = await caller.call({ method: 'GET', url: `${account.base}/`, headers: {}, body: '' });
  await caller.close(0);
  const { host } = new URL(account.base);
  if (status === undefined) {
    const text = `${host}: ${error}`;
    return { ok: false, milliseconds: 0, steps: [{ step: 'connect', ok: false, text }], advice };
  }
  const text = `${host} answers; user and password are tried by the first message`;
  return { ok: true, milliseconds: 0, steps: [{ step: 'connect', ok: true, text }] };
}

const advice =
  'Check the host; a private address has to be named by the parameter allow, such as allow=192.168.1.20/32';

/** Providers by the name in the URL scheme: `https+twilio://…`. */
export const PRESETS: Readonly<Record<string, Provider>> = {
  twilio,
  infobip,
  smsgate,
  vonage,
  telnyx,
  sinch,
  plivo,
  amazon,
};

export function providerOf(name: string, description: unknown): Provider {
  if (name === 'generic') return generic(readDescription(description));
  if (!Object.hasOwn(PRESETS, name)) {
    const names = ['generic', ...Object.keys(PRESETS)];
    throw wrongUrl(`unknown provider ${name.slice(0, 20)} (did you mean ${nearest(name, names)}?)`);
  }
  if (description !== undefined && description !== null)
    throw new Problem(`The carrier's description is wrong: ${name} has none`, 'Leave it out, or use generic');
  return PRESETS[name]!;
}
