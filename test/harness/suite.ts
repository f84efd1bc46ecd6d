/** Once for the whole run: one PostgreSQL from the same binaries as the service, one migrated template to clone from. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDb } from '../../src/database/db.ts';
import { startEmbedded } from '../../src/host/postgres/embedded.ts';
import { migrate } from '../../src/store/schema/migrations.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'hermod-test-'));
  chmodSync(folder, 0o711);
  // All files share it, and on a large machine many run at once.
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

/** What a start brings up to date by itself: once, before several services would do it at the same time. */
function prepare(...scripts: string[]): void {
  for (const script of scripts) {
    const path = join(import.meta.dirname, '..', '..', 'scripts', script);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', path], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script} has failed: ${stdout}${stderr}`);
  }
}
