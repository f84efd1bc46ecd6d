import { readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../base/problem.ts';
import type { Config } from '../../config/config.ts';
import { certificateOf } from '../../config/tls.ts';
import type { Db } from '../../database/db.ts';
import { database, partitions, queues, retention, type SchemaFacts, schema } from '../../domain/health/database.ts';
import { type Finding, problem } from '../../domain/health/finding.ts';
import { certificate, clocks, freeSpace } from '../../domain/health/machine.ts';
import { carrierHealth, mail, paused, verification, webhookHealth } from '../../domain/health/outside.ts';
import { type RoleRights, rights } from '../../domain/health/rights.ts';
import { type SettingFacts, settingHealth } from '../../domain/health/settings.ts';
import { say } from '../../domain/text/said.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { endpointHealth } from '../../domain/webhook/retry.ts';
import { listRoutes, listCarriers as listStoredCarriers } from '../../store/carrier/carriers.ts';
import { carrierStatus } from '../../store/carrier/links.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { readClock } from '../../store/clock.ts';
import { findMailbox } from '../../store/email/emails.ts';
import { type DatabaseConnections, findConnections } from '../../store/health/connections.ts';
import { findRights } from '../../store/health/rights.ts';
import * as vitals from '../../store/health/vitals.ts';
import { oldestWaiting } from '../../store/live/now.ts';
import { type Migration, schemaState } from '../../store/schema/migrations.ts';
import { agedPartitions, retentionLimit } from '../../store/schema/retention.ts';
import { checkServer } from '../../store/schema/server.ts';
import { countedAt } from '../../store/statistics/traffic.ts';
import { listBlocks } from '../../store/verify/settings.ts';
import { listEndpoints } from '../../store/webhook/endpoints.ts';
import { type CheckUrl, checkStored, missingCarrier } from '../carriers/carriers.ts';
import { countCustomers } from '../webhooks/webhook-targets.ts';

/** What a check reads. */
export type Subject = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: () => number;
  readonly migrations: readonly Migration[];
  readonly checkUrl: CheckUrl;
  /** Why the database accepts no writes of this process. */
  readonly writeFault: string | undefined;
};

/** Who runs a check: the health report (API, console, `hermod health`) or `/health/ready`. */
type Reader = 'report' | 'readiness';

export type Check = {
  readonly name: string;
  /** A check of the machine works without the database. */
  readonly reads: 'machine' | 'database';
  readonly readers: readonly Reader[];
  readonly look: (subject: Subject) => Promise<Finding[]> | Finding[];
};

const dayMs = 86_400_000;
const secondsSince = (past: Date, now: Date): number => (now.getTime() - past.getTime()) / 1_000;

/** Every health check once, in the order of the report. `hermod doctor` calls those that also apply before a start. */
const checks: readonly Check[] = [
  { name: 'Database', reads: 'database', readers: ['report'], look: databaseCheck },
  {
    name: 'Schema',
    reads: 'database',
    readers: ['readiness'],
    look: async (subject) => [schema(await schemaFacts(subject))],
  },
  {
    name: 'Rights',
    reads: 'database',
    readers: ['report', 'readiness'],
    look: async ({ db }) => [await roleRights(db, await findRights(db))],
  },
  { name: 'Clock', reads: 'database', readers: ['report'], look: clockCheck },
  { name: 'Disk', reads: 'machine', readers: ['report', 'readiness'], look: diskCheck },
  { name: 'Certificate', reads: 'machine', readers: ['report', 'readiness'], look: certificateCheck },
  { name: 'Retention', reads: 'database', readers: ['report'], look: retentionCheck },
  { name: 'Partitions', reads: 'database', readers: ['readiness'], look: partitionCheck },
  { name: 'Queues', reads: 'database', readers: ['report'], look: queueCheck },
  { name: 'Pauses', reads: 'database', readers: ['report'], look: pauseCheck },
  { name: 'Carriers', reads: 'database', readers: ['report'], look: carrierCheck },
  { name: 'Carriers', reads: 'database', readers: ['readiness'], look: ({ db, config }) => missingCarrier(db, config) },
  { name: 'Webhooks', reads: 'database', readers: ['report'], look: webhookCheck },
  {
    name: 'Verification',
    reads: 'database',
    readers: ['report'],
    look: async ({ db }) => verification(await listBlocks(db)),
  },
  { name: 'E-mail', reads: 'database', readers: ['report'], look: mailCheck },
  {
    name: 'Settings',
    reads: 'database',
    readers: ['report'],
    look: async ({ db, config }) => settingHealth(await settingFacts(db, config)),
  },
];

export const checksFor = (reader: Reader): Check[] => checks.filter(({ readers }) => readers.includes(reader));

async function databaseCheck(subject: Subject): Promise<Finding[]> {
  const { db, writeFault } = subject;
  const { size, ...rest } = await vitals.findVitals(db);
  const server = await checkServer(db).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
  const unsafe = server instanceof Problem ? { text: server.message, advice: server.next } : undefined;
  return database({
    ...rest,
    ...connectionFacts(await findConnections(db)),
    version: server instanceof Problem ? '' : server.version,
    unsafe,
    writeFault,
    sizeBytes: size,
    ...(await schemaFacts(subject)),
  });
}

