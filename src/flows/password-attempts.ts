import { Limiter } from '../bounds/limiter.ts';
import { accessLimits as limits } from '../bounds/limits/access.ts';
import type { Db } from '../database/db.ts';
import { type Charge, knownSubject, passwordCharge, type Realm } from '../domain/access/attempts.ts';
import { charge, isKnown, refund } from '../store/console/attempts.ts';

/** Each attempt runs a few small statements; together they may hold two of the connections that sending uses as well. */
const share = {
  total: limits.passwordAttempts.most,
  perOwner: 1,
  waiting: limits.waitingPasswordAttempts.most,
  waitMs: 10_000,
};

export type Limited = { readonly waitSeconds: number };
export const isLimited = (outcome: unknown): outcome is Limited =>
  typeof outcome === 'object' && outcome !== null && 'waitSeconds' in outcome;

/**
 * Runs an attempt that is charged first, so that a hundred concurrent ones are counted like a hundred in a row. While its subject is
 * limited it does not run at all: a right answer cannot be told from a wrong one. Refunds the charge unless the attempt was wrong.
 */
export async function paying<T>(
  db: Db,
  cost: Charge,
  attempt: () => Promise<T | 'wrong'>,
): Promise<T | 'wrong' | Limited> {
  const waitSeconds = await charge(db, cost);
  return waitSeconds > 0 ? { waitSeconds } : refunding(attempt, () => refund(db, cost));
}

async function refunding<T>(attempt: () => Promise<T | 'wrong'>, giveBack: () => Promise<void>): Promise<T | 'wrong'> {
  let outcome: T | 'wrong' | undefined;
  try {
    outcome = await attempt();
    return outcome;
  } finally {
    // Also if it failed before the comparison, without a permit or the database.
    if (outcome !== 'wrong') await giveBack();
  }
}

/** Limits the attempts to log in with a name and a password, in one realm. */
export class PasswordAttempts {
  readonly #db: Db;
  readonly #realm: Realm;
  readonly #limiter = new Limiter(share);

  constructor(db: Db, realm: Realm) {
    this.#db = db;
    this.#realm = realm;
  }

  /** `attempt` learns whether the name has logged in from this network before. */
  async attempt<T>(
    name: string,
    network: string,
    attempt: (known: boolean) => Promise<T | 'wrong'>,
  ): Promise<T | 'wrong' | Limited> {
    const { known, cost, waitSeconds } = await this.inTurn(network, async () => {
      const known = await isKnown(this.#db, this.subject(name, network));
      const cost = passwordCharge(this.#realm, name, network, known);
      return { known, cost, waitSeconds: await charge(this.#db, cost) };
    });
    if (waitSeconds > 0) return { waitSeconds };
    const giveBack = () => this.inTurn(network, () => refund(this.#db, cost));
    return refunding(() => attempt(known), giveBack);
  }

  /** The subject to pass to `remember` once the name has logged in from this network. */
  subject(name: string, network: string): string {
    return knownSubject(this.#realm, name, network);
  }

  async inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    await this.#limiter.enter(network);
    try {
      return await work();
    } finally {
      this.#limiter.leave(network);
    }
  }
}
