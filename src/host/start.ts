import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../base/problem.ts';
import { type Config, describeConfig, ignoredSettings, mostProcesses } from '../config/config.ts';
import { checkCertificate } from '../config/tls.ts';
import { systemActor } from '../domain/access/actor.ts';
import { exposure } from '../domain/health/settings.ts';
import { startPaused } from '../flows/accounts/pauses.ts';
import { deleteDefaultSimulator, ensureDefaultCarrier, missingCarrier } from '../flows/carriers/carriers.ts';
import { issueTokenLink } from '../flows/console/links.ts';
import { settingFacts } from '../flows/health/checks.ts';
import { someKeyIsLimited } from '../store/account/keys.ts';
import { prepareSecrets } from '../store/secrets/data-keys.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { banner, type DemoAccess, ensureDemoAccess, localUrl, readyFields } from './banner.ts';
import { ReloadRecord } from './commands/reload.ts';
import { fitConnections } from './connections.ts';
import { adminToken, announce } from './data-dir.ts';
import {
  awaitDatabase,
  logSteps,
  openDatabase,
  prepareSchema,
  printStep,
  type Undo,
  unwind,
  withConnection,
} from './database.ts';
import { claimAddress, claimSmppAddresses, claimSmtpAddress } from './listener.ts';
import { releaseAfterStart } from './memory.ts';
import { requireSecretKey, withSecretKey } from './secret-key.ts';
import { Supervisor } from './supervisor.ts';

/** `hermod start`: starts everything in order, prints the addresses, and stops it in reverse order on a signal. */
export async function start(config: Config, options: { paused?: boolean } = {}): Promise<void> {
  if (!process.stdout.isTTY) logSteps();
  const log = createLog(config.logLevel, { process: 'supervisor' });
  const undo: Undo[] = [];
  const [stop, stopNow] = signals();
  try {
    const supervisor = await bringUp(config, log, undo, stop, options.paused === true);
    releaseAfterStart();
    await aborted(stop);
    printStep('stopping');
    await leave(supervisor, config, stopNow);
  } catch (error) {
    // Ctrl-C also reaches the processes that were being started, which then fail.
    if (!stop.aborted) throw error;
    log.debug({ err: error }, 'the start was interrupted');
  } finally {
    await unwind(undo);
  }
  printStep('stopped');
}

/** Fails /health/ready and still serves requests, until load balancers have noticed. A second signal ends the wait. */
async function leave(supervisor: Supervisor, { lameDuckSeconds }: Config, stopNow: AbortSignal): Promise<void> {
  if (lameDuckSeconds === 0) return;
  printStep(`still accepting for ${lameDuckSeconds} s while /health/ready fails`);
  supervisor.leave();
  await sleep(lameDuckSeconds * 1_000, undefined, { signal: stopNow }).catch(() => {});
}

async function bringUp(
  config: Config,
  log: Log,
  undo: Undo[],
  signal: AbortSignal,
  isPaused: boolean,
): Promise<Supervisor> {
  const began = performance.now();
  for (const text of ignoredSettings(process.env)) log.warn(`a setting has no effect: ${text}`);
  log.debug({ settings: describeConfig(config) }, 'settings');
  checkCertificate(config);
  await checkCarrierUrl(config, log);
  requireSecretKey(config);
  const databaseUrl = await openDatabase(config, log, undo);
  // Before anything is written: a start that fails for a port in use leaves only an empty database.
  const address = await claimAddress(config.host, config.port);
  await claimSmtpAddress(config);
  await claimSmppAddresses(config);
  await awaitDatabase(databaseUrl, log, config, signal);
  const { demo, filled } = await prepare(config, databaseUrl, log);
  if (isPaused) {
    await withConnection(databaseUrl, log, startPaused);
    printStep('everything is paused: hermod resume all lets messages leave');
  }
  const given = { ...withToken(filled), port: address.port };
  const supervisor = new Supervisor(given, databaseUrl, address, log);
  undo.push(() => supervisor.stop());
  printStep(starting(config));
  await supervisor.start();
  // Before the address is announced, so that no reload request can come too early.
  onReload(supervisor, config, log);
  announce(config.dataDir, localUrl(config, address));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  if (process.stdout.isTTY) {
    const consoleLink = config.embedded ? await firstLink(databaseUrl, log) : undefined;
    console.log(banner(config, address, { demo, consoleLink, seconds }));
  } else logSteps().info({ seconds: Number(seconds), ...readyFields(config, address, demo) }, 'ready');
  return supervisor;
}

