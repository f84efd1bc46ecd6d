import type { Queryable } from '../../database/db.ts';
import { listCarriers } from './carriers.ts';

/** An enabled carrier that is the simulator. Addresses may be encrypted, so SQL cannot look for it. */
export async function findSimulator(db: Queryable): Promise<string | undefined> {
  const found = (await listCarriers(db)).filter(({ enabled, url }) => enabled && url.startsWith('simulator:'));
  return found.map(({ id }) => id).sort()[0];
}
