import type { Command } from 'commander';
import { newId } from '../../base/ids.ts';
import { compatApis } from '../../domain/access/doors.ts';
import { at } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  type Common,
  extras,
  fieldsOf,
  history,
  type ListOptions,
  list,
  listing,
  numbers,
  operating,
  operation,
  type Session,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [
  ...whole('accountId'),
  ...texts('name'),
  ...numbers('balance'),
  ...whole('currency', 'status'),
  ...extras('creditLimit', 'contactEmail', 'createdAt', 'paused', 'receipts', 'inbound', 'doors'),
];
const entryColumns = [
  ...whole('at', 'kind'),
  ...numbers('amount'),
  ...texts('note'),
  ...extras('messageId', 'entryId'),
];

export function registerAccounts(program: Command): void {
  const accounts = program.command('accounts').description('customers, their limits and their money');

  listing(accounts, 'list', 'list accounts', 'hermod accounts list --status suspended')
    .option('--status <status>', 'active or suspended')
    .option('--name <text>', 'part of the name')
    .action(
      operating((session, options: ListOptions & { status?: string; name?: string }) => {
        const { status, name } = options;
        return list(session, options, { path: '/accounts', things: 'accounts', columns, query: { status, name } });
      }),
    );

  operation(accounts, 'show <account>', 'show an account', 'hermod accounts show "Corner Shop"').action(
    operating(async ({ api, out }, _options, account: string) =>
      out.one(await api.call('GET', at`/accounts/${await idOf(api, 'account', account)}`)),
    ),
  );

  operation(
    accounts,
    'create',
    'create an account',
    'hermod accounts create --name "Corner Shop" --currency EUR --credit-limit 100',
  )
    .requiredOption('--name <name>', 'name of the customer')
    .requiredOption('--currency <code>', 'three letters of ISO 4217')
    .option('--credit-limit <amount>', 'how far below zero the balance may go (default: 0)')
    .option('--contact-email <address>', 'where confirmation codes go')
    .action(
      operating(async ({ api, out }, options) => {
        const body = fieldsOf(options, 'name', 'currency', 'creditLimit', 'contactEmail');
        await out.one(await api.call('POST', '/accounts', { body }));
      }),
    );

  operation(
    accounts,
    'change <account>',
    'change an account',
    'hermod accounts change "Corner Shop" --credit-limit 500',
  )
    .option('--name <name>', 'name of the customer')
    .option('--credit-limit <amount>', 'how far below zero the balance may go')
    .option('--contact-email <address>', 'where confirmation codes go; "" for none')
    .option('--receipts <way>', 'auto, webhook, smpp or both')
    .option('--inbound <way>', 'auto, webhook, smpp or both')
    .option('--doors <names>', `interfaces of other gateways: ${compatApis.join(', ')}; "" for none`)
    .action(
      operating(async ({ api, out }, options: Common & { contactEmail?: string; doors?: string }, account: string) => {
        const { contactEmail } = options;
        const email = contactEmail === undefined ? {} : { contactEmail: contactEmail || null };
        const opened = options.doors === undefined ? {} : { doors: options.doors.split(/[\s,]+/).filter(Boolean) };
        const body = { ...fieldsOf(options, 'name', 'creditLimit', 'receipts', 'inbound'), ...email, ...opened };
        await out.one(await api.call('PATCH', at`/accounts/${await idOf(api, 'account', account)}`, { body }));
      }),
    );

  registerStatus(accounts);
  registerMoney(accounts);
}

function registerStatus(accounts: Command): void {
  operation(accounts, 'suspend <account>', 'let an account send nothing', 'hermod accounts suspend "Corner Shop"')
    .addOption(yesOption())
    .action(
      operating(async (session, { yes }: Common & { yes?: boolean }, account: string) => {
        const id = await idOf(session.api, 'account', account);
        await confirm(`Suspend ${account}? From then on it can send nothing.`, yes);
        await setStatus(session, id, 'suspended');
      }),
    );

  operation(
    accounts,
    'resume <account>',
    'let a suspended account send again',
    'hermod accounts resume "Corner Shop"',
  ).action(
    operating(async (session, _options, account: string) =>
      setStatus(session, await idOf(session.api, 'account', account), 'active'),
    ),
  );
}

async function setStatus({ api, out }: Session, id: string, status: 'active' | 'suspended'): Promise<void> {
  const account = await api.call('PATCH', at`/accounts/${id}`, { body: { status } });
  await out.done(`the account ${String(account['name'])} is ${status}`, account);
}

function registerMoney(accounts: Command): void {
  const topUp = operation(
    accounts,
    'top-up <account> <amount>',
    'add money that a customer has paid',
    'hermod accounts top-up "Corner Shop" 250 --note "invoice 17"',
  ).option('--note <text>', 'what it was for');
  booking(topUp, 'top-ups', 'topped up');

  const correct = operation(
    accounts,
    'correct <account> <amount>',
    'book a correction, up or down',
    'hermod accounts correct "Corner Shop" -12.50 --note "charged twice in May"',
  ).requiredOption('--note <text>', 'why');
  booking(correct, 'corrections', 'corrected');

  history(
    accounts,
    'ledger <account>',
    'every movement of money',
    'hermod accounts ledger "Corner Shop" --kind top-up --from 30d',
  )
    .option('--kind <kind>', 'of one kind only')
    .action(
      operating(async (session, options: ListOptions & { kind?: string }, account: string) => {
        const path = at`/accounts/${await idOf(session.api, 'account', account)}/ledger`;
        const { kind } = options;
        return list(session, options, { path, things: 'entries', columns: entryColumns, query: { kind } });
      }),
    );
}

/** It brings an id along, so that it can be repeated when nobody knows whether it was booked. */
function booking(command: Command, kind: 'top-ups' | 'corrections', verb: string): void {
  command.option('--id <uuid>', 'the same id twice is booked once (default: a new one)').action(
    operating(async ({ api, out }, options: Common & { note?: string; id?: string }, account, amount) => {
      const { id = newId(), note } = options;
      const accountId = await idOf(api, 'account', account!);
      const body = { amount, id, ...(note === undefined ? {} : { note }) };
      const again = `repeat it with --id ${id}`;
      const booked = await api.call('POST', `${at`/accounts/${accountId}`}/${kind}`, { body, again });
      await out.done(`${account} was ${verb} by ${amount}; the balance is ${String(booked['balance'])}`, booked);
    }),
  );
}
