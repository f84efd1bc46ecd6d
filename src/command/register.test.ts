import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { registerOperations } from './register.ts';

const reference = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'command.md'), 'utf8');
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
