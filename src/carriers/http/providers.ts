import { Problem } from '../../base/problem.ts';
import { nearest } from '../../config/setting.ts';
import { wrongUrl } from '../carrier-url.ts';
import { readDescription } from './generic/description.ts';
import { generic } from './generic/provider.ts';
import type { Provider } from './provider.ts';
import { amazon } from './providers/amazon.ts';
import { infobip } from './providers/infobip.ts';
import { plivo } from './providers/plivo.ts';
import { sinch } from './providers/sinch.ts';
import { smsgate } from './providers/smsgate.ts';
import { telnyx } from './providers/telnyx.ts';
import { twilio } from './providers/twilio.ts';
import { vonage } from './providers/vonage.ts';

/** By the name in the scheme of the URL: `https+twilio://…`. */
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

/** Throws a Problem for an unknown name or a wrong description. */
export function providerOf(name: string, description: unknown): Provider {
  if (name === 'generic') return generic(readDescription(description));
  if (!Object.hasOwn(PRESETS, name)) {
    const names = ['generic', ...Object.keys(PRESETS)];
    throw wrongUrl(`there is no provider ${name.slice(0, 20)} (did you mean ${nearest(name, names)}?)`);
  }
  if (description !== undefined && description !== null)
    throw new Problem(`The carrier's description is wrong: ${name} has none`, 'Leave it out, or use generic');
  return PRESETS[name]!;
}
