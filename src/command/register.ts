import type { Command } from 'commander';
import { registerCarriers } from './carriers/carriers.ts';
import { registerPhones } from './carriers/phones.ts';
import { registerRoutes } from './carriers/routes.ts';
import { registerRouting } from './carriers/routing.ts';
import { registerAccounts } from './customers/accounts.ts';
import { registerConsole } from './customers/console.ts';
import { registerKeys } from './customers/keys.ts';
import { registerOperators } from './customers/operators.ts';
import { registerOptOuts } from './customers/opt-outs.ts';
import { registerPrices } from './customers/prices.ts';
import { registerSenders } from './customers/senders.ts';
import { registerSmpp } from './customers/smpp.ts';
import { registerVerify } from './customers/verify.ts';
import { registerAudit } from './traffic/audit.ts';
import { registerBinds } from './traffic/binds.ts';
import { registerEmails, registerMails } from './traffic/emails.ts';
import { registerErase } from './traffic/erase.ts';
import { registerHealth } from './traffic/health.ts';
import { registerInbound } from './traffic/inbound.ts';
import { registerMessages } from './traffic/messages.ts';
import { registerPauses } from './traffic/pauses.ts';
import { registerSend } from './traffic/send.ts';
import { registerStats } from './traffic/stats.ts';
import { registerTail } from './traffic/tail.ts';
import { registerTrigger } from './traffic/trigger.ts';
import { registerWebhooks } from './traffic/webhooks.ts';

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
