import { type Argument, type Command, Option } from 'commander';
import { accessOptions, type CommandSession, openSession } from './access.ts';
import { cell } from './cell.ts';
import type { Method, Row } from './client.ts';
import { ago, asField, type CommandField, type CommandFields, camelCase, wholeNumber } from './field.ts';
import { confirm } from './input.ts';
import { printNote } from './output.ts';
import { idField, idOf, isKind, sampleOf, shownName } from './resolve.ts';
import type { ApiCall, Noun, Verb, VerbInput } from './verb.ts';

/** `name`: in the parsed input; `slot`: in the usage; `flag`: in messages. */
type Input = { readonly name: string; readonly slot: string; readonly flag: string; readonly field: CommandField };

const limits: CommandFields = {
  '--limit <count>': { help: 'maximum number of rows', usual: '50' },
  '--all': 'all rows',
};
const dates: CommandFields = {
  '--from <time>': ago('at or after: 2026-11-15T12:00:00Z, or 2h ago as 2h'),
  '--to <time>': ago('before that time'),
};

export function registerCommands(parent: Command, path: string, entries: Readonly<Record<string, Noun | Verb>>): void {
  for (const [usage, entry] of Object.entries(entries)) {
    const command = parent.command(usage).description(entry.summary);
    if ('verbs' in entry) registerCommands(command, `${path} ${usage}`, entry.verbs);
    else registerVerb(command, path, entry);
  }
}

function registerVerb(command: Command, path: string, verb: Verb): void {
  const { role = 'operator', hint } = verb;
  const pages = 'pages' in verb ? verb.pages : undefined;
  accessOptions(command, role);
  if (pages === 'limited' || pages === 'dated') addFlags(command, limits);
  const flags = addFlags(command, { ...(pages === 'dated' ? dates : {}), ...verb.fields });
  if (verb.confirm !== undefined) command.option('--yes', 'do not ask');
  const args = command.registeredArguments;
  const named = args.map((argument): Input => {
    const name = argument.name();
    const field = asField(verb.fields?.[`<${name}>`] ?? '');
    argument.description = field.help;
    return { name, slot: name, flag: name, field };
  });
  const example = exampleOf(`${path} ${command.name()}`, args, verb.example);
  command.addHelpText('after', `\nExample:\n  ${example}${hint === undefined ? '' : `\n\n${hint}`}`);
  command.action(async (...values: unknown[]) => {
    const options = values.at(-2) as Row;
    const session = openSession(role, options);
    const typed = { ...options, ...Object.fromEntries(args.map((argument, at) => [argument.name(), values[at]])) };
    const given = await readInputs(session, verb, [...flags, ...named], typed);
    await ('act' in verb ? verb.act(session, given) : run(session, verb, given));
  });
}

function addFlags(command: Command, fields: CommandFields): Input[] {
  const flags = Object.entries(fields).filter(([flag]) => flag.startsWith('--'));
  return flags.map(([flag, given]) => {
    const field = asField(given);
    const { help, required = false, usual, choices, separator } = field;
    const option = new Option(flag, help).makeOptionMandatory(required);
    if (usual !== undefined) option.default(usual);
    if (choices !== undefined) option.choices(choices);
    if (separator !== undefined)
      option.argParser((text, before: string[] | undefined) => [...(before ?? []), ...text.split(separator)]);
    command.addOption(option);
    const slot = /<([\w-]+)/.exec(flag)?.[1] ?? '';
    return { name: option.attributeName(), slot, flag: option.long!, field };
  });
}

function exampleOf(path: string, args: readonly Argument[], rest: string | undefined): string {
  if (rest?.includes('hermod ')) return rest;
  const samples = args.filter(({ required }) => required).map((argument) => sampleOf(argument.name()));
  return [path, ...samples, rest].filter((word) => word !== undefined).join(' ');
}

