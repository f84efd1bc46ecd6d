import { X509Certificate } from 'node:crypto';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db.ts';
import { database, queues, retention } from '../domain/health/database.ts';
import { type Finding, note, problem, say } from '../domain/health/finding.ts';
import { certificate, clocks, freeSpace, processes } from '../domain/health/machine.ts';
import { carriers, mail, webhooks } from '../domain/health/outside.ts';
import { paused } from '../domain/health/paused.ts';
import { rights } from '../domain/health/rights.ts';
import { type SettingFacts, settings } from '../domain/health/settings.ts';
import { verification } from '../domain/health/verification.ts';
import { uuidTime } from '../domain/uuid.ts';
import { endpointHealth } from '../domain/webhook/endpoint-health.ts';
import { Problem } from '../problem.ts';
import type { Runtime } from '../runtime.ts';
import { listRoutes, listCarriers as listStoredCarriers } from '../store/carrier/carriers.ts';
import { carrierStatus } from '../store/carrier/links.ts';
import { listPauses } from '../store/carrier/pauses.ts';
import { findMailbox } from '../store/email/mailbox-readers.ts';
import { type Connections, findConnections } from '../store/health/connections.ts';
import { findRights } from '../store/health/rights.ts';
import * as vitals from '../store/health/vitals.ts';
import { oldestWaiting } from '../store/live/now.ts';
import { type Migration, schemaState } from '../store/schema/migrations.ts';
import { agedPartitions, retentionLimit } from '../store/schema/retention.ts';
import { checkServer } from '../store/schema/server.ts';
import { countedAt } from '../store/statistics/traffic.ts';
import { listBlocks } from '../store/verify/blocks.ts';
import { listEndpoints } from '../store/webhook/endpoints.ts';
import { type CheckUrl, checkStored } from './carriers.ts';
import { countCustomers } from './webhook-targets.ts';

export type RunningProcess = {
  readonly id: string;
  readonly host?: string;
  readonly pid?: number;
  readonly since: string;
  readonly version?: string;
};
export type Health = { readonly findings: readonly Finding[]; readonly processes: readonly RunningProcess[] };

/** What one check needs: the database of reads, and this process. */
type Looking = {
  readonly db: Db;
  readonly runtime: Runtime;
  readonly migrations: readonly Migration[];
  readonly checkUrl: CheckUrl;
};
type Check = { readonly name: string; readonly look: (looking: Looking) => Promise<Finding[]> | Finding[] };

const dayMs = 86_400_000;

const checks: readonly Check[] = [
  { name: 'Rights', look: rightsCheck },
  { name: 'Clock', look: clockCheck },
  { name: 'Disk', look: diskCheck },
  { name: 'Certificate', look: certificateCheck },
  { name: 'Retention', look: retentionCheck },
  { name: 'Queues', look: queueCheck },
  { name: 'Pauses', look: pauseCheck },
  { name: 'Carriers', look: carrierCheck },
  { name: 'Webhooks', look: webhookCheck },
  { name: 'Verification', look: verificationCheck },
  { name: 'E-mail', look: mailCheck },
  { name: 'Settings', look: settingCheck },
];

/** After so long whoever asked has something else to do: what was not looked at by then is said not to be. */
const budgetMs = 10_000;

/**
 * What the service knows of itself and its surroundings, each with what to do about it. A check that fails is a finding, and does not
 * hide the others; without the database only what needs none is looked at.
 */
export async function examine(
  db: Db,
  runtime: Runtime,
  migrations: readonly Migration[],
  checkUrl: CheckUrl,
): Promise<Health> {
  const looking = { db, runtime, migrations, checkUrl };
  const until = performance.now() + budgetMs;
  const findings: Finding[] = [];
  let known: Awaited<ReturnType<typeof vitals.listWorkers>>;
  try {
    findings.push(...(await databaseCheck(looking)));
    known = await vitals.listWorkers(db);
  } catch (error) {
    const advice = 'Look whether PostgreSQL runs, and at its log; nothing is accepted until it is back';
    const lost = problem('Database', say`It cannot be asked (${(error as Error).message})`, advice);
    return { findings: [lost, ...diskCheck(looking), ...certificateCheck(looking)], processes: [] };
  }
  findings.push(...processFindings(known));
  for (const { name, look } of checks) {
    if (performance.now() > until) {
      findings.push(note(name, 'Not looked at: the checks before it took too long', 'The database is busy; ask again'));
      continue;
    }
    findings.push(...(await safely(name, async () => look(looking))));
  }
  return { findings, processes: known.running.map(toProcess) };
}