function starting(config: Config): string {
  const most = mostProcesses(config);
  if (config.processes === 'auto' && most > 1) return `starting 1 process, up to ${most} under load`;
  return `starting ${most} ${most === 1 ? 'process' : 'processes'}`;
}

/** The person at the terminal that starts the embedded service is its operator. */
async function firstLink(databaseUrl: string, log: Log): Promise<string> {
  return withConnection(databaseUrl, log, async (db) => (await issueTokenLink(db, systemActor('operator'))).secret);
}

/**
 * A wrong parameter stops the start instead of being logged by the process that connects. The modules of carriers are loaded only
 * here: the supervisor does not use them otherwise.
 */
async function checkCarrierUrl({ carrierUrl }: Config, log: Log): Promise<void> {
  if (carrierUrl === undefined) return;
  const { kindOf } = await import('../carriers/kinds.ts');
  try {
    kindOf({ url: carrierUrl }, log);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(`HERMOD_CARRIER_URL: ${error.message}`, error.next, error.exitCode);
  }
}

/** Only the supervisor reads the file of the token; its processes get the value. */
function withToken(config: Config): Config {
  return Object.freeze({ ...config, adminToken: adminToken(config.dataDir, config.adminToken) });
}

/** By default, mail from this machine needs no proof of its From. */
function trustsByDefault({ smtpPort, imapUrl, smtpForwarders }: Config): boolean {
  const isSet = process.env['HERMOD_EMAIL_TRUSTED_RELAYS'] !== undefined || smtpForwarders.length > 0;
  return (smtpPort !== 0 || imapUrl !== undefined) && !isSet;
}

const defaultTrust =
  'keys with allowed e-mail addresses are in use, and mail from this machine is believed whatever its From says: set HERMOD_EMAIL_TRUSTED_RELAYS to none, or to what checks senders itself';

type Prepared = { demo: DemoAccess | undefined; filled: Config };

function prepare(config: Config, databaseUrl: string, log: Log): Promise<Prepared> {
  return withConnection(databaseUrl, log, async (db) => {
    const applied = await prepareSchema(db);
    if (applied.length > 0) printStep(`applied ${applied.length} migrations`);
    const withKey = await withSecretKey(db, config);
    await prepareSecrets(db);
    const { budget, isLess, text } = await fitConnections(db, config);
    if (isLess) printStep(text);
    if (config.embedded || config.carrierUrl !== undefined) await ensureDefaultCarrier(db, config.carrierUrl);
    else await deleteDefaultSimulator(db);
    if (trustsByDefault(config) && (await someKeyIsLimited(db))) log.warn(defaultTrust);
    const findings = [...(await missingCarrier(db, config)), ...exposure(await settingFacts(db, config))];
    for (const { check, text, advice } of findings) log.warn({ check, advice }, `needs attention: ${text}`);
    const demo = config.demo ? await ensureDemoAccess(db, config) : undefined;
    return { demo, filled: { ...withKey, databaseConnections: budget } };
  });
}

/** The first and the second signal to stop. */
function signals(): [AbortSignal, AbortSignal] {
  const [first, second] = [new AbortController(), new AbortController()];
  const onSignal = () => (first.signal.aborted ? second : first).abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  // Ends a process that does not listen for it, and would leave its PostgreSQL running. A start has nothing to replace yet.
  process.on('SIGHUP', () => {});
  return [first.signal, second.signal];
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** SIGHUP replaces all processes one by one; signals during a reload lead to one more reload after it. */
function onReload(supervisor: Supervisor, { dataDir }: Config, log: Log): void {
  const record = new ReloadRecord(dataDir);
  let running: Promise<void> | undefined;
  let again = false;
  const replaceAll = async () => {
    try {
      record.begin();
      await supervisor.restart();
      record.end();
    } catch (err) {
      log.error({ err }, 'restart failed; the old processes keep running');
      record.end((err as Error).message);
    }
  };
  const reload = () => {
    again = running !== undefined;
    running ??= replaceAll()
      .catch((err: unknown) => log.error({ err }, 'could not record the result of a restart'))
      .finally(() => {
        running = undefined;
        if (again) reload();
      });
  };
  process.on('SIGHUP', reload);
}
