import type { Command } from 'commander';
import { confirm } from '../terminal/confirm.ts';
import { type Common, operating, operation, yesOption } from '../terminal/operation.ts';

/** With very many messages it takes minutes; after five of them `fetch` gives up by itself. */
const patienceMs = 300_000;
const again = 'ask again, a second time does no harm';

export function registerErase(program: Command): void {
  operation(
    program,
    'erase <phone-number>',
    'forget a person: texts and numbers of all messages to and from a phone number',
    'hermod erase +38640123456',
  )
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, phoneNumber: string) => {
        await confirm(`Erase everything about ${phoneNumber}? That cannot be taken back.`, yes);
        await out.one(await api.call('POST', '/erasures', { body: { phoneNumber }, again, patienceMs }));
      }),
    );
}
