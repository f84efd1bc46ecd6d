import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import { keyHash } from '../../domain/access/key.ts';
import { findKeys } from '../../store/account/keys.ts';
import { countCustomers } from '../webhooks/webhook-targets.ts';
import { demoAccountId } from './demo.ts';

/** In the data directory, written by `hermod start`. */
const fileName = 'demo-key';

/**
 * The file with the API key of the demo account, and the key itself for a person at this machine (`isLocal`), while the service is a
 * trial: its own database, no other account, and a key that it made itself. Undefined without a demo account.
 */
export async function readDemoKey(
  db: Db,
  { demo, embedded, demoKey, dataDir }: Pick<Config, 'demo' | 'embedded' | 'demoKey' | 'dataDir'>,
  isLocal: boolean,
): Promise<{ file: string; key?: string } | undefined> {
  if (!demo) return undefined;
  const file = join(resolve(dataDir), fileName);
  if (!isLocal || !embedded || demoKey !== undefined || (await countCustomers(db)) > 0) return { file };
  const key = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  const [holder] = await findKeys(db, [keyHash(key)]);
  return holder?.accountId === demoAccountId ? { file, key } : { file };
}
