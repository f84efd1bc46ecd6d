import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

type CompletionEntry = { path: string[]; words: { word: string; help: string }[] };

/** A completion script generated from the commands, so that it always matches them. */
export function completionScript(shell: string, program: Command): string {
  const entries = entriesOf(program, []);
  if (shell === 'bash') return bash(entries);
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash(entries)}`;
  if (shell === 'fish') return fish(entries);
  throw new Problem(`unsupported shell ${JSON.stringify(shell)}`, `Use one of ${shells.join(', ')}`);
}

function entriesOf(command: Command, path: string[]): CompletionEntry[] {
  const words = [
    ...command.commands.map((sub) => ({ word: sub.name(), help: sub.description() })),
    ...command.options.map((option) => ({ word: option.long ?? option.short ?? '', help: option.description })),
  ];
  return [{ path, words }, ...command.commands.flatMap((sub) => entriesOf(sub, [...path, sub.name()]))];
}

function bash(entries: CompletionEntry[]): string {
  const cases = entries.map(
    ({ path, words }) => `    '${path.join(' ')}') choices='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  const known = entries.map(({ path }) => path.join(' ')).join('|');
  // Not `path` or `words`: zsh, which runs this too, has its own lists of these names.
  return `_hermod() {
  local at='' choices='' known='${known}|' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    [[ $known == *"|$next|"* ]] && at=$next
  done
  case "$at" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _hermod hermod
_hermod_npx() {
  COMPREPLY=()
  [[ $COMP_CWORD -ge 2 && \${COMP_WORDS[1]} == hermod ]] || return 0
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  COMP_CWORD=$((COMP_CWORD - 1))
  _hermod
}
# Whatever else completes npx stays: zsh keeps a list of it, bash says it.
[[ -n \${_comps[npx]-} ]] || { [[ -n \${BASH_VERSION-} ]] && complete -p npx >/dev/null 2>&1; } ||
  complete -o default -F _hermod_npx npx`;
}

/** After npx, fish completes the same line without npx. */
const fishNpx = `complete -c npx -n 'test (count (commandline -opc)) -ge 2; and test (commandline -opc)[2] = hermod' \\
  -f -a '(complete -C (string replace -r "^\\s*\\S+\\s+" "" -- (commandline -cp)))'`;

function fish(entries: CompletionEntry[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = entries.flatMap(({ path, words }) =>
    words.map(({ word, help }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c hermod -n ${quote(fishCondition(entries, path))} ${what} -d ${quote(help)}`;
    }),
  );
  return [...lines, fishNpx].join('\n');
}

/** Whether every word of the path was typed and no subcommand: `list` alone is a word of many commands. */
function fishCondition(entries: CompletionEntry[], path: string[]): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const deeper = entries
    .filter((entry) => entry.path.length === path.length + 1 && path.every((word, at) => entry.path[at] === word))
    .map((entry) => entry.path.at(-1)!);
  return [
    ...path.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(deeper.length === 0 ? [] : [`not __fish_seen_subcommand_from ${deeper.join(' ')}`]),
  ].join('; and ');
}
