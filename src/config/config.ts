import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Problem } from '../base/problem.ts';
import { emailLimits } from '../bounds/limits/email.ts';
import { sendingLimits } from '../bounds/limits/sending.ts';
import { verifyLimits } from '../bounds/limits/verify.ts';
import type { Setting } from './setting.ts';
import * as read from './setting.ts';
import { processLimit, settings } from './settings.ts';

/** Values of `Config` that no setting changes. Tests replace some of them. */
const fixedValues = {
  maxRecipients: sendingLimits.recipientsOfRequest.most as number,
  maxSenders: sendingLimits.sendersOfAccount.most as number,
  senderCodesPerDay: sendingLimits.senderCodes.most as number,
  verifyPerAccount: verifyLimits.codesOfAccount.most as number,
  verifyPerNumber: verifyLimits.codesToNumber.most as number,
  verifyPerPrefix: verifyLimits.codesToRange.most as number,
  verifyFreshPrefix: verifyLimits.codesToFreshRange.most as number,
  /** How far back confirmed codes are counted, and how long a block lasts. */
  verifyWindowHours: 24,
  /** Least percentage of confirmed codes; a range or country below it is blocked. */
  verifyConversion: 10,
  /** Of e-mails that declare no charset and are not valid UTF-8. */
  emailFallbackCharset: 'windows-1250',
  emailReadSeconds: emailLimits.readSeconds.most as number,
  emailReadMegabytes: emailLimits.readMegabytes.most as number,
  emailProofSeconds: emailLimits.proofSeconds.most as number,
  /** HTTP connections per process, and per address; undefined: by the limits of the process (see `connectionLimits`). */
  maxConnections: undefined as number | undefined,
  maxConnectionsPerPeer: undefined as number | undefined,
};

/** Settings of earlier releases. They are ignored with a warning. */
export const removedSettings: readonly string[] = [
  'HERMOD_EMAIL_FALLBACK_CHARSET',
  'HERMOD_EMAIL_PROOF_SECONDS',
  'HERMOD_EMAIL_READ_MB',
  'HERMOD_EMAIL_READ_SECONDS',
  'HERMOD_HEADROOM_PERCENT',
  'HERMOD_MAX_CONNECTIONS',
  'HERMOD_MAX_CONNECTIONS_PER_PEER',
  'HERMOD_MAX_RECIPIENTS',
  'HERMOD_MAX_SENDERS',
  'HERMOD_SENDER_CODES_PER_DAY',
  'HERMOD_VERIFY_CONVERSION',
  'HERMOD_VERIFY_FRESH_PREFIX',
  'HERMOD_VERIFY_PER_ACCOUNT',
  'HERMOD_VERIFY_PER_NUMBER',
  'HERMOD_VERIFY_PER_PREFIX',
  'HERMOD_VERIFY_WINDOW_HOURS',
];

export { settings };

/** The port that IANA assigned to SMPP. */
const usualSmppPort = 2775;

type Settings = typeof settings;
type Key = keyof Settings;
/** Settings without a fallback whose default depends on the database. */
type Filled = 'demo' | 'senderApproval' | 'smppPort' | 'webhookAllow';
type Value<K extends Key> =
  | ReturnType<Settings[K]['parse']>
  | (K extends Filled ? never : undefined extends Settings[K]['fallback'] ? undefined : never);

export type FixedValues = Readonly<typeof fixedValues>;

/** The effective values, parsed once at start, frozen, and passed to every process unchanged. */
export type Config = Readonly<{ [K in Key]: Value<K> }> &
  FixedValues & {
    /** Without a DATABASE_URL, Hermod runs its own PostgreSQL. */
    readonly embedded: boolean;
    /** Webhooks of the demo account may reach loopback while it is the only account. */
    readonly demoLoopback: boolean;
    /** HERMOD_DEMO is set to true: the demo account may be used from other machines. */
    readonly demoAnywhere: boolean;
  };

