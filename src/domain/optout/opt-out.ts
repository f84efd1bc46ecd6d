import type { Recipient, SendPlan } from '../message/send.ts';
import type { OptOutScope } from './settings.ts';

/** Stands for all senders of an account. A sender's name is never empty. */
export const everySender = '';

export const optedOutReason = 'the recipient has opted out';

/** The sender that a keyword to `sender` applies to. */
export const optOutSubject = (scope: OptOutScope, sender: string): string =>
  scope === 'account' ? everySender : sender;

/**
 * The opt-outs that START removes. If the account opts out of all senders together, also the one for this sender alone; but START
 * to one sender is not consent to messages from the others.
 */
export const takenBackBy = (scope: OptOutScope, sender: string): string[] =>
  scope === 'account' ? [everySender, sender] : [sender];

/** At most this many replies to one number per day (UTC), to stop two machines that answer each other. */
export const mostAnswersPerDay = 4;

/**
 * The plan with opted-out recipients marked as refused, at no cost. A scheduled message is charged all the same, because only the
 * database knows whether its time has come. If it has, the message is rejected and refunded immediately; if not, the opt-outs are
 * checked again when it is due.
 */
export function withOptOuts(plan: SendPlan, isOptedOut: (destination: string) => boolean): SendPlan {
  if (!plan.recipients.some(({ destination }) => isOptedOut(destination))) return plan;
  const recipients = plan.recipients.map(
    (recipient): Recipient =>
      isOptedOut(recipient.destination)
        ? { ...recipient, price: plan.scheduledTime === undefined ? 0n : recipient.price, refused: optedOutReason }
        : recipient,
  );
  return { ...plan, recipients, total: recipients.reduce((sum, { price }) => sum + price, 0n) };
}

/** Whether some of its messages are rejected on acceptance, unless they are scheduled. */
export const refusesSome = ({ recipients }: SendPlan): boolean =>
  recipients.some(({ refused }) => refused !== undefined);
