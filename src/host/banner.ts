import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import { version } from '../base/version.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/db.ts';
import { keyHash } from '../domain/access/key.ts';
import { demoAccountId, demoSenders, demoSystemId, ensureDemo, ensureDemoSmpp } from '../flows/accounts/demo.ts';
import { newPassword } from '../flows/smpp/credentials.ts';
import { secretsFor } from '../flows/webhooks/deliver.ts';
import { findKeys } from '../store/account/keys.ts';
import { invokedName, shellWord } from './commands/command-name.ts';
import { demoFiles, keepSecret, readSecret } from './data-dir.ts';
import type { ListenAddress } from './listener.ts';

type Shown = {
  readonly demo: DemoAccess | undefined;
  readonly consoleLink: string | undefined;
  readonly seconds: string;
};

/** Addresses and credentials for a person at a terminal. */
export function banner(config: Config, address: ListenAddress, { demo, consoleLink, seconds }: Shown): string {
  const base = baseUrl(config, address);
  return [
    '',
    `  ${config.serviceName} is ready (Hermod ${version}, ${seconds} s)`,
    '',
    `  Console    ${base}/${consoleLink === undefined ? '' : `login#${consoleLink}`}`,
    consoleLink === undefined
      ? ''
      : `             (logs in once, within ten minutes; another: ${invokedName()} console)`,
    `  API        ${base}`,
    `  Reference  ${base}/docs`,
    config.smtpPort === 0
      ? ''
      : `  Email2SMS  ${config.emailAddress}, by SMTP on ${config.smtpHost}:${config.smtpPort}`,
    ...smppLines(config, demo),
    config.adminToken === undefined ? `  Operator   the token is in ${near(join(config.dataDir, 'admin-token'))}` : '',
    ...(demo === undefined ? [] : demoLines(base, demo)),
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n');
}

/** The password is shown once, like the key. */
function smppLines({ smppHost, smppPort, smppsPort }: Config, demo: DemoAccess | undefined): string[] {
  const ports = [...(smppPort === 0 ? [] : [`${smppPort}`]), ...(smppsPort === 0 ? [] : [`${smppsPort} (TLS)`])];
  if (ports.length === 0) return [];
  const where = `  SMPP       ${smppHost}:${ports.join(' and ')}`;
  if (demo?.smpp === undefined || !demo.smpp.isLive) return [where];
  const { password, file, isNew } = demo.smpp;
  const given = isNew ? `password ${password}, kept in ${near(file)}` : `password in ${near(file)}`;
  return [`${where}, system_id ${demoSystemId} (demo account; ${given})`];
}

/** The key itself is shown once, unless it was given; all other lines read the file, so that they work when pasted. */
function demoLines(base: string, { key, file, isNew, isLive, isGiven }: DemoAccess): string[] {
  if (!isLive)
    return [`  API key    that of the demo account no longer works; another one: ${invokedName()} keys issue Demo`];
  const isShown = isNew && !isGiven;
  const given = isShown ? key : `$(cat ${shellWord(file)})`;
  return [
    isShown
      ? `  API key    ${key}  (demo account; kept in ${near(file)})`
      : `  API key    in ${near(file)} (demo account)`,
    '',
    '  Send a message:',
    '',
    `  curl ${base}/v1/sms/messages -H 'Content-Type: application/json' -H "apikey: ${given}" \\`,
    `    -d '{"sender":"${demoSenders[0]}","destinations":["+38640123456"],"message":{"content":"Hello from Hermod"}}'`,
  ];
}

/** The same as log fields. Others may read the log, so it has the files of secrets instead of the secrets. */
export function readyFields(
  config: Config,
  address: ListenAddress,
  demo: DemoAccess | undefined,
): Record<string, unknown> {
  const base = baseUrl(config, address);
  const { smtpHost, smtpPort, smppHost, smppPort, smppsPort, dataDir, adminToken } = config;
  return {
    version,
    api: base,
    console: `${base}/`,
    reference: `${base}/docs`,
    ...(smtpPort === 0 ? {} : { smtp: `${smtpHost}:${smtpPort}` }),
    ...(smppPort === 0 ? {} : { smpp: `${smppHost}:${smppPort}` }),
    ...(smppsPort === 0 ? {} : { smpps: `${smppHost}:${smppsPort}` }),
    ...(adminToken === undefined ? { adminTokenFile: join(dataDir, 'admin-token') } : {}),
    ...(demo?.isLive ? { demoKeyFile: demo.file } : {}),
    ...(demo?.smpp?.isLive ? { demoSmppPasswordFile: demo.smpp.file } : {}),
  };
}

function near(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

function baseUrl(config: Config, { host, port }: ListenAddress): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  return `${scheme(config)}://${everywhere ? 'localhost' : inUrl(host)}:${port}`;
}

/** For other programs on this machine: by IP address, since a name may resolve to another machine. */
export function localUrl(config: Config, { address, port }: ListenAddress): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `${scheme(config)}://${inUrl(reachable)}:${port}`;
}

const scheme = ({ tlsCert }: Config): string => (tlsCert === undefined ? 'http' : 'https');
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export type DemoAccess = {
  readonly key: string;
  readonly file: string;
  /** This start has added it to the account. */
  readonly isNew: boolean;
  /** It has not been revoked. */
  readonly isLive: boolean;
  /** It is the value of HERMOD_DEMO_KEY, which is never printed. */
  readonly isGiven: boolean;
  readonly smpp: DemoSmpp | undefined;
};

type DemoSmpp = {
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
