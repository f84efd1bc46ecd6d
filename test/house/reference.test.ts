/** The reference pages are generated from the settings, the errors, the commands and the log lines themselves. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../src/base/problem.ts';
import { settings } from '../../src/config/config.ts';
import type { Setting } from '../../src/config/setting.ts';
import { type CodeTable, type Meaning, meanings } from '../../src/domain/carrier/reasons/meanings.ts';
import { providerCodes } from '../../src/domain/carrier/reasons/providers.ts';
import { receiptErrors, receiptStates, smppStatuses } from '../../src/domain/carrier/reasons/smpp.ts';
import { smsErrors } from '../../src/domain/errors.ts';
import { failureTexts } from '../../src/domain/webhook/failure.ts';
import { hermod } from '../harness/command.ts';
import { expectMade } from './made-section.ts';
import { callsOf } from './sources.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const escaped = (text: string) => text.replaceAll('|', '\\|');

test('settings', () => {
  const known = Object.values<Setting<unknown>>(settings);
  const rows = known.map(({ name, fallback, help }) => {
    const usual = fallback === undefined ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${usual} | ${help} |`;
  });
  expectMade('docs/reference/settings.md', 'settings', ['| Name | Default | Meaning |', '|---|---|---|', ...rows]);
  const files = known.filter(({ secret }) => secret).map(({ name }) => `\`${name}_FILE\``);
  expect(read('docs/reference/settings.md').match(/`\w+_FILE`/g)).toEqual(files);
  const [, uses = ''] = read('docs/reference/settings.md').split('## When to set them\n');
  expect(uses.match(/[A-Z]+_[A-Z_]+/g)!.sort()).toEqual(known.map(({ name }) => name).sort());
});

test('the files named in the architecture document exist', () => {
  const named = [...read('docs/ARCHITECTURE.md').matchAll(/`((?:src|scripts|test|console|packages)\/[\w./-]+)`/g)];
  expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('error codes', () => {
  const rows = Object.entries(smsErrors).map(([code, text]) => `| ${code} | ${text} |`);
  expectMade('docs/reference/errors.md', 'codes', ['| Code | Description |', '|---|---|', ...rows]);
});

test('reasons', () => {
  const page = 'docs/reference/reasons.md';
  const texts = Object.values<Meaning>(meanings).map(
    ({ text, advice, by, isInternal }) => `| ${text}${isInternal ? ' `*`' : ''} | ${advice} | ${by} |`,
  );
  expectMade(page, 'meanings', ['| Text | Usual cause, next step | Who can act |', '|---|---|---|', ...texts]);
  const ofCodes = (codes: CodeTable) => {
    const byMeaning = Map.groupBy(Object.entries(codes), ([, name]) => name);
    const rows = [...byMeaning].map(
      ([name, entries]) => `| ${entries.map(([code]) => `\`${code}\``).join(', ')} | ${meanings[name].text} |`,
    );
    return ['| Codes | Text |', '|---|---|', ...rows];
  };
  const tables = { statuses: smppStatuses, states: receiptStates, errors: receiptErrors, ...providerCodes };
  for (const [name, codes] of Object.entries(tables)) expectMade(page, name, ofCodes(codes));
  expectMade(
    page,
    'webhooks',
    failureTexts.map((text) => `- ${text}`),
  );
});

/** Whether the wording of a text is known; one that consists mostly of placeholders is excluded. */
const saysSomething = (text: string) => text.replaceAll(/[^a-z]/gi, '').length >= 12;

/** The examples of the API: operations declare their errors instead of throwing them. */
function documentedErrors(document: string) {
  const texts = read(document).matchAll(/"error": "error: (\d{3}) - ((?:[^"\\]|\\.)*)"/g);
  return [...texts].map(([, kind, text]) => ({
    file: document,
    callee: 'HttpError',
    kind: kind!,
    text: JSON.parse(`"${text}"`) as string,
  }));
}

test('error texts by code or status', () => {
  const faults = callsOf(/^(HttpError|Refusal)$/).flatMap(({ file, callee, args: [kind, detail] }) =>
    (detail?.texts ?? []).filter(saysSomething).map((text) => ({ file, callee, kind: kind!.code, text })),
  );
  const lines = (found: typeof faults) => [...new Set(found.map(({ kind, text }) => `| ${kind} | ${escaped(text)} |`))];
  const sorted = (found: typeof faults) =>
    lines(found).sort((a, b) => Number.parseInt(a.slice(2), 10) - Number.parseInt(b.slice(2), 10) || (a < b ? -1 : 1));
  const head = ['|---|---|'];
  const isNumber = ({ kind }: { kind: string }) => /^\d+$/.test(kind);
  const refusals = faults.filter((fault) => fault.callee === 'Refusal' && isNumber(fault));
  const others = faults.filter((fault) => fault.callee === 'HttpError' && isNumber(fault));
  const isOperators = ({ file }: { file: string }) => /^api\/(operator|console)\//.test(file);
  const withDocumented = (document: string, found: typeof faults) => sorted([...found, ...documentedErrors(document)]);
  expectMade('docs/reference/errors.md', 'refusals', ['| Code | Detail |', ...head, ...sorted(refusals)]);
  const ofCustomers = withDocumented(
    'docs/openapi.json',
    others.filter((fault) => !isOperators(fault)),
  );
  expectMade('docs/reference/errors.md', 'texts', ['| Status | Text |', ...head, ...ofCustomers]);
  const ofOperators = withDocumented('docs/openapi-operator.json', others.filter(isOperators));
  expectMade('docs/reference/errors.md', 'operator texts', ['| Status | Text |', ...head, ...ofOperators]);
});

