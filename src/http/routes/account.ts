import { httpLimits } from '../../bounds/limits/http.ts';
import { issueAccountLink } from '../../flows/console/links.ts';
import { findAccount } from '../../store/account/account.ts';
import { type LedgerRow, listLedger } from '../../store/account/ledger-entries.ts';
import { type EmailRow, findEmail, listEmails } from '../../store/email/emails.ts';
import { type InboundRow, listInbound } from '../../store/inbound/inbound-log.ts';
import { findLatin1Warnings } from '../../store/smpp/latin1.ts';
import { addressOf } from '../address.ts';
import { linkBody } from '../console/link-url.ts';
import { bodyOf } from '../operation/row-body.ts';
import { searchable, searchableNumber } from '../paging.ts';
import {
  Email,
  EmailList,
  EmailListQuery,
  Inbound,
  InboundList,
  InboundQuery,
  LedgerLine,
  LedgerLines,
  LedgerLinesQuery,
} from '../schemas/account-lists.ts';
import { ConsoleLink, LinkBody } from '../schemas/console.ts';
import { badBody, errorResponse } from '../schemas/errors.ts';
import { Account } from '../schemas/messages.ts';
import { customerOperations } from './operation.ts';

const onlyKeys = 'A link is issued with an API key, or by the operator';
const operation = customerOperations('Account', { 'by session': [403, onlyKeys] });

/** The account that calls, and a link to its console. */
export const accountOperations = [
  operation({
    id: 'getAccount',
    get: '/v1/account',
    summary: 'Balance, prices and warnings (extension)',
    answer: [Account, 'The account that calls'],
    read: async (db, { principal }) => {
      const account = await findAccount(db, principal.accountId);
      return {
        accountId: account.id,
        name: account.name,
        currency: account.currency,
        balance: Number(account.balance),
        creditLimit: Number(account.credit_limit),
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
    summary: 'A link that opens the console (extension)',
    description:
      'For one log-in, within ten minutes. The session sees what the account may see, and ends at the latest with the key that the link was made with.',
    tag: 'Console',
    body: LinkBody,
    optionalBody: true,
    rate: [httpLimits.consoleLinks, 'links'],
    status: 201,
    answer: [ConsoleLink, 'The link'],
    responses: { ...badBody, 403: errorResponse('Not by a session', { session: `error: 403 - ${onlyKeys}` }) },
    noStore: true,
    write: async (db, call) => {
      const { accountId, keyId, by } = call.principal;
      // Otherwise a session could create others that outlive it.
      if (by !== undefined) return 'by session';
      const actor = { kind: 'api-key', id: keyId, name: 'API key', address: addressOf(call) } as const;
      const link = await issueAccountLink(db, actor, { accountId, keyId, name: call.body.name });
      return linkBody(call, link!);
    },
  }),
];

/** What an account has received and paid: inbound messages, its ledger, and its e-mails. */
export const accountListOperations = [
  operation({
    id: 'listInbound',
    get: '/v1/inbound',
    summary: 'List inbound messages (extension)',
    description: 'Newest first.',
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
    summary: 'List what was booked (extension)',
    description: 'Newest first. The sum of all entries is the balance.',
    query: LedgerLinesQuery,
    answer: [LedgerLines, 'A page of the ledger'],
    shown: (row: LedgerRow) =>
      bodyOf(LedgerLine, row, { entryId: row.id, amount: Number(row.amount), at: row.created_at }),
    list: (db, { principal: { accountId }, query }, page) => listLedger(db, { ...page, accountId, kind: query.kind }),
  }),
  operation({
    id: 'listEmails',
    get: '/v1/emails',
    summary: 'List Email2SMS requests and what became of them (extension)',
    description: 'Newest first; those that held a key of the account.',
    tag: 'E-mails',
    query: EmailListQuery,
    answer: [EmailList, 'A page of e-mails'],
    shown: toEmail,
    list: (db, { principal: { accountId }, query: { outcome, author } }, page) => {
      const outcomes = outcome === undefined ? undefined : [outcome];
      return listEmails(db, { ...page, accountId, outcomes, author: searchable('author', author) });
    },
  }),
  operation({
    id: 'getEmail',
    get: '/v1/emails/:emailId',
    summary: 'Look up an Email2SMS request (extension)',
    description: 'As it was received and decoded, with the tags that were found and the verdict on its From address.',
    tag: 'E-mails',
    answer: [Email, 'The e-mail'],
    unknown: 'e-mail',
    shown: toEmail,
    read: (db, { principal: { accountId }, params }) => findEmail(db, params.emailId, accountId),
  }),
];

function toEmail(row: EmailRow) {
  return bodyOf(Email, row, { emailId: row.id, from: row.from_address });
}
