import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../domain/uuid.ts';
import { type LedgerRow, listLedger } from '../../store/account/ledger-entries.ts';
import { type EmailRow, findEmail, listEmails } from '../../store/email/emails.ts';
import { type InboundRow, listInbound } from '../../store/inbound/inbound-log.ts';
import type { Authentication } from '../auth.ts';
import { HttpError } from '../errors.ts';
import { mapByTurns, nextCursor, pageOf, searchable, searchableNumber } from '../paging.ts';
import {
  EmailIdPath,
  EmailListQuery,
  type EmailListQueryValues,
  type EmailValues,
  InboundQuery,
  type InboundQueryValues,
  type InboundValues,
  LedgerLinesQuery,
  type LedgerLinesQueryValues,
  type LedgerLineValues,
} from '../schemas/account-lists.ts';
import { badQuery, commonErrors, missingEmail } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';

/** What an account has got and paid: answers to its messages, its ledger, and its e-mails. */
export function accountListRoutes(app: FastifyInstance, serving: Serving, auth: Authentication): void {
  inboundRoute(app, serving, auth);
  ledgerRoute(app, serving, auth);
  emailRoutes(app, serving, auth);
}

function inboundRoute(app: FastifyInstance, { reads }: Serving, auth: Authentication): void {
  app.get<{ Querystring: InboundQueryValues }>('/v1/inbound', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listInbound',
      summary: 'List inbound messages (extension)',
      description: 'Newest first.',
      tags: ['Messages'],
      querystring: InboundQuery,
      response: { 200: answer('InboundList', 'A page of inbound messages'), ...badQuery, ...commonErrors },
    },
    handler: ({ principal: { accountId }, query }) =>
      reads.run(accountId, async (db) => {
        const sender = searchableNumber('sender', query.sender);
        const recipient = searchableNumber('recipient', query.recipient);
        const page = await listInbound(db, { ...pageOf(query), accountId, sender, recipient });
        return { inbound: await mapByTurns(page.rows, toInbound), ...nextCursor(page) };
      }),
  });
}

function ledgerRoute(app: FastifyInstance, { reads }: Serving, auth: Authentication): void {
  app.get<{ Querystring: LedgerLinesQueryValues }>('/v1/ledger', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listLedger',
      summary: 'List what was booked (extension)',
      description: 'Newest first. The sum of all entries is the balance.',
      tags: ['Account'],
      querystring: LedgerLinesQuery,
      response: { 200: answer('LedgerLines', 'A page of the ledger'), ...badQuery, ...commonErrors },
    },
    handler: ({ principal: { accountId }, query }) =>
      reads.run(accountId, async (db) => {
        const page = await listLedger(db, { ...pageOf(query), accountId, kind: query.kind });
        return { entries: await mapByTurns(page.rows, toLine), ...nextCursor(page) };
      }),
  });
}

function emailRoutes(app: FastifyInstance, { reads }: Serving, auth: Authentication): void {
  app.get<{ Querystring: EmailListQueryValues }>('/v1/emails', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listEmails',
      summary: 'List Email2SMS requests and what became of them (extension)',
      description: 'Newest first; those that held a key of the account.',
      tags: ['E-mails'],
      querystring: EmailListQuery,
      response: { 200: answer('EmailList', 'A page of e-mails'), ...badQuery, ...commonErrors },
    },
    handler: ({ principal: { accountId }, query }) =>
      reads.run(accountId, async (db) => {
        const outcomes = query.outcome === undefined ? undefined : [query.outcome];
        const author = searchable('author', query.author);
        const page = await listEmails(db, { ...pageOf(query), accountId, outcomes, author });
        return { emails: await mapByTurns(page.rows, toEmail), ...nextCursor(page) };
      }),
  });

  app.get<{ Params: { emailId: string } }>('/v1/emails/:emailId', {
    onRequest: auth.looks,
    attachValidation: true,
    schema: {
      operationId: 'getEmail',
      summary: 'Look up an Email2SMS request (extension)',
      description: 'As it was received and decoded, with the tags that were found and the verdict on its From address.',
      tags: ['E-mails'],
      params: EmailIdPath,
      response: { 200: answer('Email', 'The e-mail'), ...missingEmail, ...commonErrors },
    },
    handler: ({ principal: { accountId }, params: { emailId } }) =>
      reads.run(accountId, async (db) => {
        // What is not an id is the id of no e-mail.
        const found = isUuid(emailId) ? await findEmail(db, emailId, accountId) : undefined;
        if (found === undefined) throw new HttpError(404, 'There is no such e-mail');
        const { headers, tags, proof, text } = found;
        return { ...toEmail(found), headers, tags, proof, text };
      }),
  });
}

/** Without the carrier: over which one it came is the operator's business. */
function toInbound(row: InboundRow): InboundValues {
  return {
    inboundId: row.id,
    senderId: row.sender_id,
    sender: row.sender,
    recipient: row.recipient,
    text: row.text,
    complete: row.complete,
    receivedAt: row.received_at.toISOString(),
  };
}

/** Without the notes, which operators write for themselves. */
function toLine(row: LedgerRow): LedgerLineValues {
  return {
    entryId: row.id,
    kind: row.kind,
    amount: Number(row.amount),
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    at: row.created_at.toISOString(),
  };
}

function toEmail(row: EmailRow): EmailValues {
  return {
    emailId: row.id,
    receivedAt: row.received_at.toISOString(),
    via: row.via,
    envelopeFrom: row.envelope_from,
    from: row.from_address,
    messageId: row.message_id,
    subject: row.subject,
    outcome: row.outcome,
    reason: row.reason,
    messageIds: row.message_ids,
    size: row.size,
    count: row.count,
  };
}
