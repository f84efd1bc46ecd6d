import { realpathSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';
import { type Config, ignoredSettings } from '../../config/config.ts';
import { checkCertificate } from '../../config/tls.ts';
import type { Db } from '../../database/db.ts';
import { databaseFault } from '../../database/fault.ts';
import { unwritable } from '../../domain/health/database.ts';
import type { Finding } from '../../domain/health/finding.ts';
import { freeSpace } from '../../domain/health/machine.ts';
import { missingCarrier } from '../../flows/carriers/carriers.ts';
import { certificateCheck, roleRights } from '../../flows/health/checks.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { findRights } from '../../store/health/rights.ts';
import { claimSpace, isReadOnly } from '../../store/health/vitals.ts';
import { noTable, refuseNewer, type SchemaState, schemaState } from '../../store/schema/migrations.ts';
import { checkDataKeys, listDataKeys } from '../../store/secrets/data-keys.ts';
import { createLog } from '../../telemetry/log.ts';
import { fitConnections, refusePooledTransactions } from '../connections.ts';
import { openDataDir, runningHermod } from '../data-dir.ts';
import { examineServer, unusable, withConnection } from '../database.ts';
import { claimAddress, claimSmppAddresses, claimSmtpAddress } from '../listener.ts';
import { embeddedDatabaseUrl, postgresPassword, runningUrl } from '../postgres/access.ts';
import { chooseIdentity, findBinaries } from '../postgres/binaries.ts';
import { type Postmaster, runningPostmaster } from '../postgres/postmaster.ts';
import { requireSecretKey, withSecretKey } from '../secret-key.ts';

type Found = string | Finding[];
type DoctorCheck = { name: string; run: (config: Config) => Promise<Found> | Found };

const checks: DoctorCheck[] = [
  { name: 'Node', run: checkNode },
  { name: 'Certificate', run: certificate },
  { name: 'Data directory', run: checkDataDir },
  {
    name: 'PostgreSQL',
    run: (config) => (config.embedded ? checkEmbedded(config) : checkExternal(config, config.databaseUrl!)),
  },
  { name: 'Secret key', run: checkSecretKey },
  { name: 'Port', run: checkPort },
  { name: 'E-mail port', run: checkSmtpPort },
  { name: 'SMPP port', run: checkSmppPorts },
];

/** Checks everything that a start needs, with advice for each problem; exits with 3 if there is one. */
export async function doctor(read: () => Config, { json }: { json?: boolean }): Promise<void> {
  const findings = await examine(read);
  if (json) console.log(JSON.stringify(findings, null, 2));
  else for (const finding of findings) console.log(line(finding));
  if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = exitCodes.unavailable;
}

async function examine(read: () => Config): Promise<Finding[]> {
  let config: Config;
  try {
    config = read();
  } catch (error) {
    return [problem('Settings', error)];
  }
  const ignored = ignoredSettings(process.env).map((text): Finding => ({ check: 'Settings', verdict: 'note', text }));
  const findings: Finding[] =
    ignored.length > 0 ? ignored : [{ check: 'Settings', verdict: 'ok', text: 'all understood' }];
  for (const { name, run } of checks) {
    try {
      const found = await run(config);
      findings.push(...(typeof found === 'string' ? [{ check: name, verdict: 'ok' as const, text: found }] : found));
    } catch (error) {
      findings.push(problem(name, error));
    }
  }
  return findings;
}

function problem(check: string, error: unknown): Finding {
  return { check, verdict: 'problem', text: error instanceof Problem ? error.line : (error as Error).message };
}

function line({ check, verdict, text }: Finding): string {
  const marks = { ok: '✓', note: '!', problem: '✗' };
  return `${marks[verdict]} ${check.padEnd(15)} ${text}`;
}

function checkNode(): string {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Problem(
      `Node ${process.versions.node} is too old`,
      'Install Node 24 or newer, or Hermod with its optional dependencies',
    );
  }
  return `Node ${process.versions.node}`;
}

function certificate(config: Config): string {
  checkCertificate(config);
  if (config.tlsCert === undefined) return 'none, so plain HTTP';
  const [found] = certificateCheck({ config, clock: Date.now });
  return `${config.tlsCert}. ${unlessProblem(found!)}`;
}

function checkDataDir({ dataDir }: Config): string {
  openDataDir(dataDir);
  const { bavail, bsize } = statfsSync(dataDir);
  return unlessProblem(freeSpace(bavail * bsize, dataDir));
}

function unlessProblem({ verdict, text, advice = '' }: Finding): string {
  if (verdict === 'problem') throw new Problem(text, advice);
  return advice === '' ? text : `${text}. ${advice}`;
}

async function checkEmbedded({ dataDir }: Config): Promise<Found> {
  const binaries = findBinaries(join(realpathSync(dataDir), 'postgres-lib'));
  const running = runningPostmaster(join(realpathSync(dataDir), 'postgres'));
  if (running !== undefined) return lookInto(dataDir, running);
  const { prefix, uid } = chooseIdentity(binaries, dataDir);
  return `embedded, will run ${prefix.length > 0 ? 'in a user namespace' : uid === undefined ? 'as you' : `as user ${uid}`}`;
}

/** Connections are refused while the server starts, and for other users than its owner; neither is a problem. */
const refused = new Set<unknown>(['57P03', 'EACCES']);

