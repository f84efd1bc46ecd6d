/** Once for the whole run: one PostgreSQL from the same binaries as the service, one migrated template to clone from. */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDb } from '../../src/database/db.ts';
import { startEmbedded } from '../../src/host/postgres/embedded.ts';
import { migrate } from '../../src/store/schema/migrations.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { databaseFolder, deleteAbandonedFolders } from './folders.ts';
import { failOnLeakedProcesses } from './leaked-processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The template database; `database.ts` clones it. */
    databaseUrl: string;
    runId: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  prepare('console.mjs', 'compile.mjs');
  const log = createLog('silent');
  deleteAbandonedFolders(Date.now());
  const folder = databaseFolder('hermod-test-');
  chmodSync(folder, 0o711);
  // Shared by all test files, of which many run in parallel on a large machine.
  const postgres = await startEmbedded(folder, { say: () => {}, log, connections: 480 });
  // Roles of tests have no passwords.
  writeFileSync(join(folder, 'postgres', 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n');
  process.kill(postgres.pid(), 'SIGHUP');
  const databaseUrl = postgres.url.replace(/(\/\/[^:@/]+):[^@/]+@/, '$1@');
  const db = openDb(postgres.url, log, { connections: 1 });
  await migrate(db);
  await ensurePartitions(db);
  await db.close();
  const runId = `${process.pid}-${Date.now()}`;

  project.provide('databaseUrl', databaseUrl);
  project.provide('runId', runId);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    failOnLeakedProcesses(runId);
  };
}

/** Builds what a start would build; once, before several services would do it in parallel. */
function prepare(...scripts: string[]): void {
  for (const script of scripts) {
    const path = join(import.meta.dirname, '..', '..', 'scripts', script);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script} failed: ${stdout}${stderr}`);
  }
}
