import type { Command } from 'commander';
import { registerAccounts } from './accounts.ts';
import { registerAudit } from './audit.ts';
import { registerBinds } from './binds.ts';
import { registerCarriers } from './carriers.ts';
import { registerConsole } from './console.ts';
import { registerEmails, registerMails } from './emails.ts';
import { registerErase } from './erase.ts';
import { registerHealth } from './health.ts';
import { registerInbound } from './inbound.ts';
import { registerKeys } from './keys.ts';
import { registerMessages } from './messages.ts';
import { registerOperators } from './operators.ts';
import { registerOptOuts } from './opt-outs.ts';
import { registerPauses } from './pauses.ts';
import { registerPhones } from './phones.ts';
import { registerPrices } from './prices.ts';
import { registerRoutes } from './routes.ts';
import { registerRouting } from './routing.ts';
import { registerSend } from './send.ts';
import { registerSenders } from './senders.ts';
import { registerSmpp } from './smpp.ts';
import { registerStats } from './stats.ts';
import { registerTail } from './tail.ts';
import { registerTrigger } from './trigger.ts';
import { registerVerify } from './verify.ts';
import { registerWebhooks } from './webhooks.ts';

const groups: readonly [heading: string, members: ((program: Command) => void)[]][] = [
  ['Customers:', [registerAccounts, registerKeys, registerSmpp, registerPrices, registerSenders, registerOptOuts]],
  ['Carriers:', [registerCarriers, registerRoutes, registerRouting]],
  [
    'Traffic:',
    [
      registerSend,
      registerMessages,
      registerPauses,
      registerTail,
      registerInbound,
      registerPhones,
      registerWebhooks,
      registerBinds,
      registerTrigger,
      registerEmails,
      registerMails,
      registerVerify,
      registerStats,
    ],
  ],
  ['Console:', [registerConsole, registerOperators]],
  ['Records:', [registerHealth, registerAudit, registerErase]],
];

/** Everything that speaks to a running service, here or elsewhere, over HTTP only. */
export function registerOperations(program: Command): void {
  for (const [heading, members] of groups) {
    program.commandsGroup(heading);
    for (const register of members) register(program);
  }
}
