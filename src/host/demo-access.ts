import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/db.ts';
import { keyHash } from '../domain/access/key.ts';
import { demoAccountId, ensureDemo, ensureDemoSmpp } from '../flows/accounts/demo.ts';
import { newPassword } from '../flows/smpp/credentials.ts';
import { secretsFor } from '../flows/webhooks/deliver.ts';
import { findKeys } from '../store/account/keys.ts';
import { demoFiles, keepSecret, readSecret } from './data-dir.ts';

export type DemoAccess = {
  readonly key: string;
  /** The file in the data directory that holds the key. */
  readonly file: string;
  /** This start has added it to the account. */
  readonly isNew: boolean;
  /** It has not been revoked. */
  readonly isLive: boolean;
  /** It is the value of HERMOD_DEMO_KEY, which is never printed. */
  readonly isGiven: boolean;
  /** How to bind by SMPP, where that is on. */
  readonly smpp: DemoSmpp | undefined;
};

export type DemoSmpp = {
  readonly password: string;
  readonly file: string;
  readonly isNew: boolean;
  readonly isLive: boolean;
};

/**
 * The demo account, with a key that later starts can print again, and the signing secret of its webhooks for `hermod listen`.
 * The key is stored before the account gets it: after a start that was killed in between, the next one uses the same key.
 */
export async function ensureDemoAccess(db: Db, config: Config): Promise<DemoAccess> {
  const { dataDir, demoKey, smppPort } = config;
  const key = demoKey ?? usable(readSecret(dataDir, demoFiles.key)) ?? randomUUID();
  keepSecret(dataDir, demoFiles.key, key);
  const isNew = (await ensureDemo(db, key)) !== undefined;
  const [holder] = await findKeys(db, [keyHash(key)]);
  const [newest] = (await secretsFor(db, [demoAccountId])).get(demoAccountId) ?? [];
  if (newest !== undefined) keepSecret(dataDir, demoFiles.webhookSecret, newest);
  const smpp = smppPort === 0 ? undefined : await ensureSmpp(db, dataDir);
  const isLive = holder?.accountId === demoAccountId;
  return { key, isNew, isLive, isGiven: demoKey !== undefined, file: join(dataDir, demoFiles.key), smpp };
}

/** Stored before the account gets it, like the key. */
async function ensureSmpp(db: Db, dataDir: string): Promise<DemoSmpp> {
  const kept = readSecret(dataDir, demoFiles.smppPassword);
  const password = kept !== undefined && /^[!-~]{1,8}$/.test(kept) ? kept : newPassword();
  keepSecret(dataDir, demoFiles.smppPassword, password);
  return { password, file: join(dataDir, demoFiles.smppPassword), ...(await ensureDemoSmpp(db, password)) };
}

/** A file damaged by an editor or a full disk is ignored. */
function usable(key: string | undefined): string | undefined {
  return key !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? key : undefined;
}
