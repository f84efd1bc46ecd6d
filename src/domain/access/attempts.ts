import { createHash } from 'node:crypto';

/**
 * The cost of one attempt, charged before the comparison and refunded if the attempt succeeds. A subject that owes more than
 * `tolerated` seconds is limited: nothing is compared for it until the debt has fallen below that. Debts are kept in the database,
 * shared by all processes.
 */
export type Charge = { readonly subject: string; readonly seconds: number; readonly tolerated: number };

/** A burst of 11 attempts, then one every 6 s. */
const attempt = { seconds: 6, tolerated: 60 };

/** The charge for a wrong token or link. Both are random and the right one is always accepted, so this only slows down guessing. */
export const tokenCharge = (address: string): Charge => ({ subject: `address ${address}`, ...attempt });

/** Where a name and a password are checked: the console's sign-in, or an SMPP bind. */
export type Realm = 'console' | 'smpp';
const prefixes: Readonly<Record<Realm, string>> = { console: '', smpp: 'smpp ' };

/**
 * Passwords are limited by address, never by name alone: a limit by name would let anyone who knows the name lock its owner out. A
 * name that has signed in from this address before has its own debt there, so guesses at other names do not lock it out.
 */
export function passwordCharge(realm: Realm, name: string, address: string, isKnown: boolean): Charge {
  const subject = isKnown ? `name ${digest(name)} at ${address}` : `address ${address}`;
  return { subject: prefixes[realm] + subject, ...attempt };
}

/** Marks an address from which this name has signed in, until `until`. */
export const knownSubject = (realm: Realm, name: string, address: string): string =>
  `known ${digest(prefixes[realm] + name)} at ${address}`;
export const knownDays = 30;

/** Anyone with the password could guess the six digits, from any address: a burst of 5, then one every 5 minutes. */
export const codeCharge = (operatorId: string): Charge => ({
  subject: `code ${operatorId}`,
  seconds: 300,
  tolerated: 1_200,
});

/** The password that the owner of an open session enters again to confirm a change. */
export const ownPasswordCharge = (operatorId: string): Charge => ({
  subject: `own password ${operatorId}`,
  seconds: 30,
  tolerated: 270,
});

/** Refusals that are written to the audit trail, which is never deleted: a burst of 10, then one per minute. */
export const auditedRefusal: Charge = { subject: 'told refusals', seconds: 60, tolerated: 540 };

function digest(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22);
}
