import type { Static } from '../../base/type.ts';
import { statusOf } from '../../domain/message/message.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { audited } from '../../flows/audited.ts';
import { cancelMessages } from '../../flows/messages/cancellations.ts';
import { oncePerResend, requestOrigin } from '../../flows/sending/order.ts';
import { previewResend, resend } from '../../flows/sending/resend.ts';
import type { Sending } from '../../flows/sending/send.ts';
import type { Principal } from '../../store/account/keys.ts';
import { idempotencyErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { CancelledSelection, distinctIds, ResendPreview, Selection } from '../schemas/selection.ts';
import { badSelection, resendErrors } from '../schemas/selection-errors.ts';
import { auditResend, previewBody, resentText, sendResent } from '../shared/selection.ts';
import { customerOperations } from './operation.ts';
import type { KeyLimits } from './rates.ts';
import { idempotencyHeader, replayedHeader } from './send.ts';
import { idempotencyKey } from './send-requests.ts';

const operation = customerOperations('Messages');

const amountOf = (money: Money) => Number(formatMoney(money));

type Customers = { readonly sending: Sending; readonly limits: KeyLimits };

/** Operations on several messages, named by their ids. */
export const selectionOperations = ({ sending, limits }: Customers) => {
  /** They count as a request with as many recipients. */
  const counted = ({ keyId }: Principal, { messageIds }: Static<typeof Selection>) => {
    const { refusal } = limits.takeFor(keyId, { destinations: messageIds }, true);
    if (refusal) throw refusal;
    return distinctIds(messageIds);
  };
  return [
    operation({
      id: 'cancelMessages',
      post: '/v1/sms/messages/cancel',
      summary: 'Cancel scheduled messages (extension)',
      description:
        'Cancels those of the messages that are scheduled, as cancelling each alone would; the others keep their status. If a message ' +
        'does not exist, nothing changes. A repetition returns the same.',
      body: Selection,
      answer: [CancelledSelection, 'The messages, as they are now'],
      responses: badSelection,
      config: { ownAudit: true },
      write: async (db, { principal: { accountId, by }, body }) => {
        const ids = distinctIds(body.messageIds);
        const details = { via: 'console', messageIds: ids };
        const entryOf = (result: unknown) =>
          typeof result === 'string' ? undefined : { action: 'cancel messages', accountId, details };
        const messages = await cancelMessages(by === undefined ? db : audited(db, by, entryOf), accountId, ids);
        if (typeof messages === 'string') return messages;
        const shown = messages.map(({ id, state, scheduled_at }) => ({
          messageId: id,
          status: statusOf(state, scheduled_at !== null),
          cancelled: state === 'CANCELLED',
        }));
        return { cancelled: shown.filter(({ cancelled }) => cancelled).length, messages: shown };
      },
    }),
    operation({
      id: 'resendMessages',
      post: '/v1/sms/messages/resend',
      summary: 'Send messages again (extension)',
      description:
        'Sends a copy of each message now, at the prices of now: a new message with the sender, recipient, text, reference and report URL of the ' +
        'original. Only messages with a final status can be sent again. All of them are accepted, or none.',
      config: { codes: true, ownAudit: true },
      headers: idempotencyHeader,
      body: Selection,
      status: 202,
      answer: answer('ResentMessages', 'Accepted and stored durably', replayedHeader),
      responses: { ...resendErrors, ...idempotencyErrors },
      isWrite: true,
      handle: async (call, reply, { db }) => {
        const { principal, body, id: requestId } = call;
        const key = idempotencyKey(call);
        const ids = counted(principal, body);
        const outcome = await resend(db, sending, principal, ids, {
          origin: requestOrigin(principal, 'http', requestId),
          reservation: key === undefined ? undefined : oncePerResend(principal.keyId, key, ids),
          answer: resentText(amountOf),
          ...(principal.by && {
            record: auditResend(principal.by, principal.accountId, 'resend messages', { via: 'console' }),
          }),
        });
        return sendResent(reply, outcome);
      },
    }),
    operation({
      id: 'previewResend',
      post: '/v1/sms/messages/resend/preview',
      summary: 'Preview sending messages again (extension)',
      description:
        'Returns what sending the messages again would cost, and those that would be refused. Nothing is sent.',
      config: { codes: true, readOnly: true },
      body: Selection,
      answer: [ResendPreview, 'The preview'],
      responses: resendErrors,
      read: async (db, { principal, body }) => {
        const preview = await previewResend(db, sending, principal, counted(principal, body));
        return typeof preview === 'string' ? preview : previewBody(preview, amountOf, true);
      },
    }),
  ];
};
