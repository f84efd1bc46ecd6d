import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { registerOperations } from './register.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const reference = read('docs/reference/command.md');
const program = new Command('hermod');
registerOperations(program);

function leaves(command: Command, path: string[] = ['hermod']): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(' '), command }];
  return command.commands.flatMap((sub) => leaves(sub, [...path, sub.name()]));
}

/** Every command has these. */
const common = ['--json', '--service', '--data-dir'];

function row({ path, command }: { path: string; command: Command }): string {
  const values = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? ` <${name}>` : ` [${name}]`;
  });
  const flags = command.options.map(({ long }) => long!).filter((flag) => !common.includes(flag));
  const shown = flags.length === 0 ? '' : `; ${flags.map((flag) => `\`${flag}\``).join(', ')}`;
  return `| \`${path}${values.join('')}\` | ${command.description()}${shown} |`;
}

test('the reference lists every command with its meaning and its flags', () => {
  const documented = reference.split('\n');
  for (const leaf of leaves(program)) expect(documented).toContain(row(leaf));
});

test('every command has an example that it would understand', () => {
  for (const { path, command } of leaves(program)) {
    const written: string[] = [];
    command.configureOutput({ writeOut: (text) => written.push(text) }).outputHelp();
    const example = /\nExample:\n {2}(.+)/.exec(written.join(''))?.[1];
    expect(example, path).toContain(path);
    const flags = [...example!.matchAll(/ (--[\w-]+)/g)].map(([, flag]) => flag);
    expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(flags));
  }
});

test('the commands in the README and the guides are some that there are', () => {
  const documents = ['README.md', ...globSync('docs/guides/*.md', { cwd: root })].map(read).join('\n');
  const operations = leaves(program);
  const groups = program.commands.map((command) => command.name());
  const written = [...documents.matchAll(/\bhermod ((?:[a-z-]+ ?)+)([^\n`#]*)/g)];
  const ours = written.filter(([, words]) => groups.includes(words!.split(' ')[0]!));
  expect(ours.length).toBeGreaterThanOrEqual(3);
  for (const [line, words, rest] of ours) {
    const found = operations.find(({ path }) => `hermod ${words!.trim()} `.startsWith(`${path} `));
    expect(found, line).toBeDefined();
    const flags = [...`${words} ${rest}`.matchAll(/ (--[\w-]+)/g)].map(([, flag]) => flag);
    expect(found!.command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(flags));
  }
});
