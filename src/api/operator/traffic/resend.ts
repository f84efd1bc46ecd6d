import { Type } from '../../../base/type.ts';
import type { Actor } from '../../../domain/access/actor.ts';
import { serviceAccountId } from '../../../domain/access/service-account.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { oncePerResend, requestOrigin } from '../../../flows/sending/order.ts';
import { previewResend, resend } from '../../../flows/sending/resend.ts';
import type { Sending } from '../../../flows/sending/send.ts';
import { findAccountDetails } from '../../../store/account/account-details.ts';
import type { Principal } from '../../../store/account/keys.ts';
import { idempotencyHeader, replayedHeader } from '../../customer/send.ts';
import { idempotencyKey } from '../../customer/send-requests.ts';
import { balance, closed, named, uuid } from '../../schemas/fields.ts';
import { answer } from '../../schemas/messages.ts';
import { distinctIds, messageIds, previewCounts, refused, resentMessages } from '../../schemas/selection.ts';
import { idempotencyConflicts } from '../../schemas/selection-errors.ts';
import { HttpError, notFound } from '../../server/errors.ts';
import { auditResend, previewBody, resentText, sendResent } from '../../shared/selection.ts';
import { operatorOperations } from '../operation.ts';

const total = { price: balance('Total price of the new messages'), currency: Type.String() };
const AccountResendPreview = named('AccountResendPreview', { ...previewCounts, ...total, refused });
const AccountResent = named('AccountResentMessages', { messages: resentMessages, ...total });
export const resendSchemas = [AccountResendPreview, AccountResent];

const AccountSelection = closed({ accountId: uuid('Account of the messages'), messageIds });

const operation = operatorOperations('Traffic');

export const resendOperations = (sending: Sending) => [
  operation({
    id: 'resendMessages',
    post: '/messages/resend',
    summary: 'Send messages again',
    description:
      'Sends a copy of each message now, at the expense of the account and at its prices of now: a new message with the sender, recipient, ' +
      'text and report URL of the original. Only messages with a final status can be sent again. All of them are accepted, or none.',
    headers: idempotencyHeader,
    body: AccountSelection,
    status: 202,
    answer: answer('AccountResentMessages', 'Accepted and stored durably', replayedHeader),
    unknown: 'message',
    responses: idempotencyConflicts,
    isWrite: true,
    handle: async (call, reply, { db }) => {
      const { actor, body, id: requestId } = call;
      const key = idempotencyKey(call);
      const ids = distinctIds(body.messageIds);
      const principal = await principalOf(actor, body.accountId, (id) => findAccountDetails(db, id));
      const outcome = await resend(db, sending, principal, ids, {
        origin: requestOrigin(principal, 'http', requestId),
        // The key of an operator, whoever it is; a customer's has no space.
        reservation: key === undefined ? undefined : oncePerResend(principal.accountId, `operator ${key}`, ids),
        answer: resentText(formatMoney),
        record: auditResend(actor, principal.accountId, 'messages resend'),
      });
      return sendResent(reply, outcome);
    },
  }),
  operation({
    id: 'previewResend',
    post: '/messages/resend/preview',
    summary: 'Preview sending messages again',
    description:
      'Returns what sending the messages again would cost, and those that would be refused. Nothing is sent.',
    body: AccountSelection,
    answer: [AccountResendPreview, 'The preview'],
    unknown: 'message',
    read: async (db, { actor, body }) => {
      const principal = await principalOf(actor, body.accountId, (id) => findAccountDetails(db, id));
      const preview = await previewResend(db, sending, principal, distinctIds(body.messageIds));
      return typeof preview === 'string' ? preview : previewBody(preview, formatMoney, false);
    },
  }),
];

/** The operator, who acts for the account. Messages of the service itself hold codes. */
async function principalOf(by: Actor, given: string, find: (id: string) => Promise<unknown>): Promise<Principal> {
  const accountId = given.toLowerCase();
  if (accountId === serviceAccountId || (await find(accountId)) === undefined)
    throw new HttpError(404, notFound('account'));
  return { keyId: accountId, accountId, by };
}