function lookInto(dataDir: string, running: Postmaster): Promise<Found> {
  const isThere = `embedded, running (process ${running.pid})`;
  const password = postgresPassword(dataDir);
  if (password === undefined)
    return Promise.resolve(`${isThere}; pauses are unknown (postgres-password cannot be read)`);
  return withConnection(embeddedDatabaseUrl(running, password), createLog('silent'), async (db) => [
    { check: 'PostgreSQL', verdict: 'ok' as const, text: `${isThere}${await pausesOf(db)}` },
    ...(await writing(db)),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (refused.has(error.code)) return `${isThere}; pauses are unknown (${error.message})`;
    throw new Problem(
      `the embedded PostgreSQL runs (process ${running.pid}) and cannot be used (${error.message})`,
      'Read postgres.log in the data directory',
    );
  });
}

async function checkExternal(config: Config, url: string): Promise<Finding[]> {
  await refusePooledTransactions(url).catch(unusable);
  return withConnection(url, createLog('silent'), async (db) => {
    const { version } = await examineServer(db);
    const role = await findRights(db);
    const lacking = inOneLine(await roleRights(db, role));
    // Without the right to read the table of migrations nothing else can be checked.
    if (!role.isReachable || role.missing.includes('schema_migrations')) return [lacking];
    const state = await schemaState(db).catch(noTable);
    if (state !== undefined) refuseNewer(state);
    const server: Finding = {
      check: 'PostgreSQL',
      verdict: 'ok',
      text: `PostgreSQL ${version}, durable, ${schemaOf(state)}${await pausesOf(db)}`,
    };
    const found = [server, ...(await writing(db))];
    // The tables of connections and carriers do not exist yet.
    if (state?.pending.length !== 0) return [...found, lacking];
    return [...found, await connections(db, config), lacking, ...(await carrier(db, config))];
  });
}

/** With the key that a start would use. An unreachable database is reported by the check before. */
async function checkSecretKey(config: Config): Promise<string> {
  requireSecretKey(config);
  const url = config.databaseUrl ?? runningUrl(config.dataDir);
  if (url === undefined) return 'checked when the database runs';
  return withConnection(url, createLog('silent'), async (db) => {
    const keys = await listDataKeys(db);
    if (keys.length === 0) return 'no secret is encrypted yet';
    await withSecretKey(db, config);
    await checkDataKeys(db);
    return `fits the ${keys.length} data keys of the database`;
  }).catch((error: Error) => {
    if (error instanceof Problem) throw error;
    return `cannot be checked (${error.message})`;
  });
}

function schemaOf(state: SchemaState | undefined): string {
  if (state === undefined) return 'no schema yet';
  if (state.pending.length > 0) return `${state.pending.length} migrations to apply`;
  const { length } = state.newer;
  return length === 0 ? 'schema up to date' : `schema newer by ${length} migrations, compatible with this version`;
}

/** An older schema has no pauses. */
async function pausesOf(db: Db): Promise<string> {
  const pauses = (await listPauses(db).catch(noTable)) ?? [];
  if (pauses.some(({ kind }) => kind === 'all')) return '; everything is paused: hermod resume all lets messages leave';
  return pauses.length === 0 ? '' : `; ${pauses.length} carriers or accounts are paused: hermod pause list`;
}

/** Empty while the server accepts writes. */
async function writing(db: Db): Promise<Finding[]> {
  try {
    await claimSpace(db);
    if (!(await isReadOnly(db))) return [];
    return [inOneLine(unwritable('transactions are read-only; default_transaction_read_only is on'))];
  } catch (error) {
    return [inOneLine(unwritable(databaseFault(error)?.text ?? (error as Error).message))];
  }
}

function inOneLine({ check, verdict, text, advice }: Finding): Finding {
  return { check, verdict, text: advice === undefined ? text : `${text}. ${advice}` };
}

/** Whether a start would get enough connections. A running Hermod already has its connections. */
async function connections(db: Db, config: Config): Promise<Finding> {
  const check = 'Connections';
  if (runningHermod(config.dataDir) !== undefined) return { check, verdict: 'ok', text: 'Hermod is running' };
  try {
    const { isLess, text } = await fitConnections(db, config);
    return { check, verdict: isLess ? 'note' : 'ok', text };
  } catch (error) {
    return problem(check, error);
  }
}

/** A start without a carrier succeeds, and a start with HERMOD_CARRIER_URL adds one, so neither is a problem. */
async function carrier(db: Db, config: Config): Promise<Finding[]> {
  const missing = config.carrierUrl === undefined ? await missingCarrier(db, config) : [];
  return missing.map((finding) => inOneLine({ ...finding, verdict: 'note' }));
}

async function checkPort({ host, port, dataDir }: Config): Promise<string> {
  const pid = runningHermod(dataDir);
  if (pid !== undefined) return `Hermod is running (process ${pid})`;
  await claimAddress(host, port, 0);
  return `${host}:${port} is free`;
}

async function checkSmtpPort(config: Config): Promise<string> {
  const { smtpHost, smtpPort, dataDir } = config;
  if (smtpPort === 0) return 'Email2SMS is off';
  if (runningHermod(dataDir) !== undefined) return 'Hermod is running';
  await claimSmtpAddress(config, 0);
  return `${smtpHost}:${smtpPort} is free`;
}

async function checkSmppPorts(config: Config): Promise<string> {
  const ports = [config.smppPort, config.smppsPort].filter((port) => port !== 0);
  if (ports.length === 0) return 'Binding by SMPP is off';
  if (runningHermod(config.dataDir) !== undefined) return 'Hermod is running';
  await claimSmppAddresses(config, 0);
  return `${config.smppHost}:${ports.join(' and ')} is free`;
}