/** Resolves names to ids. Inputs that are not part of the path become fields of the query or body. */
async function readInputs(
  { api }: CommandSession,
  verb: Verb,
  inputs: readonly Input[],
  typed: Row,
): Promise<VerbInput> {
  const fields: Record<string, unknown> = 'body' in verb ? { ...verb.body } : {};
  const ids: Record<string, string> = {};
  for (const { name, slot, flag, field } of inputs) {
    const given = typed[name];
    const isName = isKind(slot) && typeof given === 'string';
    const value = await (isName ? idOf(api, slot, given) : readValue(field, flag, given));
    if (value === undefined) continue;
    const inPath = 'call' in verb && verb.call.includes(`{${slot}}`);
    if (inPath || 'act' in verb) ids[slot] = value as string;
    if (!inPath) fields[field.field ?? idField(slot) ?? camelCase(name)] = value;
  }
  return { typed, fields, ids, path: (template) => pathOf(template, ids) };
}

function readValue({ value, orElse, read }: CommandField, flag: string, typed: unknown): unknown {
  // Commander sets a flag --no-… to true if it is absent.
  if (typed === undefined || (flag.startsWith('--no-') && typed === true)) return orElse?.();
  if (value !== undefined) return value;
  if (read === undefined) return typed;
  if (!Array.isArray(typed)) return read(typed as string, flag);
  return typed.map((text: string) => read(text, flag)).filter((part) => part !== undefined);
}

/** `[/accounts/{account}]/keys` is `/keys` without an account. */
function pathOf(template: string, ids: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/\[[^[{]*\{([\w-]+)\}\]/g, (part, name: string) => (ids[name] === undefined ? '' : part.slice(1, -1)))
    .replaceAll(/\{([\w-]+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
}

async function run(session: CommandSession, verb: ApiCall, given: VerbInput): Promise<void> {
  const { api, out } = session;
  const { fields, typed, ids } = given;
  verb.check?.(given);
  const [method, template] = verb.call.split(' ') as [Method, string];
  const path = given.path(template);
  if (verb.pages !== undefined) return listPages(session, verb, path, given);
  const names = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, shownName(name, text)]));
  const said = (text: string, answer: Row = {}) =>
    text.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => cell(names[name] ?? fields[name] ?? answer[name]));
  const question = typeof verb.confirm === 'function' ? verb.confirm(fields) : verb.confirm;
  if (question !== undefined) await confirm(said(question), typed['yes'] === true);
  const hasBody = verb.body !== undefined || verb.fields !== undefined || Object.keys(fields).length > 0;
  const inQuery = method === 'GET' || method === 'DELETE';
  const answer = await api.call(method, path, {
    ...(inQuery ? { query: fields } : hasBody ? { body: fields } : {}),
    ...(verb.again === undefined ? {} : { again: said(verb.again) }),
    ...(verb.patienceMs === undefined ? {} : { patienceMs: verb.patienceMs }),
  });
  if (verb.note !== undefined) printNote(verb.note);
  if (verb.rows !== undefined) return out.list(verb.columns!, answer[verb.rows] as Row[]);
  if (verb.show !== undefined) return verb.show(out, answer);
  if (verb.done === undefined) return out.one(answer);
  const done = typeof verb.done === 'function' ? verb.done({ ...answer, ...fields }) : verb.done;
  const isEmpty = Object.keys(answer).length === 0;
  await out.done(said(done, answer), isEmpty ? { ...verb.result, ...idFields(ids) } : answer);
}

const idFields = (ids: Row): Row =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [idField(name) ?? camelCase(name), id]));

async function listPages(
  { api, out }: CommandSession,
  verb: ApiCall,
  path: string,
  { fields, typed }: VerbInput,
): Promise<void> {
  const { pages, rows, columns } = verb;
  const isAll = pages === 'all' || typed['all'] === true;
  const most = isAll ? Number.POSITIVE_INFINITY : wholeNumber('--limit', typed['limit'] as string);
  let count = 0;
  const counted = async function* () {
    for await (const row of api.rows(path, rows!, fields, most, reporter())) {
      count += 1;
      yield row;
    }
  };
  await out.list(columns!, counted());
  if (count === most) printNote('there may be more: --limit and --all show them');
}

const reportEveryMs = 2_000;

/** Reports the progress of a long search. */
function reporter(): (searchedTo: string) => void {
  let reported = performance.now();
  return (searchedTo) => {
    if (performance.now() - reported < reportEveryMs) return;
    reported = performance.now();
    printNote(`nothing since ${searchedTo}, looking further back`);
  };
}
