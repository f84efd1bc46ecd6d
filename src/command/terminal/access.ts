import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes, Problem } from '../../base/problem.ts';
import { findRunning } from '../../base/processes.ts';
import { type Environment, settings, settingText } from '../../config/config.ts';
import { type Setting, value } from '../../config/setting.ts';
import { type ApiClient, createApiClient } from './client.ts';
import { createOutput, type Output } from './output.ts';

type AccessOptions = { service?: string; dataDir?: string };
export type CommandSession = { readonly api: ApiClient; readonly out: Output };
export type CommandRole = 'operator' | 'customer';
type Options = AccessOptions & { json?: boolean; key?: string };

export function accessOptions(command: Command, role: CommandRole): void {
  command.option('--json', 'as JSON');
  if (role === 'customer') command.option('--key <apikey>', 'API key of the account (HERMOD_API_KEY)');
  const kept = role === 'customer' ? 'the key of its demo account' : 'its token';
  command
    .option('--service <url>', 'address of the service (HERMOD_URL)')
    .option('--data-dir <folder>', `where the service keeps ${kept} (${settings.dataDir.name})`);
}

export function openSession(role: CommandRole, options: Options): CommandSession {
  return { api: (role === 'customer' ? customerClient : operatorClient)(options), out: createOutput(options) };
}

function operatorClient(options: Options): ApiClient {
  const address = serviceAddressOf(options, process.env);
  const token = operatorToken(options, address, process.env);
  const headers = { authorization: `Bearer ${token}`, 'x-operator': operatorName(process.env) };
  return createApiClient(`${address.base}/admin/v1`, headers, "Set HERMOD_ADMIN_TOKEN to that service's token");
}

function customerClient(options: Options): ApiClient {
  const address = serviceAddressOf(options, process.env);
  const apikey = options.key ?? (process.env['HERMOD_API_KEY'] || demoKey(options, address, process.env));
  if (!apikey) throw new Problem('the API key is missing', 'Give --key or set HERMOD_API_KEY');
  return createApiClient(`${address.base}/v1`, { apikey }, 'Give another --key or HERMOD_API_KEY');
}

/** `local`: the service runs on this machine. */
export type ServiceAddress = { readonly base: string; readonly local: boolean };

export function serviceAddressOf(options: AccessOptions, environment: Environment): ServiceAddress {
  const given = options.service ?? environment['HERMOD_URL'];
  if (!given) return { base: ownAddress(options, environment), local: true };
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Problem(`${JSON.stringify(given)} is not the address of a service`, 'Give one such as http://host:8080');
  const { hostname: host, username, password, search, hash } = new URL(given);
  // Not shown: it may be a real password.
  if (username || password)
    throw new Problem(
      'the address of the service holds a user name or a password',
      'Remove them; the service authenticates you by HERMOD_ADMIN_TOKEN or HERMOD_API_KEY',
    );
  if (search || hash) throw new Problem(`the address of the service ends with ${search || hash}`, 'Leave that out');
  return { base: given.replace(/(?<!\/)\/+$/, ''), local: /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) };
}

/** The address of the running service of the data directory; if none runs, the one that `hermod start` would use with the same settings. */
function ownAddress(options: AccessOptions, environment: Environment): string {
  // An explicit host or port takes precedence over the service that runs here. Port 0 names no service.
  const isSet = environment[settings.host.name] || Number(environment[settings.port.name] || 0) !== 0;
  const running = isSet ? undefined : findRunning(dataDirOf(options, environment))?.url;
  return running ?? addressBySettings(environment);
}

function addressBySettings(environment: Environment): string {
  const host = read(settings.host, environment) ?? '127.0.0.1';
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const scheme = environment[settings.tlsCert.name] ? 'https' : 'http';
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${read(settings.port, environment)}`;
}

/** The configured token, or the one in the data directory of the service on this machine, which is never sent to another machine. */
export function operatorToken(
  options: AccessOptions,
  { base, local }: ServiceAddress,
  environment: Environment,
): string {
  const given = read(settings.adminToken, environment);
  if (given !== undefined) return given;
  if (!local) throw new Problem(`the token for ${base} is missing`, "Set HERMOD_ADMIN_TOKEN to that service's token");
  const file = join(dataDirOf(options, environment), 'admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Problem(
      `the operator token in ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Set HERMOD_ADMIN_TOKEN, or HERMOD_DATA_DIR to the data directory of the service',
      exitCodes.unavailable,
    );
  }
}

/** The demo account's key from the data directory of the service on this machine. It is never sent to another machine. */
export function demoKey(
  options: AccessOptions,
  { local }: ServiceAddress,
  environment: Environment,
): string | undefined {
  if (!local) return undefined;
  try {
    return readFileSync(join(dataDirOf(options, environment), 'demo-key'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

function dataDirOf({ dataDir }: AccessOptions, environment: Environment): string {
  return read(settings.dataDir, dataDir === undefined ? environment : { [settings.dataDir.name]: dataDir })!;
}

function read<T>(setting: Setting<T>, environment: Environment): T | undefined {
  const text = settingText(setting, environment) ?? setting.fallback;
  return text === undefined ? undefined : value(setting, text);
}

/** The caller's name in the audit log: the operator token alone does not identify a person. */
export function operatorName(environment: Environment): string {
  return `${userName(environment)}@${hostname()}`.replace(/[^\x21-\x7e]/g, '?').slice(0, 100);
}

function userName(environment: Environment): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as is usual in containers.
    return environment['USER'] ?? `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
