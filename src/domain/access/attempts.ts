import { createHash } from 'node:crypto';

/**
 * What a try to log in costs before it is known to be right; one that was right gets it back. A subject whose debt is larger than
 * what is tolerated has to wait. Debts are kept in the database, for all processes.
 */
export type Charge = { readonly subject: string; readonly seconds: number; readonly tolerated: number };

/** Wrong tokens and links. The right one is compared first and always taken, so these only slow down who guesses. */
export function tokenCharges(address: string): readonly Charge[] {
  return [
    { subject: 'tokens', seconds: 1, tolerated: 100 },
    { subject: `address ${address}`, seconds: 6, tolerated: 60 },
  ];
}

/**
 * Passwords. An address from which this name has logged in before has a debt of its own: whatever strangers try from elsewhere, it
 * is not kept out. The first line bounds the processor time for all strangers together: a comparison takes a quarter of a second.
 */
export function passwordCharges(name: string, address: string, isKnown: boolean): readonly Charge[] {
  if (isKnown) return [{ subject: `name ${digest(name)} at ${address}`, seconds: 6, tolerated: 60 }];
  return [
    { subject: 'passwords', seconds: 1, tolerated: 60 },
    { subject: `address ${address}`, seconds: 6, tolerated: 60 },
    { subject: `name ${digest(name)}`, seconds: 30, tolerated: 300 },
  ];
}

/**
 * Binds by SMPP. A comparison takes some ten milliseconds, so strangers together may have twenty a second. Whoever comes from where
 * the credential may not be used is charged to its address alone: strangers must not lock a customer out.
 */
export function bindCharges(systemId: string, address: string, isKnown: boolean, mayBind: boolean): readonly Charge[] {
  if (isKnown && mayBind) return [{ subject: `smpp ${digest(systemId)} at ${address}`, seconds: 6, tolerated: 60 }];
  const strangers = [
    { subject: 'smpp binds', seconds: 0.05, tolerated: 60 },
    { subject: `smpp address ${address}`, seconds: 6, tolerated: 60 },
  ];
  return mayBind ? [...strangers, { subject: `smpp ${digest(systemId)}`, seconds: 30, tolerated: 300 }] : strangers;
}

/** Six digits can be guessed by whoever has the password, from known addresses too: five at once, then one in five minutes. */
export function codeCharges(operatorId: string): readonly Charge[] {
  return [{ subject: `code ${operatorId}`, seconds: 300, tolerated: 1_200 }];
}

/** The password that somebody with an open session gives once more. */
export function ownPasswordCharges(operatorId: string): readonly Charge[] {
  return [{ subject: `own password ${operatorId}`, seconds: 30, tolerated: 270 }];
}

/** Refusals that are written into the audit trail, which is kept for ever: ten at once, then one a minute. */
export const toldRefusals: readonly Charge[] = [{ subject: 'told refusals', seconds: 60, tolerated: 540 }];

/** By this subject an address is known: its `until` is the end of that. */
export function knownSubject(name: string, address: string): string {
  return `known ${digest(name)} at ${address}`;
}
export const knownDays = 30;

function digest(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url').slice(0, 22);
}
