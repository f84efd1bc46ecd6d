import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, Problem } from '../../base/problem.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const placeholder = '/usr/bin/env hermod';

/** The systemd unit for this package in its installed place, with the current Node. */
export function systemdUnit(node = process.execPath, folder = root): string {
  const unit = readFileSync(join(root, 'deploy', 'systemd', 'hermod.service'), 'utf8');
  const paths = [node, join(folder, 'bin', 'hermod.mjs')].map((path) => realpathSync(path));
  const hidden = paths.find((path) => /^\/(home|root|run\/user)\//.test(path));
  if (hidden !== undefined) {
    throw new Problem(
      `the service cannot read ${hidden}: its systemd unit hides home directories`,
      'Install the package for the machine: npm install --global --prefix /usr/local',
      exitCodes.unavailable,
    );
  }
  const command = paths.map(quoted).join(' ');
  return unit.replace(/^# .*\n# .*\n/, '').replace(placeholder, () => command);
}

/** systemd expands `%` and `$`, and takes a path with spaces in quotation marks. */
function quoted(path: string): string {
  const text = path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\;]/.test(path) ? `"${text}"` : text;
}
