/** Calls in the sources, found with the compiler's parser, so that references can be compared with them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const source = join(import.meta.dirname, '..', '..', 'src');

type Node = { type: string; start: number; end: number; [field: string]: unknown };

export type Call = {
  readonly file: string;
  /** The callee as it is written: `this.#log.warn`, `HttpError`. */
  readonly callee: string;
  readonly args: readonly Argument[];
};

export type Argument = {
  /** The possible values of a text, with … for placeholders; empty if they are known only at run time. */
  readonly texts: readonly string[];
  /** The names of its fields, if it is an object. */
  readonly fields: readonly string[];
  readonly code: string;
};

/** Every call (and `new`) in the sources whose callee matches. */
export function callsOf(pattern: RegExp): Call[] {
  return globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => callsIn(file, readFileSync(join(source, file), 'utf8'), pattern));
}

function callsIn(file: string, code: string, pattern: RegExp): Call[] {
  if (!new RegExp(pattern.source.replaceAll(/[$^]/g, '')).test(code)) return [];
  const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
  const constants = constantsOf(program);
  const textOf = (node: Node) => code.slice(node.start, node.end);
  const calls: Call[] = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const callee = textOf(node['callee'] as Node);
    if (!pattern.test(callee)) return;
    const args = (node['arguments'] as Node[]).map((argument) => ({
      texts: textsOf(argument, constants),
      fields: fieldsOf(argument),
      code: textOf(argument),
    }));
    calls.push({ file, callee, args });
  });
  return calls;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** `const busy = 'a text'`, by name. */
function constantsOf(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator') return;
    const { id, init } = node as unknown as { id: Node; init: Node | null };
    if (init !== null && typeof id['name'] === 'string') found.set(id['name'], init);
  });
  return found;
}

function textsOf(node: Node, constants: Map<string, Node>): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return [(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')];
    case 'ConditionalExpression':
      return [node['consequent'] as Node, node['alternate'] as Node].flatMap((branch) => textsOf(branch, constants));
    case 'Identifier': {
      const init = constants.get(node['name'] as string);
      constants.delete(node['name'] as string);
      const texts = init === undefined ? [] : textsOf(init, constants);
      if (init !== undefined) constants.set(node['name'] as string, init);
      return texts;
    }
    default:
      return [];
  }
}

function fieldsOf(node: Node): string[] {
  if (node.type !== 'ObjectExpression') return [];
  return (node['properties'] as Node[]).map((property) => {
    const { name, value } = (property['key'] ?? {}) as { name?: string; value?: string };
    return name ?? value ?? '…';
  });
}
