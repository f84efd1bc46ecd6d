import type { Command } from 'commander';
import { at } from '../terminal/client.ts';
import { accountOption, type Common, operating, operation } from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf } from '../terminal/resolve.ts';

type Options = Common & { account?: string; name?: string };

export function registerConsole(program: Command): void {
  operation(
    program,
    'console',
    'print a link that opens the console, logged in, once',
    'hermod console --account "Corner Shop" --name Anna',
  )
    .addOption(accountOption())
    .option('--name <person>', 'who it is for, with --account')
    .action(
      operating(async ({ api, out }, { account, name }: Options) => {
        const link =
          account === undefined
            ? await api.call('POST', '/console-links')
            : await api.call('POST', at`/accounts/${await idOf(api, 'account', account)}/console-links`, {
                body: name === undefined ? {} : { name },
              });
        note('whoever has the link gets in: once, within ten minutes');
        await (out.json ? out.one(link) : out.lines([String(link['url'])]));
      }),
    );
}
