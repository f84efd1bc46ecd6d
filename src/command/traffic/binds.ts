import type { Command } from 'commander';
import { at } from '../terminal/client.ts';
import {
  accountOption,
  type Common,
  extras,
  fieldsOf,
  type ListOptions,
  list,
  listing,
  numbers,
  operating,
  operation,
  texts,
  whole,
  wholeNumber,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';

const columns = [
  ...whole('bindId', 'systemId', 'mode'),
  ...texts('accountName', 'address'),
  ...numbers('submitsPerSecond', 'deliversPerSecond', 'unanswered', 'window', 'errors'),
  ...extras(
    'boundAt',
    'lastActivityAt',
    'version',
    'process',
    'submits',
    'delivers',
    'logUntil',
    'ending',
    'accountId',
  ),
];
const pduColumns = [
  ...whole('at', 'direction', 'command'),
  ...numbers('sequence'),
  ...whole('status'),
  ...texts('fields'),
];

type Filter = ListOptions & { account?: string; systemId?: string };

export function registerBinds(program: Command): void {
  const binds = program.command('binds').description('customers that are bound by SMPP now');

  listing(binds, 'list', 'list live binds', 'hermod binds list --account "Corner Shop"')
    .addOption(accountOption())
    .option('--system-id <name>', 'with this system_id only')
    .action(
      operating(async (session, options: Filter) => {
        const query = { ...(await accountQuery(session.api, options.account)), systemId: options.systemId };
        return list(session, options, { path: '/smpp-binds', things: 'binds', columns, query });
      }),
    );

  operation(
    binds,
    'disconnect <bind-id>',
    'end a bind, wherever it is',
    'hermod binds disconnect 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f --reason "maintenance"',
  )
    .option('--reason <text>', 'for the log and the audit trail')
    .action(
      operating(async ({ api, out }, options: Common & { reason?: string }, bind: string) => {
        const ended = await api.call('POST', at`/smpp-binds/${bind}/disconnect`, { body: fieldsOf(options, 'reason') });
        await out.done(`the bind of ${String(ended['systemId'])} is about to end`, ended);
      }),
    );

  operation(
    binds,
    'watch <bind-id>',
    'write down the PDUs of a bind for a while, without texts and passwords',
    'hermod binds watch 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f --seconds 300',
  )
    .option('--seconds <count>', 'for how long, up to 3600; 0 ends it', '300')
    .action(
      operating(async ({ api, out }, options: Common & { seconds: string }, bind: string) => {
        const seconds = wholeNumber('--seconds', options.seconds, 0);
        const watched = await api.call('POST', at`/smpp-binds/${bind}/log`, { body: { seconds } });
        await out.done(
          seconds === 0 ? 'no more PDUs are written down' : `PDUs are written down for ${seconds} s`,
          watched,
        );
      }),
    );

  listing(
    binds,
    'log <bind-id>',
    'read the PDUs of a bind that were written down',
    'hermod binds log 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f --all',
  ).action(
    operating(async (session, options: ListOptions, bind: string) =>
      list(session, options, { path: at`/smpp-binds/${bind}/log`, things: 'pdus', columns: pduColumns }),
    ),
  );
}
