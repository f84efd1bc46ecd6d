import type { Plan, Recipient } from '../message/send.ts';
import type { Scope } from './settings.ts';

/** What stands for all senders of an account. No sender has an empty name. */
export const everySender = '';

/** The reason of a message that was rejected for it. */
export const optedOutReason = 'the recipient has opted out';

/** What a word that somebody writes to a sender is about. */
export const subjectOf = (scope: Scope, sender: string): string => (scope === 'account' ? everySender : sender);

/**
 * What START takes back. Of an account that stops everything at once, also what was stopped for this sender alone; but a START
 * to one sender is no consent to messages from the others.
 */
export const takenBackBy = (scope: Scope, sender: string): string[] =>
  scope === 'account' ? [everySender, sender] : [sender];

/** So many answers to one number in a day (UTC), whatever it asks for: two machines that answer each other end here. */
export const mostAnswersPerDay = 4;

/**
 * A plan in which those who opted out are marked. They cost nothing. With a time they are charged all the same: only the database knows
 * whether that time has come. If it has, they are rejected and given back at once; if not, they are looked at again when it comes, since
 * people may have changed their minds by then.
 */
export function withOptOuts(plan: Plan, isOptedOut: (destination: string) => boolean): Plan {
  if (!plan.recipients.some(({ destination }) => isOptedOut(destination))) return plan;
  const recipients = plan.recipients.map(
    (recipient): Recipient =>
      isOptedOut(recipient.destination)
        ? { ...recipient, price: plan.scheduledTime === undefined ? 0n : recipient.price, refused: optedOutReason }
        : recipient,
  );
  return { ...plan, recipients, total: recipients.reduce((sum, { price }) => sum + price, 0n) };
}

/** Whether some of its messages are rejected as soon as they are accepted, unless they are to wait for their time. */
export const refusesSome = ({ recipients }: Plan): boolean => recipients.some(({ refused }) => refused !== undefined);