export const mostProcesses = ({ processes }: Pick<Config, 'processes'>): number =>
  processes === 'auto' ? Math.min(processLimit, availableParallelism()) : processes;

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment, fixed: Partial<FixedValues> = {}): Config {
  const values: Record<string, unknown> = { ...fixedValues, ...fixed };
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = settingText(setting, environment) ?? setting.fallback;
    values[key] = text === undefined ? undefined : read.value(setting, text);
  }
  read.bothOrNeither(settings.tlsCert.name, values['tlsCert'], settings.tlsKey.name, values['tlsKey']);
  const embedded = values['databaseUrl'] === undefined;
  const demoLoopback = embedded && values['webhookAllow'] === undefined;
  const demoAnywhere = values['demo'] === true;
  values['webhookAllow'] ??= [];
  values['demo'] ??= embedded;
  values['senderApproval'] ??= embedded ? 'auto' : 'manual';
  values['smppPort'] ??= embedded ? usualSmppPort : 0;
  if (values['smppsPort'] !== 0 && values['tlsCert'] === undefined)
    throw new Problem(
      `${settings.smppsPort.name} is set but ${settings.tlsCert.name} is not`,
      `Set ${settings.tlsCert.name} and ${settings.tlsKey.name} as well, or unset ${settings.smppsPort.name}`,
    );
  return Object.freeze({ ...values, embedded, demoLoopback, demoAnywhere }) as Config;
}

const clientNames = ['HERMOD_URL', 'HERMOD_API_KEY', 'HERMOD_WEBHOOK_SECRET'];

/** A sentence for each `HERMOD_` variable that has no effect: removed, or unknown and most likely misspelled. */
export function ignoredSettings(environment: Environment): string[] {
  const all = Object.values<Setting<unknown>>(settings);
  const files = all.filter(({ secret }) => secret).map(fileName);
  const known = [...all.map((setting) => setting.name), ...files, ...clientNames];
  return Object.keys(environment)
    .filter((name) => name.startsWith('HERMOD_') && !known.includes(name))
    .map((name) =>
      removedSettings.includes(name)
        ? `${name} was removed and is ignored; see CHANGELOG.md`
        : `unknown setting ${name}; did you mean ${read.nearest(name, known)}?`,
    );
}

/** Name and value as a person may see them: secrets hidden, unset ones marked. */
export function describeConfig(config: Config): { name: string; value: string; help: string }[] {
  return (Object.entries(settings) as [Key, Setting<unknown>][]).map(([key, setting]) => ({
    name: setting.name,
    value: shown(setting, config[key]),
    help: setting.help,
  }));
}

function shown(setting: Setting<unknown>, value: unknown): string {
  if (value === undefined) return '(unset)';
  if (setting.secret) return '(set, hidden)';
  return Array.isArray(value) ? value.join(',') || '(none)' : String(value as string | number | boolean);
}

/** Secrets in files, as containers, Kubernetes and systemd provide them: `DATABASE_URL_FILE` names a file with `DATABASE_URL`. */
const fileName = (setting: Setting<unknown>): string => `${setting.name}_FILE`;

/** In characters; far more than any setting. A longer file is the wrong file. */
const longest = 65_536;

/** The text of a setting from the environment or (secrets only) from a file; undefined if it is unset. */
export function settingText(setting: Setting<unknown>, environment: Environment): string | undefined {
  const text = environment[setting.name] || undefined;
  const file = setting.secret ? environment[fileName(setting)] || undefined : undefined;
  if (file === undefined) return text;
  if (text !== undefined)
    throw new Problem(`${setting.name} and ${fileName(setting)} are both set`, 'Unset one of them');
  return contents(fileName(setting), file);
}

/** Without the final line break that editors add. */
function contents(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      `${name} is wrong: ${file} cannot be read (${code})`,
      'Give the path of a file that this user may read',
    );
  }
  const line = text.replace(/\r?\n$/, '');
  if (line === '' || line.length > longest)
    throw new Problem(
      `${name} is wrong: ${file} is empty or longer than ${longest} characters`,
      'Write the value into it, and nothing else',
    );
  return line;
}
