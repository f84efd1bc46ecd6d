import { type EmailRow, findEmail, listEmails } from '../../../store/email/emails.ts';
import { findOutgoingMail, listOutgoingMails, type OutgoingMailRow } from '../../../store/email/mails.ts';
import { searchable } from '../../operation/paging.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { operatorOperations } from '../operation.ts';
import { EmailDetails, EmailPage, EmailQuery, MailDetails, MailPage, MailQuery } from '../schemas/emails.ts';

const operation = operatorOperations('Traffic');

export const emailOperations = [
  operation({
    id: 'listEmails',
    get: '/emails',
    summary: 'List Email2SMS requests',
    description: 'Returns a page of received e-mails with their outcomes, newest first.',
    query: EmailQuery,
    answer: [EmailPage, 'A page of e-mails'],
    shown: toEmail,
    list: (db, { query: { accountId, outcome, author } }, page) => {
      const outcomes = outcome === undefined ? undefined : [outcome];
      return listEmails(db, { ...page, accountId, outcomes, author: searchable('author', author) });
    },
  }),
  operation({
    id: 'getEmail',
    get: '/emails/:emailId',
    summary: 'Retrieve an Email2SMS request',
    answer: [EmailDetails, 'The e-mail'],
    unknown: 'e-mail',
    shown: toEmail,
    read: (db, { params }) => findEmail(db, params.emailId),
  }),
  operation({
    id: 'listMails',
    get: '/mails',
    summary: 'List outgoing e-mails',
    description: 'Returns a page of e-mails written by the service, newest first, without their texts.',
    query: MailQuery,
    answer: [MailPage, 'A page of e-mails'],
    shown: (row: OutgoingMailRow) => bodyOf(MailDetails, row, { mailId: row.id, body: undefined }),
    list: (db, { query: { accountId, state, kind, subjectId } }, page) =>
      listOutgoingMails(db, { ...page, accountId, state, kind, subjectId }),
  }),
  operation({
    id: 'getMail',
    get: '/mails/:mailId',
    summary: 'Retrieve an outgoing e-mail',
    description: 'Returns an e-mail written by the service, with its text.',
    answer: [MailDetails, 'The e-mail'],
    unknown: 'e-mail',
    shown: (row: OutgoingMailRow) => bodyOf(MailDetails, row, { mailId: row.id }),
    read: (db, { params }) => findOutgoingMail(db, params.mailId),
  }),
];

function toEmail(row: EmailRow) {
  return bodyOf(EmailDetails, row, { emailId: row.id, from: row.from_address });
}
