import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Route, routes } from '../../domain/receipt/report-target.ts';
import { isUuid } from '../../domain/uuid.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { requestCode } from '../../flows/sender-codes.ts';
import { loadAllowedRanges } from '../../flows/webhook-targets.ts';
import { findSender, listSenders, type SenderRef, type SenderRow, setUrls } from '../../store/sender/senders.ts';
import type { Authentication } from '../auth.ts';
import { checkBody } from '../body.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
import { mapByTurns, nextCursor, pageOf } from '../paging.ts';
import { badSenderRequest, missingSender, noCodeNow, senderCommonErrors, settingsErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  type DetailsBody,
  SenderPath,
  SenderQuery,
  type SenderQueryValues,
  type SettingsBody,
  settingsRules,
} from '../schemas/senders.ts';
import type { Serving } from '../serving.ts';
import { blocked, storable, tooManyCodes } from './senders.ts';

type Path = { Params: { senderId: string } };
const tags = ['Senders'];

/** What goes beyond the interface: looking at senders, their URLs, and asking for a new code. */
export function senderSettingsRoutes(app: FastifyInstance, { db, config, reads }: Serving, auth: Authentication): void {
  app.get<{ Querystring: SenderQueryValues }>('/v1/senders', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listSenders',
      summary: 'List senders (extension)',
      description: 'Newest first.',
      tags,
      querystring: SenderQuery,
      response: { 200: answer('SenderList', 'A page of senders'), ...badSenderRequest, ...senderCommonErrors },
    },
    handler: ({ principal, query }) =>
      reads.run(principal.accountId, async (db) => {
        const { status, channel } = query;
        const page = await listSenders(db, { accountId: principal.accountId, ...pageOf(query), status, channel });
        return { senders: await mapByTurns(page.rows, toDetails), ...nextCursor(page) };
      }),
  });

  app.get<Path>('/v1/senders/:senderId', {
    onRequest: auth.looks,
    attachValidation: true,
    schema: {
      operationId: 'getSender',
      summary: 'Look up a sender (extension)',
      tags,
      params: SenderPath,
      response: {
        200: answer('SenderDetails', 'The sender'),
        ...badSenderRequest,
        ...missingSender,
        ...senderCommonErrors,
      },
    },
    handler: (request) =>
      reads.run(request.principal.accountId, async (db) => found(await findSender(db, reference(request)))),
  });

  app.patch<Path & { Body: SettingsBody }>('/v1/senders/:senderId', {
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'updateSender',
      summary: 'Set the URLs of a sender (extension)',
      description: 'null clears a URL or a way; what is left out stays.',
      tags,
      params: SenderPath,
      body: { $ref: 'SenderSettings#' },
      response: {
        200: answer('SenderDetails', 'The sender'),
        ...settingsErrors,
        ...missingSender,
        ...senderCommonErrors,
      },
    },
    handler: async (request) => {
      const ref = reference(request);
      checkBody(request, settingsRules);
      return found(
        await setUrls(db, ref, toUrls(request.body, await loadAllowedRanges({ config, db }, ref.accountId))),
      );
    },
  });

  app.post<Path>('/v1/senders/:senderId/code', {
    onRequest: auth.changes,
    attachValidation: true,
    schema: {
      operationId: 'requestSenderCode',
      summary: 'Ask for a new code (extension)',
      description: 'Once a minute and five times an hour. The code before it is no longer valid.',
      tags,
      params: SenderPath,
      response: {
        202: answer('SenderDetails', 'A code is on its way'),
        ...badSenderRequest,
        ...missingSender,
        ...noCodeNow,
        ...senderCommonErrors,
      },
    },
    handler: async (request, reply) => {
      const requested = await requestCode(db, config, reference(request));
      switch (requested.kind) {
        case 'sent':
          return reply.code(202).send(toDetails(requested.sender));
        case 'unknown':
          throw unknownSender();
        case 'suspended':
          throw new HttpError(400, 'The account is suspended');
        case 'blocked':
          throw new HttpError(400, blocked);
        case 'too early':
          throw tooManyCodes(requested.seconds);
        case 'not awaiting':
          throw new HttpError(
            409,
            `The sender is ${requested.status}; a code can be asked for while it is Confirmation Pending`,
          );
      }
    },
  });
}

/** What is not an id is the id of no sender. */
function reference({ params, principal }: FastifyRequest<Path>): SenderRef {
  if (!isUuid(params.senderId)) throw unknownSender();
  return { accountId: principal.accountId, id: params.senderId };
}

function unknownSender(): HttpError {
  return new HttpError(404, 'There is no such sender');
}

function found(sender: SenderRow | undefined): DetailsBody {
  if (sender === undefined) throw unknownSender();
  return toDetails(sender);
}

function toUrls(body: SettingsBody, allow: readonly string[]) {
  const { deliveryReportUrl, inboundUrl, statusCallbackUrl, receipts, inbound } = body;
  return {
    receipts: routeOf('receipts', receipts),
    inbound: routeOf('inbound', inbound),
    deliveryReportUrl: checked('deliveryReportUrl', deliveryReportUrl, allow),
    inboundUrl: checked('inboundUrl', inboundUrl, allow),
    statusCallbackUrl: statusCallbackUrl === undefined ? undefined : (storable(statusCallbackUrl) ?? null),
  };
}

function checked(name: string, url: string | null | undefined, allow: readonly string[]): string | null | undefined {
  if (url === '') return null;
  const fault = url === null || url === undefined ? undefined : webUrlFault(url, allow);
  if (fault === undefined) return url;
  throw new HttpError(400, `${name} ${fault}, or null`);
}

function routeOf(name: string, given: string | null | undefined): Route | null | undefined {
  if (given === undefined || given === null || given === '') return given === '' ? null : given;
  const route = routes.find((one) => one === given);
  if (route === undefined) throw new HttpError(400, `${name} must be one of ${routes.join(', ')}, or null`);
  return route;
}

function toDetails(row: SenderRow): DetailsBody {
  const optional = {
    reason: row.rejection_reason,
    deliveryReportUrl: row.delivery_report_url,
    inboundUrl: row.inbound_url,
    statusCallbackUrl: row.status_callback_url,
    receipts: row.receipts,
    inbound: row.inbound,
  };
  return {
    id: row.id,
    value: row.value,
    status: row.status,
    channel: row.channel,
    type: row.type,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.status_at.toISOString(),
  };
}