test('every status in the API documents is explained', () => {
  const explained = [...read('docs/reference/errors.md').matchAll(/^\| `(\d{3})` \|/gm)].map(([, status]) => status!);
  const documents = ['docs/openapi.json', 'docs/openapi-operator.json'].map(read).join('');
  const documented = new Set([...documents.matchAll(/"([45]\d\d)": ?\{/g)].map(([, status]) => status!));
  expect(explained).toEqual(expect.arrayContaining([...documented]));
});

const levels = ['error', 'warn', 'info', 'debug', 'trace'];

test('log lines', () => {
  const calls = callsOf(/(^|\.#?)log\.(trace|debug|info|warn|error|fatal)$/);
  const events = calls.map(({ file, callee, args }) => {
    const [first, second] = args;
    const [fields, message] = first!.fields.length > 0 ? [first!.fields, second] : [[], first];
    return { file, level: callee.split('.').at(-1)!, fields, texts: message?.texts ?? [], code: message?.code ?? '' };
  });
  const rows = events.flatMap(({ file, level, fields, texts, code }) => {
    const said = texts.length > 0 ? texts.map(escaped) : [`*${code}*, from \`src/${file}\``];
    return said.map((text) => ({ level, text, fields: fields.map((name) => `\`${name}\``).join(', ') }));
  });
  const order = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    levels.indexOf(a.level) - levels.indexOf(b.level) || (a.text < b.text ? -1 : 1);
  const lines = [...new Set(rows.sort(order).map(({ level, text, fields }) => `| ${level} | ${text} | ${fields} |`))];
  expectMade('docs/reference/logs.md', 'lines', ['| Level | `msg` | Fields |', '|---|---|---|', ...lines]);
  const [, fieldTable = ''] = /## Fields\n(.*?)\n## /s.exec(read('docs/reference/logs.md')) ?? [];
  const described = [...fieldTable.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names]) => names!.match(/\w+/g)!);
  const used = new Set(events.flatMap(({ fields }) => fields));
  expect(
    [...used].filter((name) => !described.includes(name)),
    'fields without a description',
  ).toEqual([]);
});

test('commands that run the service, with their flags', async () => {
  const { code, output } = await hermod(['completion', 'bash']).exit();
  expect(code).toBe(0);
  const choices = new Map(
    [...output.matchAll(/^ {4}'([^']*)'\) choices='([^']*)'/gm)].map(([, at, words]) => [at!, words!.split(' ')]),
  );
  const table = read('docs/reference/command.md').split('### Customers')[0]!;
  const rows = [...table.matchAll(/^\| `hermod ([a-z]+)( [a-z]+)?[^`]*` \| (.+) \|$/gm)];
  const ofSettings = choices.get('start')!.filter((flag) => choices.get('config')!.includes(flag));
  const shared = (text: string) => (text.includes('the flags of settings') ? ofSettings : []);
  const documented = new Map(
    rows.map(([, name, below = '', text]) => [
      // For a command with subcommands, one of the subcommands.
      choices.has(name! + below) ? name! + below : name!,
      [...shared(text!), ...[...text!.matchAll(/`(--[\w-]+)/g)].map(([, flag]) => flag!)],
    ]),
  );
  for (const [name, flags] of documented) {
    // The flags of smsc have their own table, compared by its own test.
    if (name !== 'smsc') expect([...flags].sort(), `hermod ${name}`).toEqual(choices.get(name)!.filter(Boolean).sort());
  }
  // A command with subcommands, or with a row further down, is compared by src/command/register.test.ts.
  const everything = read('docs/reference/command.md');
  for (const name of choices.get('')!.filter((word) => !word.startsWith('-')))
    expect(everything, `hermod ${name}`).toMatch(new RegExp(`^\\| \`hermod ${name}\\b`, 'm'));
});

test('exit codes', () => {
  const documented = [...read('docs/reference/command.md').matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code));
  expect(documented).toEqual([0, ...Object.values(exitCodes)]);
});
