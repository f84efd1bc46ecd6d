import { Type } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { daysLeft, runwayDays } from '../../domain/money/runway.ts';
import { issueAccountLink } from '../../flows/console/links.ts';
import { findAccount } from '../../store/account/account.ts';
import { listLedger, type TracedRow } from '../../store/account/ledger-entries.ts';
import { type EmailRow, findEmail, listEmails } from '../../store/email/emails.ts';
import { type InboundRow, listInbound } from '../../store/inbound/inbound.ts';
import { findLatin1Warnings } from '../../store/smpp/credentials.ts';
import { recentSpend } from '../../store/statistics/overview.ts';
import { linkBody } from '../console/access.ts';
import { Exports } from '../operation/export.ts';
import { searchable, searchableNumber } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { ConsoleLink, LinkBody } from '../schemas/console.ts';
import { badBody, errorResponse } from '../schemas/errors.ts';
import { anything, filteredCursor, named, orNull, paging, range, searchText, time, uuid } from '../schemas/fields.ts';
import { inboundText } from '../schemas/inbound.ts';
import { Account } from '../schemas/messages.ts';
import { clientAddress } from '../server/requests.ts';
import type { Serving } from '../server/serving.ts';
import { kind, ledgerColumns, ledgerFile, ledgerFilter, sendLedger, trace } from '../shared/ledger.ts';
import { customerOperations } from './operation.ts';

const textOrNull = (description: string) => orNull(Type.String(), description);
const page = { ...range, ...paging };

export const Inbound = named('Inbound', {
  inboundId: uuid(),
  senderId: orNull(uuid(), 'Sender of the account that received the message'),
  ...inboundText,
});
export const InboundList = named('InboundList', {
  inbound: Type.Array(Type.Ref('Inbound')),
  nextCursor: filteredCursor,
});
export const InboundQuery = Type.Object({
  ...page,
  sender: searchText('Phone number of the author'),
  recipient: searchText('Number or name that the message was sent to'),
});

export const LedgerLine = named('LedgerLine', {
  entryId: uuid('Id of the transaction; for a charge, that of the request'),
  kind,
  amount: Type.Number({ description: 'Amount in the currency of the account; negative for a charge' }),
  ...trace,
  at: time('Time of the transaction'),
});
export const LedgerLines = named('LedgerLines', {
  entries: Type.Array(Type.Ref('LedgerLine')),
  nextCursor: filteredCursor,
});
export const LedgerLinesQuery = Type.Object({ ...paging, ...ledgerFilter });

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send; rejected: because of its From address or format; error: the author was notified of the error by e-mail',
});

export const Email = named(
  'Email',
  {
    emailId: uuid(),
    receivedAt: time('Time of receipt'),
    via: Type.Enum(['SMTP', 'IMAP']),
    envelopeFrom: Type.String({
      description: 'Envelope sender; empty for automatic e-mails and mailboxes that do not report it',
    }),
    from: textOrNull('Address in the From header'),
    messageId: textOrNull('Message-ID header'),
    subject: Type.String(),
    outcome,
    reason: textOrNull('Reason, unless the outcome is sent'),
    messageIds: Type.Array(uuid(), { description: 'Messages sent by the e-mail' }),
    size: Type.Integer({ description: 'Size in bytes' }),
    count: Type.Integer({
      description:
        'Number of similar e-mails that this entry represents; more than 1 if not all of an hour were stored',
    }),
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    tags: Type.Optional(anything('Tags read from the text; the key is shortened to its prefix')),
    proof: Type.Optional(anything('Authentication of the author: SPF, DKIM, alignment, or a trusted relay')),
    text: Type.Optional(textOrNull('Decoded text with the key masked; kept for a few days')),
  },
  { description: 'headers, tags, proof and text are present only when a single e-mail is retrieved' },
);
export const EmailList = named('EmailList', { emails: Type.Array(Type.Ref('Email')), nextCursor: filteredCursor });
export const EmailListQuery = Type.Object({
  ...page,
  outcome: Type.Optional(outcome),
  author: Type.Optional(Type.String({ maxLength: 320, description: 'Address in the From header' })),
});

export const accountListSchemas = [Inbound, InboundList, LedgerLine, LedgerLines, Email, EmailList];

const onlyKeys = 'A link is issued with an API key, or by the operator';
const operation = customerOperations('Account', { 'by session': [403, onlyKeys] });

