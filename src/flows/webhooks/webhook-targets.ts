import { serviceAccountId } from '../../domain/access/service-account.ts';
import { loopback } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';
import { countOthers } from '../../store/health/vitals.ts';
import { demoAccountId } from '../accounts/demo.ts';

type Given = Pick<Runtime, 'config' | 'db'>;

/**
 * The ranges that webhooks of an account may reach besides the public internet. `hermod listen` runs on loopback, so the demo
 * account may reach it, but only while it is the only account: any other customer could read what listens on this machine.
 */
export function allowedRanges(
  { config }: Pick<Given, 'config'>,
  accountId: string,
  isOnly: boolean,
): readonly string[] {
  return config.demoLoopback && isOnly && accountId === demoAccountId ? loopback : config.webhookAllow;
}

/** Like `allowedRanges`, with the current accounts from the database. */
export async function loadAllowedRanges(given: Given, accountId: string): Promise<readonly string[]> {
  const isExempt = given.config.demoLoopback && accountId === demoAccountId;
  return allowedRanges(given, accountId, isExempt && (await countCustomers(given.db)) === 0);
}

/** Like `loadAllowedRanges`, read at most once per `forMs`; used for every webhook connection. */
export function keptAllowedRanges(given: Given, forMs: number): (accountId: string) => Promise<readonly string[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let others: Promise<number> | undefined;
  return async (accountId) => {
    if (accountId !== demoAccountId) return given.config.webhookAllow;
    if (others === undefined || performance.now() - readAt > forMs) {
      readAt = performance.now();
      others = countCustomers(given.db);
      others.catch(() => {
        others = undefined;
      });
    }
    return allowedRanges(given, accountId, (await others) === 0);
  };
}

/** Accounts besides the demo account and the service's own. */
export function countCustomers(db: Given['db']): Promise<number> {
  return countOthers(db, [demoAccountId, serviceAccountId]);
}
