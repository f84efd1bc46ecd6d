/** Programs that others wrote, as Debian packages them: installed when a test needs one and we may. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Test files run side by side, and apt lets in one at a time. */
const turn = join(tmpdir(), 'hermod-debian.lock');

/** No service of the system is started by its installation; a policy that is already there stays. */
const install = `set -e
[ ! -e "$2" ] || exit 0
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
get() { apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 install "$1"; }
get "$1" || { apt-get -qq update && get "$1"; }`;

/** Resolves with the reason why the program is missing, if it is. */
export async function ensureDebian(packageName: string, program: string): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  const reason = await installed(packageName, program);
  if (reason === undefined && existsSync(program)) return undefined;
  const missing = `${program} is not there and ${packageName} cannot be installed: ${reason ?? 'the package lacks it'}`;
  console.warn(missing);
  return missing;
}

async function installed(packageName: string, program: string): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'that takes root';
  try {
    await promisify(execFile)('flock', [turn, 'sh', '-c', install, 'install', packageName, program], {
      timeout: 300_000,
    });
    return undefined;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return stderr.trim().split('\n').at(-1) || message;
  }
}