async function safely(name: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [
      problem(
        name,
        say`It could not be looked at (${(error as Error).message})`,
        'The log of the service may say more',
      ),
    ];
  }
}

async function databaseCheck({ db, runtime, migrations }: Looking): Promise<Finding[]> {
  const { size, ...rest } = await vitals.findVitals(db);
  const server = await checkServer(db).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  const unsafe = server instanceof Problem ? { text: server.message, advice: server.next } : undefined;
  const { pending, newer, tooNew } = await schemaState(db, [...migrations]);
  return database({
    ...rest,
    ...connectionFacts(await findConnections(db)),
    version: server instanceof Problem ? '' : server.version,
    unsafe,
    writeFault: runtime.db.writes.fault,
    sizeBytes: size,
    pendingMigrations: pending.map(({ name }) => name),
    newerMigrations: newer,
    tooNewMigrations: tooNew.map(({ name }) => name),
  });
}

/** By the limit that leaves the least. */
function connectionFacts({ limits, inUse, processes: running }: Connections) {
  const promised = running.reduce((sum, { connections }) => sum + connections, 0);
  const spare = (limit: Connections['limits'][number]) => limit.most - limit.reserved - limit.others;
  const tightest = [...limits].sort((one, other) => spare(one) - spare(other))[0]!;
  return {
    connections: inUse,
    promisedConnections: tightest.others + promised,
    mostConnections: tightest.most - tightest.reserved,
  };
}

async function rightsCheck({ db }: Looking): Promise<Finding[]> {
  const missingPartitions = await vitals.missingPartitions(db, await vitals.clockOf(db));
  return [rights({ ...(await findRights(db)), missingPartitions })];
}

function processFindings({ running, lost }: Awaited<ReturnType<typeof vitals.listWorkers>>): Finding[] {
  return processes(
    running.map(({ id, version, silentSeconds }) => ({ id, version: version ?? undefined, silentSeconds })),
    lost.map(({ host, pid, id, agoSeconds }) => ({ name: host === null ? id : `${host} ${pid}`, agoSeconds })),
  );
}

function toProcess({ id, host, pid, version }: vitals.WorkerRow): RunningProcess {
  return {
    id,
    ...(host === null ? {} : { host }),
    ...(pid === null ? {} : { pid }),
    since: new Date(uuidTime(id)).toISOString(),
    ...(version === null ? {} : { version }),
  };
}

async function clockCheck({ db, runtime: { clock } }: Looking): Promise<Finding[]> {
  const before = clock();
  const there = await vitals.clockOf(db);
  const after = clock();
  return [clocks(there - (before + after) / 2, (after - before) / 2)];
}

/** Only where the database is on this machine: of another nobody here knows. */
function diskCheck({ runtime: { config } }: Looking): Finding[] {
  if (!config.embedded) return [];
  try {
    const { bavail, bsize } = statfsSync(config.dataDir);
    return [freeSpace(bavail * bsize, config.dataDir)];
  } catch {
    return [];
  }
}

function certificateCheck({ runtime: { config, clock } }: Looking): Finding[] {
  if (config.tlsCert === undefined) return [];
  try {
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(config.tlsCert));
    return [certificate(validFromDate, validToDate, clock())];
  } catch (error) {
    return [problem('Certificate', say`${config.tlsCert} cannot be read (${(error as Error).message})`, 'Put it back')];
  }
}

