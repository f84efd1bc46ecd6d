import type { Command } from 'commander';
import { carriers } from './carriers/carriers.ts';
import { routes, routing } from './carriers/routing.ts';
import { accounts } from './customers/accounts.ts';
import { keys, smpp } from './customers/credentials.ts';
import { consoleLink, operators } from './customers/operators.ts';
import { optOuts } from './customers/opt-outs.ts';
import { prices } from './customers/prices.ts';
import { senders } from './customers/senders.ts';
import { templates } from './customers/templates.ts';
import { verify } from './customers/verify.ts';
import { registerCommands } from './terminal/run.ts';
import type { Noun, Verb } from './terminal/verb.ts';
import { binds } from './traffic/binds.ts';
import { emails, mails } from './traffic/emails.ts';
import { endpoints } from './traffic/endpoints.ts';
import { inbound, phones } from './traffic/inbound.ts';
import { messages } from './traffic/messages.ts';
import { pause, resume } from './traffic/pauses.ts';
import { audit, erase, health } from './traffic/records.ts';
import { send } from './traffic/send.ts';
import { stats } from './traffic/stats.ts';
import { tail } from './traffic/tail.ts';
import { trigger, webhooks } from './traffic/webhooks.ts';

const groups: Readonly<Record<string, Readonly<Record<string, Noun | Verb>>>> = {
  'Customers:': { accounts, keys, smpp, prices, senders, 'opt-outs': optOuts },
  'Carriers:': { carriers, routes, routing },
  'Traffic:': {
    'send [text]': send,
    messages,
    templates,
    pause,
    resume,
    tail,
    inbound,
    phones,
    webhooks,
    endpoints,
    binds,
    'trigger <event>': trigger,
    emails,
    mails,
    verify,
    stats,
  },
  'Console:': { console: consoleLink, operators },
  'Records:': { health, audit, 'erase <phone-number>': erase },
};

/** Commands that call a running service, here or elsewhere, over HTTP. */
export function registerOperations(program: Command): void {
  for (const [heading, entries] of Object.entries(groups)) {
    program.commandsGroup(heading);
    registerCommands(program, 'hermod', entries);
  }
}
