import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Runtime } from '../../../runtime.ts';
import { type EmailRow, findEmail, listEmails } from '../../../store/email/emails.ts';
import { findOutgoingMail, listOutgoingMails, type OutgoingMailRow } from '../../../store/email/mails.ts';
import { searchable } from '../../operation/paging.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { errorResponse } from '../../schemas/errors.ts';
import { HttpError } from '../../server/errors.ts';
import { emailTestRoute, type TestEmail } from '../../shared/email-test.ts';
import { operatorErrors } from '../errors.ts';
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
    list: (db, { query: { accountId, outcome, author } }, page) =>
      listEmails(db, { ...page, accountId, outcome, author: searchable('author', author) }),
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

export function operatorEmailTest(app: FastifyInstance, { config }: Runtime, testEmail: TestEmail): void {
  const megabytes = config.emailMaxMegabytes;
  const mostBytes = megabytes * 2 ** 20;
  const tooLarge = `The e-mail is larger than ${megabytes} MB (HERMOD_EMAIL_MAX_MB), and would be refused`;
  const onRequest = async ({ headers }: FastifyRequest) => {
    const isMail = headers['content-type']?.toLowerCase().startsWith('message/rfc822');
    if (isMail && Number(headers['content-length']) > mostBytes) throw new HttpError(413, tooLarge);
  };
  const schema = {
    summary: 'Test an e-mail',
    description:
      'Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail, of any size and charset ' +
      'that the listener accepts, as message/rfc822, or only its text as JSON.',
    tags: ['Traffic'],
    response: {
      ...operatorErrors,
      413: errorResponse('The e-mail is too large', { large: `error: 413 - ${tooLarge}` }),
    },
  };
  void app.register(async (scope) =>
    emailTestRoute(scope, '/emails/try', mostBytes, { onRequest, schema }, (source) => testEmail(source)),
  );
}
