import { readFileSync } from 'node:fs';
import { Problem } from '../base/problem.ts';
import type { Setting } from './setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets in files, as containers, Kubernetes and systemd provide them: `DATABASE_URL_FILE` names a file with `DATABASE_URL`. */
export const fileName = (setting: Setting<unknown>): string => `${setting.name}_FILE`;

/** In bytes; far more than any setting. A longer file is the wrong file. */
const longest = 65_536;

/** The text of a setting from the environment or (secrets only) from a file; undefined if it is unset. */
export function textOf(setting: Setting<unknown>, environment: Environment): string | undefined {
  const text = environment[setting.name] || undefined;
  const file = setting.secret ? environment[fileName(setting)] || undefined : undefined;
  if (file === undefined) return text;
  if (text !== undefined)
    throw new Problem(`${setting.name} and ${fileName(setting)} are both set`, 'Unset one of them');
  return contents(fileName(setting), file);
}

/** Without the final line break that editors add. */
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
