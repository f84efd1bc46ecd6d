import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { Problem } from '../../base/problem.ts';
import { settings } from '../../config/config.ts';
import { type AccessOptions, addressOf, operatorName, operatorToken } from './access.ts';
import { type Client, createClient, type Query, type Row } from './client.ts';
import type { Column } from './layout.ts';
import { createOutput, note, type Output } from './output.ts';
import { isoTime } from './time.ts';

export type Common = AccessOptions & { json?: boolean };
export type Session = { readonly api: Client; readonly out: Output };
export type ListOptions = Common & { limit: string; all?: boolean; from?: string; to?: string };

/** A command of the service's: what it needs to reach it, and an example. */
export function operation(parent: Command, usage: string, summary: string, example: string): Command {
  return parent
    .command(usage)
    .description(summary)
    .option('--json', 'as JSON')
    .option('--service <url>', 'address of the service (HERMOD_URL)')
    .option('--data-dir <folder>', `where the service keeps its token (${settings.dataDir.name})`)
    .addHelpText('after', `\nExample:\n  ${example}`);
}

/** An operation that looks through a list. */
export function listing(parent: Command, usage: string, summary: string, example: string): Command {
  return operation(parent, usage, summary, example)
    .option('--limit <count>', 'at most so many', '50')
    .option('--all', 'all there are');
}

/** A list that grows with time. */
export function history(parent: Command, usage: string, summary: string, example: string): Command {
  return listing(parent, usage, summary, example)
    .option('--from <time>', 'at or after: 2026-11-15T12:00:00Z, or 2h ago as 2h')
    .option('--to <time>', 'before that time');
}

export const accountOption = (): Option => new Option('--account <account>', 'id or name of the account');
export const yesOption = (): Option => new Option('--yes', 'do not ask');

/** The action of an operator's command: a session first, then the flags, then the arguments. */
export function operating<O extends Common>(
  act: (session: Session, options: O, ...values: string[]) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const options = given.at(-2) as O;
    await act(openSession(options), options, ...(given.slice(0, -2) as string[]));
  };
}

function openSession(options: Common): Session {
  const address = addressOf(options, process.env);
  const token = operatorToken(options, address, process.env);
  const api = createClient({
    base: `${address.base}/admin/v1`,
    headers: { authorization: `Bearer ${token}`, 'x-operator': operatorName(process.env) },
    unknown: "Set HERMOD_ADMIN_TOKEN to that service's token",
  });
  return { api, out: createOutput(options) };
}

export type Listed = { path: string; things: string; columns: readonly Column[]; query?: Query };

export async function list({ api, out }: Session, options: ListOptions, listed: Listed): Promise<void> {
  const most = options.all ? Number.POSITIVE_INFINITY : wholeNumber('--limit', options.limit);
  const query = { ...listed.query, from: isoTime(options.from), to: isoTime(options.to) };
  let count = 0;
  const rows = async function* () {
    for await (const row of api.rows(listed.path, listed.things, query, most, patiently())) {
      count += 1;
      yield row;
    }
  };
  await out.list(listed.columns, rows());
  if (count === most) note('there may be more: --limit and --all show them');
}

const sayEveryMs = 2_000;

/** A search through millions says now and then where it is. */
function patiently(): (searchedTo: string) => void {
  let said = performance.now();
  return (searchedTo) => {
    if (performance.now() - said < sayEveryMs) return;
    said = performance.now();
    note(`nothing since ${searchedTo}, looking further back`);
  };
}

/** A list that the service gives as a whole. */
export async function listWhole({ api, out }: Session, { path, things, columns, query = {} }: Listed): Promise<void> {
  const found = (await api.call('GET', path, { query }))[things] as Row[];
  await out.list(columns, Readable.from(found));
}

export function wholeNumber(flag: string, text: string, least = 1): number {
  if (/^(0|[1-9]\d{0,8})$/.test(text) && Number(text) >= least) return Number(text);
  throw new Problem(`${flag} ${JSON.stringify(text)} is not a whole number, ${least} or more`, 'Give one such as 100');
}

/** The fields of a body that were given as flags; the flag of `creditLimit` is `--credit-limit`. */
export function fieldsOf(options: object, ...names: string[]): Record<string, unknown> {
  const given = options as Record<string, unknown>;
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/** Columns: what stays whole, texts that may be cut, numbers, and what a narrow terminal can do without. */
export const whole = (...fields: string[]): Column[] => fields.map((field) => ({ field }));
export const texts = (...fields: string[]): Column[] => fields.map((field) => ({ field, fit: 'shrink' }));
export const numbers = (...fields: string[]): Column[] => fields.map((field) => ({ field, right: true }));
export const extras = (...fields: string[]): Column[] => fields.map((field) => ({ field, fit: 'drop' }));
