import type { Limits } from './limit.ts';
import { accessLimits } from './limits/access.ts';
import { carrierLimits } from './limits/carriers.ts';
import { emailLimits } from './limits/email.ts';
import { httpLimits } from './limits/http.ts';
import { sendingLimits } from './limits/sending.ts';
import { smppLimits } from './limits/smpp.ts';
import { templateLimits } from './limits/templates.ts';
import { verifyLimits } from './limits/verify.ts';
import { webhookLimits } from './limits/webhooks.ts';

/** Every limit of the service by section, in the order of docs/limits.md (`npm run limits`). A new section is one line here. */
export const sections: Readonly<Record<string, Limits>> = {
  HTTP: httpLimits,
  Sending: sendingLimits,
  Templates: templateLimits,
  Verification: verifyLimits,
  Carriers: carrierLimits,
  Webhooks: webhookLimits,
  SMPP: smppLimits,
  'E-mail': emailLimits,
  'Reads and passwords': accessLimits,
};
