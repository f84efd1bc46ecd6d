import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readValue } from '../../domain/sender/sender.ts';
import { codeMinutes, mostTries } from '../../domain/sender/sender-code.ts';
import { isUuid } from '../../domain/uuid.ts';
import { longestUrl } from '../../domain/webhook/web-url.ts';
import {
  type Confirmation,
  confirmSender,
  deleteSender,
  type Registered,
  registerSender,
} from '../../flows/senders.ts';
import type { Runtime } from '../../runtime.ts';
import type { Authentication } from '../auth.ts';
import { checkBody } from '../body.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
import { confirmationErrors, deletionErrors, registrationErrors, senderCommonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  type ConfirmationBody,
  confirmationRules,
  type RegistrationBody,
  registrationRules,
  SenderPath,
} from '../schemas/senders.ts';

const tags = ['Senders'];
const empty = (description: string) => ({ description, type: 'null' });

/** What the interface asks for. */
export function senderRoutes(app: FastifyInstance, { db, config }: Runtime, auth: Authentication): void {
  app.post<{ Body: RegistrationBody }>('/v1/senders', {
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'registerSender',
      summary: 'Register a sender',
      description:
        'A code then goes to the number itself, or for a name, once it is approved, to the e-mail address of the account.',
      tags,
      body: { $ref: 'SenderRegistration#' },
      response: {
        202: answer('Sender', 'Registered'),
        200: answer('Sender', 'The account has this sender already; nothing was changed'),
        ...registrationErrors,
        ...senderCommonErrors,
      },
    },
    handler: register,
  });

  app.post<{ Body: ConfirmationBody }>('/v1/senders/confirm', {
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'confirmSender',
      summary: 'Confirm a sender',
      description: `A code is valid for ${codeMinutes} minutes and ${mostTries} tries.`,
      tags,
      body: { $ref: 'SenderConfirmation#' },
      response: { 200: empty('Confirmed'), ...confirmationErrors, ...senderCommonErrors },
    },
    handler: async (request, reply) => {
      checkBody(request, confirmationRules);
      const { id, confirmationCode } = request.body;
      const { accountId } = request.principal;
      const fault = faultOf(await confirmSender(db, { accountId, id }, confirmationCode.trim()));
      if (fault !== undefined) throw new HttpError(400, fault);
      return reply.code(200).send();
    },
  });

  app.delete<{ Params: { senderId: string } }>('/v1/senders/:senderId', {
    onRequest: auth.changes,
    attachValidation: true,
    schema: {
      operationId: 'deleteSender',
      summary: 'Delete a sender',
      description: 'Scheduled messages from it are rejected at their time. It can be registered again.',
      tags,
      params: SenderPath,
      response: { 204: empty('Deleted'), ...deletionErrors, ...senderCommonErrors },
    },
    handler: async (request, reply) => {
      const { senderId: id } = request.params;
      if (!isUuid(id)) throw new HttpError(400, 'The id of a sender is a UUID');
      if (!(await deleteSender(db, { accountId: request.principal.accountId, id }))) throw unknownSender();
      return reply.code(204).send();
    },
  });

  const noId = () => {
    throw new HttpError(400, 'The id of the sender is missing: DELETE /v1/senders/{senderId}');
  };
  for (const path of ['/v1/senders', '/v1/senders/confirm']) {
    app.delete(path, { onRequest: auth.changes, schema: { hide: true }, handler: noId });
  }

  async function register(request: FastifyRequest<{ Body: RegistrationBody }>, reply: FastifyReply) {
    checkBody(request, registrationRules);
    const { type, channel, statusCallbackUrl } = request.body;
    const reading = readValue(request.body);
    if (!reading.ok) throw new HttpError(400, reading.fault);
    const registered = await registerSender(db, config, request.principal.accountId, {
      value: reading.value,
      type,
      channel,
      statusCallbackUrl: storable(statusCallbackUrl),
    });
    if (!('sender' in registered)) throw refusalOf(registered);
    const { id, value, status } = registered.sender;
    return reply.code(registered.kind === 'created' ? 202 : 200).send({ id, value, status, channel });
  }
}

/** It is not validated; but what is stored has a limit, a NUL cannot be stored, and no URL holds one. */
export function storable(url: string | null | undefined): string | undefined {
  if ((url?.length ?? 0) > longestUrl)
    throw new HttpError(400, `statusCallbackUrl must have at most ${longestUrl} characters`);
  return url?.replaceAll('\0', '\ufffd') || undefined;
}

/** Another account's sender is as unknown as one that does not exist. */
function unknownSender(): HttpError {
  return new HttpError(400, 'There is no such sender');
}

export const tooManyCodes = (seconds: number) => tooOften('Too many codes were sent', seconds);

function tooOften(what: string, seconds: number): HttpError {
  return new HttpError(429, `${what}; try again in ${seconds} s`, { 'retry-after': `${seconds}` });
}

function refusalOf(refused: Exclude<Registered, { kind: 'created' | 'existing' }>): HttpError {
  switch (refused.kind) {
    case 'suspended':
      return new HttpError(400, 'The account is suspended');
    case 'too many senders':
      return new HttpError(400, `The account has ${refused.most} senders and may have no more; delete one first`);
    case 'too many codes':
      return tooManyCodes(refused.seconds);
    case 'too many registrations':
      return tooOften('Too many senders were registered', refused.seconds);
  }
}

export const blocked = 'Too many wrong codes were given; no code counts until the operator approves the sender';

function faultOf(confirmation: Confirmation): string | undefined {
  switch (confirmation.kind) {
    case 'confirmed':
      return undefined;
    case 'unknown':
      return 'There is no such sender';
    case 'not awaiting':
      return `The sender is ${confirmation.status}, it awaits no confirmation`;
    case 'blocked':
      return blocked;
    case 'no code':
      return `No code is valid any more (${codeMinutes} minutes, ${mostTries} tries); ask for a new one with POST /v1/senders/{id}/code`;
    case 'wrong':
      return `The confirmation code is wrong; ${confirmation.left === 1 ? '1 try is' : `${confirmation.left} tries are`} left`;
  }
}
