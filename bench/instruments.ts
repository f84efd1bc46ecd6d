/**
 * The load generator and the peers in C (`bench/instruments`). Written in Node they would take about half of two cores from the measured
 * gateway. Compiled once for each state of their sources; undefined where there is no compiler.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';

export type Instruments = { readonly peer: string; readonly load: string };

const sources = join(import.meta.dirname, 'instruments');
const flags = ['-O2', '-std=c11', '-D_GNU_SOURCE', '-Wall', '-Wextra'];
const programs = {
  peer: [
    ...['peer', 'smsc', 'receipt', 'report-times', 'pdu', 'delay-line', 'endpoint'],
    ...['histogram', 'http', 'connections', 'program'],
  ],
  load: ['load', 'request', 'histogram', 'http', 'program'],
} as const;

let made: Instruments | undefined;

export function instruments(): Instruments | undefined {
  made ??= make();
  return made;
}

/** The programs need Linux: they use epoll and timerfd. */
function make(): Instruments | undefined {
  const compiler = ['gcc', 'cc'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (process.platform !== 'linux' || compiler === undefined) return undefined;
  const folder = ownFolder();
  return { peer: compiled('peer', compiler, folder), load: compiled('load', compiler, folder) };
}

/** Every user of the machine can predict this path, so another user could have put programs there. */
function ownFolder(): string {
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `hermod-instruments-${user}-${fingerprint()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid !== user) throw new Error(`${folder} belongs to another user`);
  return folder;
}

function fingerprint(): string {
  const hash = createHash('sha256').update(`${arch()} ${flags.join(' ')}`);
  for (const file of readdirSync(sources).toSorted()) hash.update(file).update(readFileSync(join(sources, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Compiled under a temporary name first, so that a concurrent run never executes a half-written program. */
function compiled(name: keyof typeof programs, compiler: string, folder: string): string {
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const draft = `${program}.${process.pid}`;
  const files = programs[name].map((file) => join(sources, `${file}.c`));
  execFileSync(compiler, [...flags, '-o', draft, ...files], { stdio: ['ignore', 'inherit', 'inherit'] });
  renameSync(draft, program);
  return program;
}
