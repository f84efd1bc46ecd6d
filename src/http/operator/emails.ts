import type { FastifyInstance } from 'fastify';
import { type EmailDetail, type EmailRow, findEmail, listEmails } from '../../store/email/emails.ts';
import { findOutgoingMail, listOutgoingMails, type OutgoingMailRow } from '../../store/email/mails.ts';
import { nextCursor, pageOf, searchable } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import {
  type EmailBody,
  EmailPath,
  type EmailPathValues,
  EmailQuery,
  type EmailQueryValues,
  type MailBody,
  MailPath,
  type MailPathValues,
  MailQuery,
  type MailQueryValues,
} from './schemas/emails.ts';

const tags = ['Traffic'];

export function emailRoutes(app: FastifyInstance, runtime: Serving): void {
  incoming(app, runtime);
  outgoing(app, runtime);
}

function incoming(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Querystring: EmailQueryValues }>('/emails', {
    schema: {
      operationId: 'listEmails',
      summary: 'List Email2SMS requests and what became of them',
      tags,
      querystring: EmailQuery,
      response: { 200: answer('EmailPage', 'A page of e-mails'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const { accountId, outcome } = query;
        const outcomes = outcome === undefined ? undefined : [outcome];
        const author = searchable('author', query.author);
        const page = await listEmails(db, { ...pageOf(query), accountId, outcomes, author });
        return { emails: page.rows.map(toEmail), ...nextCursor(page) };
      }),
  });

  app.get<{ Params: EmailPathValues }>('/emails/:emailId', {
    schema: {
      operationId: 'getEmail',
      summary: 'Look up an Email2SMS request',
      tags,
      params: EmailPath,
      response: { 200: answer('EmailDetails', 'The e-mail'), ...notFound('e-mail'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) => {
        const found = await findEmail(db, params.emailId);
        if (found === undefined) throw noSuch('e-mail');
        const { headers, tags: read, proof, text } = found satisfies EmailDetail;
        return { ...toEmail(found), headers, tags: read, proof, text };
      }),
  });
}

function outgoing(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Querystring: MailQueryValues }>('/mails', {
    schema: {
      operationId: 'listMails',
      summary: 'List e-mails that the service has written',
      tags,
      querystring: MailQuery,
      response: { 200: answer('MailPage', 'A page of e-mails'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const { accountId, state, kind, subjectId } = query;
        const page = await listOutgoingMails(db, { ...pageOf(query), accountId, state, kind, subjectId });
        return { mails: page.rows.map(toMail), ...nextCursor(page) };
      }),
  });

  app.get<{ Params: MailPathValues }>('/mails/:mailId', {
    schema: {
      operationId: 'getMail',
      summary: 'Look up an e-mail that the service has written, with its text',
      tags,
      params: MailPath,
      response: { 200: answer('MailDetails', 'The e-mail'), ...notFound('e-mail'), ...operatorErrors },
    },
    handler: ({ params }) =>
      reads.run(operatorShare, async (db) => {
        const found = await findOutgoingMail(db, params.mailId);
        if (found === undefined) throw noSuch('e-mail');
        return { ...toMail(found), body: found.body };
      }),
  });
}

function toEmail(row: EmailRow): EmailBody {
  return {
    emailId: row.id,
    receivedAt: row.received_at.toISOString(),
    via: row.via,
    peer: row.peer,
    envelopeFrom: row.envelope_from,
    from: row.from_address,
    messageId: row.message_id,
    subject: row.subject,
    outcome: row.outcome,
    reason: row.reason,
    accountId: row.account_id,
    messageIds: row.message_ids,
    size: row.size,
    count: row.count,
  };
}

function toMail(row: OutgoingMailRow): MailBody {
  return {
    mailId: row.id,
    accountId: row.account_id,
    kind: row.kind,
    subjectId: row.subject_id,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