export const accountOperations = [
  operation({
    id: 'getAccount',
    get: '/v1/account',
    summary: 'Retrieve the account (extension)',
    description: 'Returns the balance, how long it will last, the prices and any SMPP warnings of the calling account.',
    answer: [Account, 'The calling account'],
    read: async (db, { principal }) => {
      const account = await findAccount(db, principal.accountId);
      const { amount, seconds } = await recentSpend(db, account.id, runwayDays);
      const available = parseMoney(account.balance) + parseMoney(account.credit_limit);
      return {
        accountId: account.id,
        name: account.name,
        currency: account.currency,
        balance: Number(account.balance),
        creditLimit: Number(account.credit_limit),
        spentLast7Days: Number(amount),
        daysLeft: daysLeft(available, parseMoney(amount), seconds * 1_000),
        prices: account.prices.map((price) => ({ ...price, unitPrice: Number(price.unitPrice) })),
        smppWarnings: await findLatin1Warnings(db, account.id),
      };
    },
  }),
];

export const consoleLinkOperations = [
  operation({
    id: 'createConsoleLink',
    post: '/v1/console/link',
    summary: 'Create a sign-in link for the console (extension)',
    description:
      'Returns a link that signs in once, within ten minutes. The session has access to this account only, and ends when the API key ' +
      'that created the link is revoked or expires.',
    tag: 'Console',
    body: LinkBody,
    optionalBody: true,
    rate: [httpLimits.consoleLinks, 'links'],
    status: 201,
    answer: [ConsoleLink, 'The link'],
    responses: {
      ...badBody,
      403: errorResponse('The caller is a console session', { session: `error: 403 - ${onlyKeys}` }),
    },
    noStore: true,
    write: async (db, call) => {
      const { accountId, keyId, by } = call.principal;
      // Otherwise a session could create sessions that outlive it.
      if (by !== undefined) return 'by session';
      const actor = { kind: 'api-key', id: keyId, name: 'API key', address: clientAddress(call) } as const;
      const link = await issueAccountLink(db, actor, { accountId, keyId, name: call.body.name });
      return linkBody(call, link!);
    },
  }),
];

export function accountListOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  return [...lists, ledgerFileOperation(exports)];
}

const lists = [
  operation({
    id: 'listInbound',
    get: '/v1/inbound',
    summary: 'List inbound messages (extension)',
    description: 'Returns a page of received messages, newest first.',
    tag: 'Messages',
    query: InboundQuery,
    answer: [InboundList, 'A page of inbound messages'],
    shown: (row: InboundRow) => bodyOf(Inbound, row, { inboundId: row.id }),
    list: (db, { principal: { accountId }, query }, page) => {
      const sender = searchableNumber('sender', query.sender);
      const recipient = searchableNumber('recipient', query.recipient);
      return listInbound(db, { ...page, accountId, sender, recipient });
    },
  }),
  operation({
    id: 'listLedger',
    get: '/v1/ledger',
    summary: 'List transactions (extension)',
    description:
      'Returns a page of the ledger, newest first, each transaction with what it is for. The sum of all transactions is the balance.',
    query: LedgerLinesQuery,
    answer: [LedgerLines, 'A page of transactions'],
    shown: (row: TracedRow) =>
      bodyOf(LedgerLine, row, {
        entryId: row.id,
        amount: Number(row.amount),
        messageCount: row.messages,
        at: row.created_at,
      }),
    list: (db, { principal: { accountId }, query }, page) => listLedger(db, { ...page, accountId, kind: query.kind }),
  }),
  operation({
    id: 'listEmails',
    get: '/v1/emails',
    summary: 'List Email2SMS requests (extension)',
    description: 'Returns a page of e-mails that contained a key of the account, with their outcomes, newest first.',
    tag: 'E-mails',
    query: EmailListQuery,
    answer: [EmailList, 'A page of e-mails'],
    shown: toEmail,
    list: (db, { principal: { accountId }, query: { outcome, author } }, page) =>
      listEmails(db, { ...page, accountId, outcome, author: searchable('author', author) }),
  }),
  operation({
    id: 'getEmail',
    get: '/v1/emails/:emailId',
    summary: 'Retrieve an Email2SMS request (extension)',
    description:
      'Returns the e-mail as received and decoded, with its tags and the authentication result of its From address.',
    tag: 'E-mails',
    answer: [Email, 'The e-mail'],
    unknown: 'e-mail',
    shown: toEmail,
    read: (db, { principal: { accountId }, params }) => findEmail(db, params.emailId, accountId),
  }),
];

function ledgerFileOperation(exports: Exports) {
  return operation({
    id: 'downloadLedger',
    get: '/v1/ledger.csv',
    summary: 'Download transactions as CSV (extension)',
    ...ledgerFile('Another download of this account is running'),
    handle: ({ principal: { accountId }, query }, reply) =>
      sendLedger(exports, reply, { owner: accountId, accountId, query, columns: ledgerColumns }),
  });
}

function toEmail(row: EmailRow) {
  return bodyOf(Email, row, { emailId: row.id, from: row.from_address });
}
