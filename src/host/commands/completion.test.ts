import { Command } from 'commander';
import { expect, test } from 'vitest';
import { completionScript } from './completion.ts';

function program(): Command {
  const top = new Command('hermod').option('-v, --verbose', "the service's whole story");
  top.command('start').description('start everything').option('--port <port>', 'where to listen');
  top.command('accounts').description('customers').command('add').description('a new one').option('--name <name>');
  return top;
}

test('bash and zsh get the words of every command, nested ones too', () => {
  const script = completionScript('bash', program());
  expect(script).toContain(`'') choices='start accounts --verbose' ;;`);
  expect(script).toContain(`'start') choices='--port' ;;`);
  expect(script).toContain(`'accounts add') choices='--name' ;;`);
  expect(completionScript('zsh', program())).toBe(`autoload -U +X bashcompinit && bashcompinit\n${script}`);
});

test('fish gets each word with its help, quoted', () => {
  const lines = completionScript('fish', program()).split('\n');
  expect(lines).toContain(`complete -c hermod -n '__fish_use_subcommand' -f -a start -d 'start everything'`);
  expect(lines).toContain(`complete -c hermod -n '__fish_use_subcommand' -l verbose -d 'the service\\'s whole story'`);
  expect(lines).toContain(`complete -c hermod -n '__fish_seen_subcommand_from start' -l port -d 'where to listen'`);
});

test('in fish a subcommand is distinguished from the command before it', () => {
  const lines = completionScript('fish', program()).split('\n');
  const inside = "'__fish_seen_subcommand_from accounts; and not __fish_seen_subcommand_from add'";
  expect(lines).toContain(`complete -c hermod -n ${inside} -f -a add -d 'a new one'`);
  const deeper = "'__fish_seen_subcommand_from accounts; and __fish_seen_subcommand_from add'";
  expect(lines).toContain(`complete -c hermod -n ${deeper} -l name -d ''`);
});

test('another shell is refused with those there are', () => {
  expect(() => completionScript('tcsh', program())).toThrow('unsupported shell "tcsh"');
});
