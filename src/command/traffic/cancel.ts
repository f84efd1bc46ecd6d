import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { Problem } from '../../base/problem.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import type { Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  accountOption,
  type Common,
  extras,
  numbers,
  operating,
  operation,
  type Session,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { accountQuery, idOf } from '../terminal/resolve.ts';
import { moment } from '../terminal/time.ts';

const columns = [...texts('name'), ...numbers('messages', 'amount'), ...whole('currency'), ...extras('accountId')];

type Sum = { name: string; currency: string; messages: number; amount: string };
type Sums = Row & { messages: number; accounts: Sum[]; bounded?: boolean };
type Wanted = Common & {
  account?: string;
  older?: string;
  carrier?: string;
  country?: string;
  status?: string;
  yes?: boolean;
};

export function registerCancel(messages: Command): void {
  operation(
    messages,
    'cancel',
    'cancel messages that wait, in sets: shows what is given back, and asks',
    'hermod messages cancel --account "Corner Shop" --older 2h',
  )
    .addOption(accountOption())
    .option('--older <time>', 'that should have left so long ago, or before that time')
    .option('--carrier <carrier>', 'that wait for this carrier: its id or name')
    .option('--country <code>', 'to this country')
    .addOption(new Option('--status <status>', 'scheduled ones only, or all others').choices(['ACCEPTED', 'SCHEDULED']))
    .addOption(yesOption())
    .action(operating(cancel));
}

async function cancel(session: Session, options: Wanted): Promise<void> {
  const { api, out } = session;
  const filter = await filterOf(session, options);
  const found = (await api.call('GET', '/messages/waiting', { query: filter })) as Sums;
  if (found.messages === 0) return out.done('no message waits that fits', { messages: 0, accounts: [] });
  if (!out.json) await out.list(columns, Readable.from(found.accounts));
  const more = found.bounded ? ' or more' : '';
  const asked = `Cancel ${found.messages} messages${more} and give back ${amounts(found.accounts)}${more}?`;
  await confirm(asked, options.yes);
  const sum: { messages: number; accounts: Sum[] } = { messages: 0, accounts: [] };
  for (;;) {
    const step = (await api.call('POST', '/messages/cancel', { body: given(filter) })) as Sums;
    sum.messages += step.messages;
    sum.accounts.push(...step.accounts);
    // What is left is in somebody's hands, and is about to leave.
    if (step['done'] === true || step.messages === 0) break;
    note(`${sum.messages} of ${found.messages} messages are cancelled`);
  }
  const text = `${sum.messages} messages are cancelled, ${amounts(sum.accounts)} given back`;
  await out.done(text, { messages: sum.messages, accounts: byAccount(sum.accounts) });
}

async function filterOf({ api }: Session, options: Wanted) {
  const { older, carrier, country, status } = options;
  const filter = {
    ...(await accountQuery(api, options.account)),
    carrierId: carrier === undefined ? undefined : await idOf(api, 'carrier', carrier),
    country,
    status,
    before: older === undefined ? undefined : moment(older, 'ago', Date.now()).toISOString(),
  };
  if (Object.values(filter).some((value) => value !== undefined)) return filter;
  throw new Problem('nothing says which messages', 'Give --account, --older, --carrier, --country or --status');
}

const given = (filter: object): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** By currency: 12.5 EUR and 3 USD. Added in millionths, as the service counts. */
function amounts(sums: readonly Sum[]): string {
  const groups = Object.entries(Object.groupBy(sums, ({ currency }) => currency));
  if (groups.length === 0) return 'nothing';
  return groups.map(([currency, some = []]) => `${total(some)} ${currency}`).join(' and ');
}

function byAccount(sums: readonly Sum[]): Row[] {
  const groups = Object.values(Object.groupBy(sums as (Sum & { accountId: string })[], ({ accountId }) => accountId));
  return groups.map((some = []) => ({
    ...some[0]!,
    messages: some.reduce((sum, { messages }) => sum + messages, 0),
    amount: total(some),
  }));
}

const total = (sums: readonly Sum[]): string =>
  formatMoney(sums.reduce((sum, { amount }) => sum + parseMoney(amount), 0n));
