// Imports run one way, and never in a circle. Rooms further down may use those above them, never the other way round.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const tools = join(root, 'tools');
const consoleSource = join(root, 'console', 'src');

/** Each room, and the rooms it may import from besides its own. Files directly in `src` are rooms of their own name. */
const leaves = ['base', 'config', 'telemetry', 'database', 'secrets', 'runtime'];
const edges = ['api', 'carriers', 'webhooks', 'email', 'smpp/server'];
const smpp = ['smpp/protocol', 'smpp/session'];
const allowed: Record<string, string[]> = {
  domain: [],
  bounds: ['domain'],
  ...Object.fromEntries(leaves.map((leaf) => [leaf, leaves])),
  config: [...leaves, 'bounds'],
  'smpp/protocol': [...leaves, 'domain'],
  'smpp/session': [...leaves, 'domain', 'smpp/protocol'],
  'http-client': [...leaves, 'domain', 'bounds', 'work'],
  store: [...leaves, 'domain'],
  work: [...leaves, 'domain', 'bounds', 'store'],
  flows: [...leaves, 'domain', 'bounds', 'store', 'work'],
  ...Object.fromEntries(
    edges.map((edge) => [edge, [...leaves, 'domain', ...smpp, 'http-client', 'bounds', 'store', 'work', 'flows']]),
  ),
  service: [...leaves, 'domain', 'bounds', 'store', 'work', 'flows', ...edges],
  host: [...leaves, 'domain', ...smpp, 'bounds', 'store', 'work', 'flows', ...edges, 'service'],
  // Speaks to the service over HTTP only, wherever it runs.
  command: [...leaves, 'domain'],
  main: [...leaves, 'host', 'service'],
  cli: [...leaves, 'domain', 'store', 'flows', ...edges, 'host', 'command', 'tools'],
  // Programs for developers, each a command of its own: a small SMSC, and a receiver of webhooks.
  tools: [...leaves, 'domain', ...smpp, 'flows', 'carriers', 'host'],
};

const mostEntries = 25;
const mostLines = 300;

const files = [source, tools].flatMap((folder) =>
  globSync('**/*.ts', { cwd: folder }).map((file) => join(folder, file)),
);
const consoleFiles = globSync('**/*.{ts,tsx}', { cwd: consoleSource }).map((file) => join(consoleSource, file));
const graph = graphOf(files);
const problems = [
  ...directionProblems(),
  ...circles(graph),
  ...circles(graphOf(consoleFiles)),
  ...consoleProblems(),
  ...sdkProblems(),
  ...heavyProblems(),
  ...sizeProblems(),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function graphOf(files: readonly string[]): Map<string, string[]> {
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!));
}

/** A folder of `src`; of `src/smpp`, which holds a protocol and a server that uses it, the folder below. */
function roomOf(file: string): string {
  if (file.startsWith(tools)) return 'tools';
  const [top, below] = relative(source, file)
    .replace(/(\.test)?\.ts$/, '')
    .split('/');
  return top === 'smpp' ? `smpp/${below}` : top!;
}

function directionProblems(): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const room = roomOf(file);
    const may = file.endsWith('.test.ts') ? [...(allowed[room] ?? []), 'tools'] : allowed[room];
    if (!may) return [`${relative(root, file)}: there is no rule for the room "${room}"`];
    return targets
      .filter((target) => roomOf(target) !== room && !may.includes(roomOf(target)))
      .map((target) => `${relative(root, file)} may not import ${relative(root, target)}`);
  });
}

/**
 * The console speaks HTTP. Of the service it shares pure rules, and the list of paths that it is served at. Its tests compare what
 * it shows with what the service does.
 */
function consoleProblems(): string[] {
  const shipped = consoleFiles.filter((file) => !file.endsWith('.test.ts'));
  return shipped.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(source) && roomOf(target) !== 'domain')
      .filter((target) => target !== join(source, 'api', 'console', 'paths.ts'))
      .map((target) => `${relative(root, file)} may not import ${relative(root, target)}`),
  );
}

/** Folders and files of `src` small enough to be read in one go. */
function sizeProblems(): string[] {
  const folders = Map.groupBy(
    globSync('**', { cwd: source }).filter((entry) => entry !== '.'),
    (entry) => dirname(entry),
  );
  const full = [...folders]
    .filter(([, entries]) => entries.length > mostEntries)
    .map(([folder, entries]) => `src/${folder} has ${entries.length} entries, at most ${mostEntries} are allowed`);
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ file, lines }) => lines > mostLines && !file.endsWith('.test.ts'))
    .map(({ file, lines }) => `${relative(root, file)} has ${lines} lines, at most ${mostLines} are allowed`);
  return [...full, ...long];
}

/** What every process would load for next to nothing; its types may be imported by the file that stands for it. */
function heavyProblems(): string[] {
  return files
    .filter((file) => file !== join(source, 'base', 'type.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'typebox'"))
    .map((file) => `${relative(root, file)} may not import typebox, but src/base/type.ts`);
}

/** The SDK runs wherever fetch does, and brings nothing along: it imports its own files only. */
function sdkProblems(): string[] {
  const home = join(root, 'packages', 'sdk', 'src');
  const shipped = globSync('**/*.ts', { cwd: home }).filter((name) => !name.endsWith('.test.ts'));
  const imports = /(?<!['"\w])(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g;
  return shipped.flatMap((name) =>
    [...readFileSync(join(home, name), 'utf8').matchAll(imports)]
      .filter(([, path]) => !/^\.{1,2}\//.test(path!))
      .map(([, path]) => `packages/sdk/src/${name} may not import ${path}`),
  );
}

function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      found.push(
        `circle: ${[...path.slice(path.indexOf(file)), file].map((step) => relative(root, step)).join(' → ')}`,
      );
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
