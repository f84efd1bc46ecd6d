import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { statuses } from '../../domain/message/message.ts';
import { at, type Row } from '../terminal/client.ts';
import {
  accountOption,
  extras,
  history,
  type ListOptions,
  list,
  operating,
  operation,
  texts,
  whole,
} from '../terminal/operation.ts';
import { accountQuery, idOf } from '../terminal/resolve.ts';
import { registerCancel } from './cancel.ts';

const columns = [
  ...whole('messageId', 'status', 'destination'),
  ...texts('sender', 'content', 'reason'),
  ...extras(
    'acceptedAt',
    'attemptCount',
    'nextAttemptAt',
    'price',
    'segmentCount',
    'country',
    'updatedAt',
    'accountId',
  ),
];

type Filter = ListOptions & {
  account?: string;
  status?: string;
  sender?: string;
  destination?: string;
  country?: string;
  carrier?: string;
  content?: boolean;
};

export function registerMessages(program: Command): void {
  const messages = program.command('messages').description('messages of all accounts');

  history(messages, 'list', 'list messages', 'hermod messages list --status FAILED --from 2h --content')
    .addOption(accountOption())
    .addOption(new Option('--status <status>', 'in one state only').choices([...statuses]))
    .option('--sender <sender>', 'from this sender')
    .option('--destination <number>', 'to this number')
    .option('--country <code>', 'to this country')
    .option('--carrier <carrier>', 'taken by this carrier: its id or name')
    .option('--content', 'with the texts')
    .action(
      operating(async (session, options: Filter) => {
        const { status, sender, destination, country, content } = options;
        const account = await accountQuery(session.api, options.account);
        const carrierId =
          options.carrier === undefined ? undefined : await idOf(session.api, 'carrier', options.carrier);
        const filter = { ...account, status, sender, destination, country, carrierId };
        const query = { ...filter, content: content ? 'true' : undefined };
        return list(session, options, { path: '/messages', things: 'messages', columns, query });
      }),
    );

  operation(
    messages,
    'show <message-id>',
    'show a message: its parts, its carrier, the reports sent',
    'hermod messages show 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, message: string) =>
      out.one(await api.call('GET', at`/messages/${message}`)),
    ),
  );

  operation(
    messages,
    'timeline <message-id>',
    'follow a message: request, ledger, route, parts, receipts, states, webhooks',
    'hermod messages timeline 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, message: string) => {
      const { entries } = await api.call('GET', at`/messages/${message}/timeline`);
      const rows = (entries as Row[]).map((entry) => (out.json ? entry : inWords(entry)));
      await out.list(timelineColumns, Readable.from(rows));
    }),
  );

  registerCancel(messages);
}

const timelineColumns = [...whole('at', 'kind'), ...texts('details')];

/** What an entry says besides its time and kind, which differs from kind to kind. */
function inWords({ at: time, kind, ...rest }: Row): Row {
  const details = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return { at: time, kind, details: details.join(', ') };
}