async function retentionCheck({ db, runtime: { config } }: Looking): Promise<Finding[]> {
  const now = await vitals.clockOf(db);
  const [oldest] = await agedPartitions(db, await retentionLimit(db, config.retentionDays));
  const oldestDays = oldest === undefined ? undefined : Math.floor((now - uuidTime(oldest.to)) / dayMs);
  return retention({ days: config.retentionDays, oldestDays, missing: await vitals.missingPartitions(db, now) });
}

async function queueCheck({ db }: Looking): Promise<Finding[]> {
  const now = await vitals.clockOf(db);
  const counted = await countedAt(db);
  return queues({
    oldestSeconds: await oldestWaiting(db),
    countedSecondsAgo: counted && (now - counted.getTime()) / 1_000,
    unmatchedReceipts: await vitals.countUnmatched(db),
  });
}

async function pauseCheck({ db }: Looking): Promise<Finding[]> {
  const now = await vitals.clockOf(db);
  const pauses = await listPauses(db);
  return paused(pauses.map(({ kind, name, since }) => ({ kind, name, seconds: (now - since.getTime()) / 1_000 })));
}

async function verificationCheck({ db }: Looking): Promise<Finding[]> {
  return verification(await listBlocks(db));
}

async function carrierCheck({ db, checkUrl }: Looking): Promise<Finding[]> {
  const [routes, stored] = [await listRoutes(db), await listStoredCarriers(db)];
  const simulators = new Set(stored.filter(({ url }) => url.startsWith('simulator:')).map(({ id }) => id));
  const weaknesses = new Map(stored.map((carrier) => [carrier.id, checkStored(checkUrl, carrier).weakness]));
  const status = await carrierStatus(db);
  return carriers(
    status.map(({ id, lastError, ...rest }) => ({
      ...rest,
      isSimulator: simulators.has(id),
      routes: routes.filter(({ carrierId }) => carrierId === id).length,
      lastError: lastError?.text,
      weakness: weaknesses.get(id),
    })),
  );
}

async function webhookCheck({ db, runtime: { clock, config } }: Looking): Promise<Finding[]> {
  const endpoints = await listEndpoints(db, undefined, clock());
  return webhooks(
    endpoints.map((row) => {
      const facts = { ...row, lastAttemptAt: row.attempted_at ?? undefined, dueAt: row.due_at ?? undefined };
      const { state } = endpointHealth(facts, row.now, config.webhookRetryScale);
      const overdueSeconds = row.due_at === null ? 0 : (row.now.getTime() - row.due_at.getTime()) / 1_000;
      return { name: `${row.origin} (${row.account_name})`, state, overdueSeconds };
    }),
  );
}

async function mailCheck({ db, runtime: { clock, config } }: Looking): Promise<Finding[]> {
  const { lastError, ...counts } = await vitals.countMails(db, clock());
  const mailbox = config.imapUrl === undefined ? undefined : await findMailbox(db);
  return mail({ ...counts, hasRelay: config.mailRelayUrl !== undefined, lastError: lastError ?? undefined, mailbox });
}

async function settingCheck({ db, runtime: { config } }: Looking): Promise<Finding[]> {
  return settings(await settingFacts(db, config));
}

export async function settingFacts(db: Db, config: Config): Promise<SettingFacts> {
  const { embedded, demo, demoAnywhere, host, webhookAllow, tlsCert, trustedProxies } = config;
  return {
    ...{ embedded, demo, demoAnywhere, host, webhookAllow },
    hasCertificate: tlsCert !== undefined,
    hasProxy: trustedProxies.length > 0,
    adminToken: tokenSource(config),
    customers: await countCustomers(db),
  };
}

/** The token of a file is handed to processes like any other: it is that of the file if it stands there. */
function tokenSource({ adminToken, dataDir }: Config): SettingFacts['adminToken'] {
  if (adminToken === undefined) return 'none';
  const file = join(dataDir, 'admin-token');
  try {
    if (readFileSync(file, 'utf8').trim() !== adminToken) return 'environment';
    return (statSync(file).mode & 0o077) === 0 ? 'file' : 'open file';
  } catch {
    return 'environment';
  }
}
