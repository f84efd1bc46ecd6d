// Checks that no regular expression in src takes more than linear time: attackers can choose the text.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { patterns } from '../src/api/operation/patterns.ts';

const root = join(import.meta.dirname, '..');

/** Expressions that cannot be analysed from the source, or whose result is too strict, with the reason why they are safe. */
const excused: Readonly<Record<string, string>> = {
  'src/domain/phone/phone.ts new RegExp(`^(?:${trunk})(?!^)`)': 'of the metadata; only ever tried on at most 15 digits',
  'src/domain/phone/phone.ts new RegExp(`^(?:${leading})`)': 'of the metadata; only ever tried on at most 15 digits',
  "src/domain/phone/phone.ts new RegExp(`^(?=(?:${general})$)(?:${patterns.join('|')})$`)":
    'of the metadata; only ever tried on at most 15 digits',
  "src/domain/text/folding.ts new RegExp(`[^${MARK}\\\\p{Default_Ignorable_Code_Point}${DEGREES}]`, 'gv')":
    'one class of characters, nothing repeated',
};

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;
type Found = { readonly where: string; readonly source: string; readonly expression: RegExp | undefined };

const found = [
  ...globSync('{src,tools,packages/sdk/src}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8'))),
  // The validator compiles them with this flag.
  ...Object.entries(patterns).map(([name, pattern]) => ({
    where: `src/api/operation/patterns.ts ${name}`,
    source: `src/api/operation/patterns.ts ${pattern}`,
    expression: new RegExp(pattern, 'u'),
  })),
];
const problems = found.flatMap(problemOf);
const sources = new Set(found.map(({ source }) => source));
for (const source of Object.keys(excused)) if (!sources.has(source)) problems.push(`${source}: excused and not there`);
for (const problem of problems) console.error(problem);
if (found.length < 100) problems.push(`only ${found.length} expressions were found in src`);
process.exitCode = problems.length === 0 ? 0 : 1;

function expressionsIn(file: string, text: string): Found[] {
  const tree = parseAst(text, { lang: 'ts' }, file) as unknown as Node;
  const constants = constantsOf(tree);
  return [...nodesIn(tree)].flatMap((node) => {
    const expression = expressionOf(node, constants);
    if (expression === 'none') return [];
    const line = text.slice(0, node.start).split('\n').length;
    return { where: `${file}:${line}`, source: `${file} ${text.slice(node.start, node.end)}`, expression };
  });
}

function* nodesIn(value: unknown): Generator<Node> {
  if (value === null || typeof value !== 'object') return;
  if ('type' in value && typeof value.type === 'string') yield value as Node;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** A literal, or one that is built of texts which the file itself holds; undefined if it cannot be told. */
function expressionOf(node: Node, constants: ReadonlyMap<string, string>): RegExp | undefined | 'none' {
  const literal = node['regex'] as { pattern: string; flags: string } | undefined;
  if (node.type === 'Literal' && literal) return new RegExp(literal.pattern, literal.flags);
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return 'none';
  if ((node['callee'] as Node)['name'] !== 'RegExp') return 'none';
  const [pattern, flags] = (node['arguments'] as Node[]).map((argument) => textOf(argument, constants));
  return pattern === undefined ? undefined : new RegExp(pattern, flags ?? '');
}

/** `const NAME = …` at any place of the file, where its value is a text, a number or an expression. */
function constantsOf(tree: Node): Map<string, string> {
  const constants = new Map<string, string>();
  for (const node of nodesIn(tree)) {
    const name = node.type === 'VariableDeclarator' ? (node['id'] as Node)['name'] : undefined;
    const text = typeof name === 'string' && node['init'] ? textOf(node['init'] as Node, constants) : undefined;
    if (text !== undefined) constants.set(name as string, text);
  }
  return constants;
}

function textOf(node: Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (node.type === 'Literal')
    return (node['regex'] as { pattern: string } | undefined)?.pattern ?? String(node['value']);
  if (node.type === 'Identifier') return constants.get(node['name'] as string);
  if (node.type !== 'TemplateLiteral') return undefined;
  const pieces = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const values = (node['expressions'] as Node[]).map((part) => textOf(part, constants));
  if (values.includes(undefined)) return undefined;
  return pieces.map((piece, index) => piece + (values[index] ?? '')).join('');
}

function problemOf({ where, source, expression }: Found): string[] {
  if (excused[source] !== undefined) return [];
  if (expression === undefined) return [`${where}: ${source} is built at run time, so its cost cannot be judged`];
  const reports = analyse(expression).reports;
  return reports.length === 0 ? [] : [`${where}: ${String(expression)} ${reports.map(describe).join(', ')}`];
}

function describe({ type, exponential }: { type: string; exponential: boolean }): string {
  if (exponential) return 'takes exponential time';
  return type === 'Move' ? 'takes quadratic time: every place of a run is tried as its start' : 'takes quadratic time';
}
