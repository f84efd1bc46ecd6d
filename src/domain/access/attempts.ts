import { createHash } from 'node:crypto';

/**
 * The cost of one attempt, paid before anything is compared and refunded if the attempt was right. A subject that owes more than
 * `tolerated` seconds is limited: nothing is compared for it until enough of the debt has passed. Debts are kept in the database, for
 * all processes.
 */
export type Charge = { readonly subject: string; readonly seconds: number; readonly tolerated: number };

/** Eleven attempts at once, then one in 6 s. */
const attempt = { seconds: 6, tolerated: 60 };

/** Wrong tokens and links. They are random, so the right one is always accepted, and the charge only slows down guesses. */
export const tokenCharge = (address: string): Charge => ({ subject: `address ${address}`, ...attempt });

/** Where a name and a password are checked: the console's log-in, or a bind by SMPP. */
export type Realm = 'console' | 'smpp';
const prefixes: Readonly<Record<Realm, string>> = { console: '', smpp: 'smpp ' };

/**
 * Passwords are limited by address, never by name alone: a limit by name would let anyone who knows the name keep its owner out. A
 * name that has logged in from this address before has a debt of its own there, so that guesses at other names do not keep it out.
 */
export function passwordCharge(realm: Realm, name: string, address: string, isKnown: boolean): Charge {
  const subject = isKnown ? `name ${digest(name)} at ${address}` : `address ${address}`;
  return { subject: prefixes[realm] + subject, ...attempt };
}

/** Marks an address from which this name has logged in; `until` is the end of that. */
export const knownSubject = (realm: Realm, name: string, address: string): string =>
  `known ${digest(prefixes[realm] + name)} at ${address}`;
export const knownDays = 30;

/** Six digits can be guessed by anyone who has the password, from any address: five at once, then one in five minutes. */
export const codeCharge = (operatorId: string): Charge => ({
  subject: `code ${operatorId}`,
  seconds: 300,
  tolerated: 1_200,
});

/** The password that the owner of an open session gives once more. */
export const ownPasswordCharge = (operatorId: string): Charge => ({
  subject: `own password ${operatorId}`,
  seconds: 30,
  tolerated: 270,
});

/** Refusals that are written to the audit trail, which is never deleted: ten at once, then one a minute. */
export const auditedRefusal: Charge = { subject: 'told refusals', seconds: 60, tolerated: 540 };

function digest(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22);
}
