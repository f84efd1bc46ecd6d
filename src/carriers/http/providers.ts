import { Problem } from '../../base/problem.ts';
import { nearest } from '../../config/setting.ts';
import { wrongUrl } from '../url-parameters.ts';
import { amazon } from './amazon/provider.ts';
import { readDescription } from './generic/description.ts';
import { generic } from './generic/provider.ts';
import { infobip } from './infobip/provider.ts';
import { plivo } from './plivo/provider.ts';
import type { Provider } from './provider.ts';
import { sinch } from './sinch/provider.ts';
import { smsgate } from './smsgate/provider.ts';
import { telnyx } from './telnyx/provider.ts';
import { twilio } from './twilio/provider.ts';
import { vonage } from './vonage/provider.ts';

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

/** Throws a Problem if there is none of this name, or its description is wrong. */
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
