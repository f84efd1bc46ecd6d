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

/** The recipients that a plan would send to, with those that opted out as refused. They cost nothing. */
export function withOptOuts(plan: Plan, isOptedOut: (destination: string) => boolean): Plan {
  if (!plan.recipients.some(({ destination }) => isOptedOut(destination))) return plan;
  const recipients = plan.recipients.map((recipient): Recipient =>
    isOptedOut(recipient.destination) ? { ...recipient, price: 0n, refused: optedOutReason } : recipient,
  );
  return { ...plan, recipients, total: recipients.reduce((sum, { price }) => sum + price, 0n) };
}

/** Whether some of its messages are rejected as soon as they are accepted. */
export const refusesSome = ({ recipients }: Plan): boolean => recipients.some(({ refused }) => refused !== undefined);

/** Scheduled messages are looked at when their time has come: until then, people may have changed their minds. */
export const isCheckedNow = ({ scheduledTime }: Plan): boolean => scheduledTime === undefined;
