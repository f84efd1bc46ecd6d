import type { Config } from '../config/config.ts';
import { hostPort, hostsOf } from '../database/hosts.ts';
import { isOfThisMachine } from '../flows/this-machine.ts';

/**
 * Whether an address and port are Hermod's own, or those of a PostgreSQL on this machine. Such a webhook is refused whatever
 * HERMOD_WEBHOOK_ALLOW lists: it would reach listeners from inside, past a firewall.
 */
export function ownPorts(config: Config): (address: string, port: number) => boolean {
  const { port: http, smtpPort, smppPort, smppsPort, databaseUrl } = config;
  const database = databaseUrl === undefined ? [] : hostsOf(databaseUrl).map(hostPort);
  const ports = new Set([http, smtpPort, smppPort, smppsPort, ...database]);
  return (address, port) => ports.has(port) && isOfThisMachine(address);
}
