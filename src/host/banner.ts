import { join, relative } from 'node:path';
import type { Config } from '../config.ts';
import { demoSenders } from '../flows/demo.ts';
import type { Address } from './listener.ts';

export type Shown = {
  /** Known at the first start only. */
  readonly demoKey: string | undefined;
  /** Logs in to the console, once. */
  readonly consoleLink: string | undefined;
  readonly seconds: string;
};

/** What a person needs for the first minute. */
export function banner(config: Config, { host, port }: Address, { demoKey, consoleLink, seconds }: Shown): string {
  const base = baseUrl(config, host, port);
  const file = join(config.dataDir, 'admin-token');
  const near = relative(process.cwd(), file);
  const token = near.startsWith('..') ? file : near;
  return [
    '',
    `  ${config.serviceName} is ready (${seconds} s)`,
    '',
    `  Console    ${base}/${consoleLink === undefined ? '' : `login#${consoleLink}`}`,
    consoleLink === undefined ? '' : '             (logs in once, within ten minutes; another: npx hermod console)',
    `  API        ${base}`,
    `  Reference  ${base}/docs`,
    config.smtpPort === 0
      ? ''
      : `  Email2SMS  ${config.emailAddress}, by SMTP on ${config.smtpHost}:${config.smtpPort}`,
    config.adminToken === undefined ? `  Operator   the token is in ${token}` : '',
    ...(config.demo ? demoLines(base, demoKey) : []),
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n');
}

function demoLines(base: string, key: string | undefined): string[] {
  const shown = key ?? '$HERMOD_DEMO_KEY';
  return [
    key === undefined
      ? '  API key    of the demo account: shown at the first start; another one: npx hermod keys issue Demo'
      : `  API key    ${key}  (demo account; not shown again)`,
    '',
    '  Send a message:',
    '',
    `  curl ${base}/v1/sms/messages -H 'Content-Type: application/json' -H "apikey: ${shown}" \\`,
    `    -d '{"sender":"${demoSenders[0]}","destinations":["+38640123456"],"message":{"content":"Hello from Hermod"}}'`,
  ];
}

function baseUrl({ tlsCert }: Config, host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tlsCert === undefined ? 'http' : 'https'}://${name}:${port}`;
}
