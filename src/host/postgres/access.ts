import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fchownSync, openSync, realpathSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keepSecret, readSecret } from '../data-dir.ts';
import type { Identity } from './binaries.ts';
import { databaseName, superuser } from './cluster.ts';
import { type Postmaster, runningPostmaster } from './postmaster.ts';

const passwordFile = 'postgres-password';

export const postgresPassword = (dataDir: string): string | undefined => readSecret(dataDir, passwordFile);

type AuthMethod = 'scram-sha-256' | 'trust';
type Cluster = { readonly folder: string; readonly identity: Identity };

/**
 * Written at every start, which replaces the rules of an older Hermod. The file is replaced and not opened: the folder belongs to
 * the user that runs PostgreSQL, who may have put a link there.
 */
export function writeRules({ folder, identity: { uid, gid } }: Cluster, method: AuthMethod): void {
  const draft = join(folder, `pg_hba.conf.${randomBytes(8).toString('hex')}`);
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `# Written by Hermod at every start.\nlocal all all ${method}\nlocal replication all ${method}\n`);
    if (uid !== undefined && gid !== undefined) fchownSync(file, uid, gid);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, 'pg_hba.conf'));
}

/**
 * For the first start, one after an update from release 0.1.0, or one without the password file: `trust` applies until there is a
 * password. Until then only the folder of the socket (mode 0700) keeps other users out. The password is stored before the server asks
 * for it; a start that is killed in between repeats all steps.
 */
export async function setPassword(dataDir: string, cluster: Cluster, postmaster: Postmaster): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  const client = await trusted(embeddedDatabaseUrl(postmaster, '', 'postgres'));
  try {
    await client.query(`ALTER ROLE ${superuser} PASSWORD '${password}'`);
  } finally {
    await client.end();
  }
  keepSecret(dataDir, passwordFile, password);
  writeRules(cluster, 'scram-sha-256');
  process.kill(postmaster.pid, 'SIGHUP');
  return password;
}

const triesMs = 100;

/** An adopted postmaster reads the new rules a moment after the signal. */
async function trusted(connectionString: string, tries = 50): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (tries === 0) throw error;
    await sleep(triesMs);
    return trusted(connectionString, tries - 1);
  }
}

export function embeddedDatabaseUrl({ socketFolder, port }: Postmaster, password: string, name = databaseName): string {
  return `postgres://${superuser}:${password}@${encodeURIComponent(socketFolder)}:${port}/${name}`;
}

/** The URL of the embedded PostgreSQL; undefined if it does not run, or this user may not read its password. */
export function runningUrl(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const running = runningPostmaster(join(realpathSync(dataDir), 'postgres'));
  const password = running && postgresPassword(dataDir);
  return password === undefined ? undefined : embeddedDatabaseUrl(running!, password);
}
