import type { Command } from 'commander';
import { at } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  accountOption,
  type Common,
  extras,
  type ListOptions,
  list,
  listing,
  operating,
  operation,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';

const columns = [
  ...whole('senderId', 'value', 'channel', 'status'),
  ...texts('rejectionReason', 'blocked'),
  ...extras('accountId', 'wrongCodes', 'createdAt', 'statusAt'),
];

type Filter = ListOptions & { status?: string; account?: string; channel?: string };

export function registerSenders(program: Command): void {
  const senders = program.command('senders').description('names and numbers that wait for approval');

  listing(senders, 'list', 'list senders', 'hermod senders list --status Pending')
    .option('--status <status>', 'Pending, Confirmation Pending, Confirmed or Rejected')
    .option('--channel <channel>', 'SMS or Viber')
    .addOption(accountOption())
    .action(
      operating(async (session, options: Filter) => {
        const { status, channel } = options;
        const query = { ...(await accountQuery(session.api, options.account)), status, channel };
        return list(session, options, { path: '/senders', things: 'senders', columns, query });
      }),
    );

  operation(
    senders,
    'show <sender-id>',
    'show a sender',
    'hermod senders show 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, sender: string) => out.one(await api.call('GET', at`/senders/${sender}`))),
  );

  operation(
    senders,
    'approve <sender-id>',
    'approve a sender, also after too many wrong codes; a code is sent',
    'hermod senders approve 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, sender: string) => {
      const approved = await api.call('POST', at`/senders/${sender}/approve`, { body: {} });
      await out.done(`the sender ${String(approved['value'])} is approved`, approved);
    }),
  );

  operation(
    senders,
    'reject <sender-id>',
    'reject a sender for good',
    'hermod senders reject 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f --reason "the name of a bank"',
  )
    .requiredOption('--reason <text>', 'why; the customer is told')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { reason, yes }: Common & { reason: string; yes?: boolean }, sender: string) => {
        await confirm(`Reject ${sender}? That cannot be taken back.`, yes);
        const rejected = await api.call('POST', at`/senders/${sender}/reject`, { body: { reason } });
        await out.done(`the sender ${String(rejected['value'])} is rejected`, rejected);
      }),
    );
}
