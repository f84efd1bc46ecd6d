import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { carriers } from './carriers.ts';
import { chart } from './chart.ts';
import { emails } from './emails.ts';
import { erasure } from './erasure.ts';
import { firstSteps } from './firstSteps.ts';
import { health } from './health.ts';
import { inbound } from './inbound.ts';
import { incident } from './incident.ts';
import { login } from './login.ts';
import { message } from './message.ts';
import { messages } from './messages.ts';
import { operators } from './operators.ts';
import { optOuts } from './optOuts.ts';
import { overview } from './overview.ts';
import { palette } from './palette.ts';
import { pauses } from './pauses.ts';
import { phone } from './phone.ts';
import { prices } from './prices.ts';
import { receipts } from './receipts.ts';
import { routing } from './routing.ts';
import { saved } from './saved.ts';
import { send } from './send.ts';
import { senders } from './senders.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { statistics } from './statistics.ts';
import { status } from './status.ts';
import { templates } from './templates.ts';
import { verdict } from './verdict.ts';
import { verify } from './verify.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';

/** All texts of the console, a file for each view. */
export const en = {
  accounts,
  audit,
  carriers,
  chart,
  emails,
  erasure,
  firstSteps,
  health,
  inbound,
  incident,
  login,
  message,
  messages,
  operators,
  optOuts,
  overview,
  palette,
  pauses,
  phone,
  prices,
  receipts,
  routing,
  saved,
  send,
  senders,
  settings,
  shell,
  statistics,
  status,
  templates,
  verdict,
  verify,
  waiting,
  webhooks,
} as const;
