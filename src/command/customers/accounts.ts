import { newId } from '../../base/ids.ts';
import { compatApis } from '../../domain/access/doors.ts';
import { type CommandFields, listed, nullable, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

/** With an id, a call that got no response can be repeated. */
const id: CommandFields = {
  '--id <uuid>': { help: 'repeated with the same id, it is booked once (default: a new id)', orElse: newId },
};
const again = 'repeat it with --id {id}';

export const accounts: Noun = {
  summary: 'customer accounts, limits and balances',
  verbs: {
    list: {
      summary: 'list accounts',
      example: '--status suspended',
      fields: { '--status <status>': 'active or suspended', '--name <text>': 'part of the name' },
      call: 'GET /accounts',
      rows: 'accounts',
      pages: 'limited',
      columns: columns(
        'accountId name~ #balance currency status',
        'creditLimit? contactEmail? createdAt? paused? receipts? inbound? doors?',
      ),
    },
    'show <account>': { summary: 'show an account', call: 'GET /accounts/{account}' },
    'incident <account>': {
      summary: 'show why messages of an account wait and since when, and the rates before and now',
      call: 'GET /accounts/{account}/incident',
    },
    create: {
      summary: 'create an account',
      example: '--name "Corner Shop" --currency EUR --credit-limit 100',
      fields: {
        '--name <name>': required('name of the customer'),
        '--currency <code>': required('three letters of ISO 4217'),
        '--credit-limit <amount>': 'how far below zero the balance may go (default: 0)',
        '--contact-email <address>': 'where confirmation codes go',
      },
      call: 'POST /accounts',
    },
    'change <account>': {
      summary: 'change an account',
      example: '--credit-limit 500',
      fields: {
        '--name <name>': 'name of the customer',
        '--credit-limit <amount>': 'how far below zero the balance may go',
        '--contact-email <address>': nullable('where confirmation codes go; "" for none'),
        '--receipts <way>': 'auto, webhook, smpp or both',
        '--inbound <way>': 'auto, webhook, smpp or both',
        '--doors <names>': listed(`compatibility APIs: ${compatApis.join(', ')}; "" for none`, /[\s,]+/),
      },
      call: 'PATCH /accounts/{account}',
    },
    'suspend <account>': {
      summary: 'suspend sending for an account',
      call: 'PATCH /accounts/{account}',
      body: { status: 'suspended' },
      confirm: 'Suspend {account}? It can no longer send messages.',
      done: 'the account {name} is {status}',
    },
    'resume <account>': {
      summary: 'resume sending for a suspended account',
      call: 'PATCH /accounts/{account}',
      body: { status: 'active' },
      done: 'the account {name} is {status}',
    },
    'top-up <account> <amount>': {
      summary: 'add a payment to the balance',
      example: '250 --note "invoice 17"',
      fields: { '--reference <text>': 'shown to the customer', '--note <text>': 'for operators only', ...id },
      call: 'POST /accounts/{account}/top-ups',
      again,
      done: '{account} was topped up by {amount}; the balance is {balance}',
    },
    'correct <account> <amount>': {
      summary: 'adjust the balance, up or down',
      example: '-12.50 --note "charged twice in May"',
      fields: { '--note <text>': required('why'), '--reference <text>': 'shown to the customer', ...id },
      call: 'POST /accounts/{account}/corrections',
      again,
      done: '{account} was corrected by {amount}; the balance is {balance}',
    },
    'ledger <account>': {
      summary: 'list transactions',
      example: '--kind top-up --from 30d',
      fields: { '--kind <kind>': 'of one kind only' },
      call: 'GET /accounts/{account}/ledger',
      rows: 'entries',
      pages: 'dated',
      columns: columns(
        'at kind #amount sender destination #messageCount reference~ note~ messageId? submissionId? entryId?',
      ),
    },
  },
};
