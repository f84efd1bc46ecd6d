import type { Command } from 'commander';
import {
  accountOption,
  type Common,
  extras,
  history,
  type ListOptions,
  list,
  operating,
  operation,
  texts,
  whole,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';

const columns = [
  ...whole('receivedAt', 'sender', 'recipient'),
  ...texts('text'),
  ...extras('complete', 'accountId', 'inboundId'),
];

type Filter = ListOptions & { account?: string; sender?: string; recipient?: string };

export function registerInbound(program: Command): void {
  const inbound = program.command('inbound').description("what customers' customers answered");

  history(inbound, 'list', 'list inbound messages', 'hermod inbound list --recipient +38640111222 --from 1d')
    .addOption(accountOption())
    .option('--sender <number>', 'from this number')
    .option('--recipient <sender>', 'to this sender or number')
    .action(
      operating(async (session, options: Filter) => {
        const { sender, recipient } = options;
        const query = { ...(await accountQuery(session.api, options.account)), sender, recipient };
        return list(session, options, { path: '/inbound', things: 'inbound', columns, query });
      }),
    );

  operation(
    inbound,
    'simulate <text>',
    'let an SMS come in through the simulator',
    'hermod inbound simulate --from +38640123456 --to +38640111222 "STOP"',
  )
    .requiredOption('--from <number>', 'who sends it')
    .requiredOption('--to <sender>', 'the sender or number it is for')
    .action(
      operating(async ({ api, out }, { from, to }: Common & { from: string; to: string }, text: string) => {
        const taken = await api.call('POST', '/simulator/inbound', { body: { from, to, text } });
        const whose = taken['accountId'] === null ? ", which is nobody's sender" : '';
        await out.done(`an SMS from ${from} came in for ${to}${whose}`, taken);
      }),
    );
}
