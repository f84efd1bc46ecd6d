import type { FastifyReply } from 'fastify';
import type { Static } from '../../base/type.ts';
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
} from '../../flows/accounts/senders.ts';
import { confirmationErrors, deletionErrors, registrationErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  confirmationRules,
  registrationRules,
  Sender,
  SenderConfirmation,
  SenderPath,
  SenderRegistration,
} from '../schemas/senders.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import { customerSenderOperations } from './operation.ts';

const operation = customerSenderOperations('Senders', {
  // A sender of another account gets the same error as one that does not exist.
  unknown: [400, 'Sender not found'],
  'not an id': [400, 'The id of a sender is a UUID'],
});

/** The sender endpoints of the contract. */
export const registrationOperations = [
  operation({
    id: 'registerSender',
    post: '/v1/senders',
    summary: 'Register a sender',
    description:
      'Registers a name or number and sends a confirmation code: to the number itself, or, for an approved name, to the contact e-mail ' +
      'address of the account.',
    body: SenderRegistration,
    rules: registrationRules,
    status: 202,
    answer: [Sender, 'The registered sender'],
    responses: {
      200: answer('Sender', 'The account already has this sender; nothing was changed'),
      ...registrationErrors,
    },
    isWrite: true,
    handle: ({ principal, body }, reply, serving) => register(serving, principal.accountId, body, reply),
  }),
  operation({
    id: 'confirmSender',
    post: '/v1/senders/confirm',
    summary: 'Confirm a sender',
    description: `A code is valid for ${codeMinutes} minutes and ${mostTries} attempts.`,
    body: SenderConfirmation,
    rules: confirmationRules,
    answer: { description: 'Confirmed', type: 'null' },
    responses: confirmationErrors,
    write: async (db, { principal: { accountId }, body: { id, confirmationCode } }) => {
      const fault = faultOf(await confirmSender(db, { accountId, id }, confirmationCode.trim()));
      if (fault !== undefined) throw new HttpError(400, fault);
    },
  }),
  operation({
    id: 'deleteSender',
    delete: '/v1/senders/:senderId',
    params: SenderPath,
    summary: 'Delete a sender',
    description:
      'Scheduled messages from the sender are rejected when they are due. The sender can be registered again.',
    answer: 'Deleted',
    responses: deletionErrors,
    write: async (db, { principal: { accountId }, params: { senderId: id } }) => {
      if (!isUuid(id)) return 'not an id';
      return (await deleteSender(db, { accountId, id })) || 'unknown';
    },
  }),
];

async function register(
  { db, config }: Serving,
  accountId: string,
  body: Static<typeof SenderRegistration>,
  reply: FastifyReply,
) {
  const { type, channel } = body;
  const reading = readValue(body);
  if (!reading.ok) throw new HttpError(400, reading.fault);
  const statusCallbackUrl = storable(body.statusCallbackUrl);
  const registration = { value: reading.value, type, channel, statusCallbackUrl };
  const registered = await registerSender(db, config, accountId, registration);
  if (!('sender' in registered)) throw refusalOf(registered);
  const { id, value, status } = registered.sender;
  return reply.code(registered.kind === 'created' ? 202 : 200).send({ id, value, status, channel });
}

/** Does not validate the URL. Limits its length and replaces NUL, which PostgreSQL cannot store. */
export function storable(url: string | null | undefined): string | undefined {
  if ((url?.length ?? 0) > longestUrl)
    throw new HttpError(400, `statusCallbackUrl must have at most ${longestUrl} characters`);
  return url?.replaceAll('\0', '\ufffd') || undefined;
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
      return new HttpError(400, `The account has ${refused.most} senders, which is the limit; delete one first`);
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
      return 'Sender not found';
    case 'not awaiting':
      return `The sender is ${confirmation.status} and needs no confirmation`;
    case 'blocked':
      return blocked;
    case 'no code':
      return `No code is valid any more (${codeMinutes} minutes, ${mostTries} tries); ask for a new one with POST /v1/senders/{id}/code`;
    case 'wrong':
      return `The confirmation code is wrong; ${confirmation.left === 1 ? '1 try is' : `${confirmation.left} tries are`} left`;
  }
}