async function schemaFacts({ db, migrations }: Subject): Promise<SchemaFacts> {
  const { pending, newer: newerMigrations, tooNew } = await schemaState(db, [...migrations]);
  const [pendingMigrations, tooNewMigrations] = [pending, tooNew].map((all) => all.map(({ name }) => name));
  return { pendingMigrations: pendingMigrations!, newerMigrations, tooNewMigrations: tooNewMigrations! };
}

/** The connection figures of the limit that leaves the fewest connections. */
function connectionFacts({ limits, inUse, processes: running }: DatabaseConnections) {
  const promised = running.reduce((sum, { connections }) => sum + connections, 0);
  const spare = (limit: DatabaseConnections['limits'][number]) => limit.most - limit.reserved - limit.others;
  const tightest = [...limits].sort((one, other) => spare(one) - spare(other))[0]!;
  return {
    connections: inUse,
    promisedConnections: tightest.others + promised,
    mostConnections: tightest.most - tightest.reserved,
  };
}

/** Without tables, or the right to see them, partitions cannot be counted. */
export async function roleRights(db: Db, role: RoleRights): Promise<Finding> {
  const isThere = role.isInstalled && role.isReachable;
  const missingPartitions = isThere ? await vitals.missingPartitions(db) : [];
  return rights({ ...role, missingPartitions });
}

async function clockCheck({ db, clock }: Subject): Promise<Finding[]> {
  const before = clock();
  const there = (await readClock(db)).getTime();
  const after = clock();
  return [clocks(there - (before + after) / 2, (after - before) / 2)];
}

/** Only where the database is on this machine; the disk of another machine is not known here. */
export function diskCheck({ config }: Pick<Subject, 'config'>): Finding[] {
  if (!config.embedded) return [];
  try {
    const { bavail, bsize } = statfsSync(config.dataDir);
    return [freeSpace(bavail * bsize, config.dataDir)];
  } catch {
    return [];
  }
}

export function certificateCheck({ config, clock }: Pick<Subject, 'config' | 'clock'>): Finding[] {
  try {
    const found = certificateOf(config);
    return found === undefined ? [] : [certificate(found.validFromDate, found.validToDate, clock())];
  } catch (error) {
    const text = say`${config.tlsCert!} cannot be read (${(error as Error).message})`;
    const ready = { text: 'the certificate cannot be read', blocks: false };
    return [{ ...problem('Certificate', text, 'Put it back'), ready }];
  }
}

async function retentionCheck({ db, config }: Subject): Promise<Finding[]> {
  const now = await readClock(db);
  const [oldest] = await agedPartitions(db, await retentionLimit(db, config.retentionDays));
  const oldestDays = oldest === undefined ? undefined : Math.floor((now.getTime() - uuidTime(oldest.to)) / dayMs);
  return retention({ days: config.retentionDays, oldestDays, missing: await vitals.missingPartitions(db) });
}

async function partitionCheck({ db }: Subject): Promise<Finding[]> {
  return partitions(await vitals.missingPartitions(db, 0), await vitals.missingPartitions(db));
}

async function queueCheck({ db }: Subject): Promise<Finding[]> {
  const now = await readClock(db);
  const counted = await countedAt(db);
  return queues({
    oldestSeconds: await oldestWaiting(db),
    countedSecondsAgo: counted && secondsSince(counted, now),
    unmatchedReceipts: await vitals.countUnmatched(db),
  });
}

async function pauseCheck({ db }: Subject): Promise<Finding[]> {
  const now = await readClock(db);
  const pauses = await listPauses(db);
  return paused(pauses.map(({ kind, name, since }) => ({ kind, name, seconds: secondsSince(since, now) })));
}

async function carrierCheck({ db, checkUrl }: Subject): Promise<Finding[]> {
  const [routes, stored] = [await listRoutes(db), await listStoredCarriers(db)];
  const simulators = new Set(stored.filter(({ url }) => url.startsWith('simulator:')).map(({ id }) => id));
  const weaknesses = new Map(stored.map((carrier) => [carrier.id, checkStored(checkUrl, carrier).weakness]));
  const status = await carrierStatus(db);
  return carrierHealth(
    status.map(({ id, lastError, ...rest }) => ({
      ...rest,
      isSimulator: simulators.has(id),
      routes: routes.filter(({ carrierId }) => carrierId === id).length,
      lastError: lastError?.text,
      weakness: weaknesses.get(id),
    })),
  );
}

async function webhookCheck({ db, clock, config }: Subject): Promise<Finding[]> {
  const endpoints = await listEndpoints(db, undefined, clock());
  return webhookHealth(
    endpoints.map((row) => {
      const facts = { ...row, lastAttemptAt: row.attempted_at ?? undefined, dueAt: row.due_at ?? undefined };
      const { state } = endpointHealth(facts, row.now, config.webhookRetryScale);
      const overdueSeconds = row.due_at === null ? 0 : secondsSince(row.due_at, row.now);
      return { name: `${row.origin} (${row.account_name})`, state, overdueSeconds };
    }),
  );
}

async function mailCheck({ db, clock, config }: Subject): Promise<Finding[]> {
  const { lastError, ...counts } = await vitals.countMails(db, clock());
  const mailbox = config.imapUrl === undefined ? undefined : await findMailbox(db);
  return mail({ ...counts, hasRelay: config.mailRelayUrl !== undefined, lastError: lastError ?? undefined, mailbox });
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

/** Processes get the token as a value; it comes from the file if the file holds the same. */
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
