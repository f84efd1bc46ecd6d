import { readFileSync } from 'node:fs';
import { Problem } from '../base/problem.ts';
import type { Setting } from './setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets as containers, Kubernetes and systemd hand them over: `DATABASE_URL_FILE` names a file that holds `DATABASE_URL`. */
export const fileName = (setting: Setting<unknown>): string => `${setting.name}_FILE`;

/** Far more than any setting has: a longer file is another file than the one that was meant. */
const longest = 65_536;

/** What was set, in the environment or (secrets only) in a file; nothing if neither was. */
export function textOf(setting: Setting<unknown>, environment: Environment): string | undefined {
  const text = environment[setting.name] || undefined;
  const file = setting.secret ? environment[fileName(setting)] || undefined : undefined;
  if (file === undefined) return text;
  if (text !== undefined)
    throw new Problem(`${setting.name} and ${fileName(setting)} are both set`, 'Unset one of them');
  return contents(fileName(setting), file);
}

/** Without the line break that every editor leaves at the end. */
function contents(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(
      `${name} is wrong: ${file} cannot be read (${code})`,
      'Give the path of a file that this user may read',
    );
  }
  const line = text.replace(/\r?\n$/, '');
  if (line === '' || line.length > longest)
    throw new Problem(
      `${name} is wrong: ${file} is empty or far too long`,
      'Write the value into it, and nothing else',
    );
  return line;
}
