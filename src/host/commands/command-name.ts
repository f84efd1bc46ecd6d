import { readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How to call this program from another terminal: by its name if the shell finds it, otherwise through npx. */
export function invokedName(environment: NodeJS.ProcessEnv = process.env, script = process.argv[1] ?? ''): string {
  const folders = (environment['PATH'] ?? '').split(delimiter);
  // npm and npx add these for the programs they start; the user's shell does not have them.
  const own = folders.filter((folder) => folder !== '' && !/[/\\]node_modules[/\\]\.bin$/.test(folder));
  if (own.some((folder) => realPath(join(folder, 'hermod')) === realPath(script))) return 'hermod';
  const asked = askedFor(script);
  return asked === undefined ? 'npx hermod' : `npx -p ${shellWord(asked)} hermod`;
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** The package that npx installed into its cache. By the name alone, npx would search the registry. */
function askedFor(script: string): string | undefined {
  const cached = /^.*[/\\]_npx[/\\][^/\\]+(?=[/\\]node_modules[/\\])/.exec(realPath(script))?.[0];
  if (cached === undefined) return undefined;
  try {
    const kept = JSON.parse(readFileSync(join(cached, 'package.json'), 'utf8')) as { _npx?: { packages?: string[] } };
    return kept._npx?.packages?.find((name) => /hermod/.test(name));
  } catch {
    return undefined;
  }
}

/** A path as one word for a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
