import { Batch } from '../bounds/batch.ts';
import type { Db } from '../database/db.ts';
import { Cache } from '../domain/cache.ts';
import { secretsFor, secretsKeptMs } from '../flows/webhooks/deliver.ts';

const mostKept = 10_000;
const mostTries = 3;

/**
 * Caches the secrets that webhooks are signed with, for `secretsKeptMs`: a rotation waits that long before it returns the new secret.
 * Their age counts from before the query, by a monotonic clock.
 */
export class Secrets {
  readonly #kept = new Cache<string, { secrets: string[]; until: number }>(mostKept);
  readonly #reading: Batch<string, string[]>;

  constructor(db: Db) {
    this.#reading = new Batch({ most: 1_000, run: (accountIds) => this.#read(db, accountIds) });
  }

  /** The cached secrets, if they are not too old. */
  kept(accountId: string): readonly string[] | undefined {
    const known = this.#kept.get(accountId);
    return known !== undefined && known.until > performance.now() ? known.secrets : undefined;
  }

  /** Reads again if the secrets expired during the query; after three slow queries, the last result is used. */
  async of(accountId: string): Promise<readonly string[]> {
    let secrets = this.kept(accountId);
    for (let tries = 0; secrets === undefined && tries < mostTries; tries++) {
      const read = await this.#reading.add(accountId);
      secrets = this.kept(accountId) ?? (tries === mostTries - 1 ? read : undefined);
    }
    return secrets!;
  }

  async #read(db: Db, accountIds: string[]): Promise<string[][]> {
    const until = performance.now() + secretsKeptMs;
    const found = await secretsFor(db, [...new Set(accountIds)]);
    for (const [id, secrets] of found) this.#kept.set(id, { secrets, until });
    return accountIds.map((id) => found.get(id)!);
  }
}
