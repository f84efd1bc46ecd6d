/** Programs of other projects, as Debian packages them: installed when a test needs one and runs as root. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonToSkip } from './peers.ts';

/** Test files run in parallel, and apt takes a lock. */
const turn = join(tmpdir(), 'hermod-debian.lock');

/** The policy keeps the package from starting a system service; a policy that exists is kept. */
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

/** Resolves with the reason why the program is missing, if it is; rejects with it where `CI` is set. */
export async function ensureDebian(packageName: string, program: string): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  const reason = await installed(packageName, program);
  if (reason === undefined && existsSync(program)) return undefined;
  const missing = `${program} is missing and ${packageName} cannot be installed: ${reason ?? 'the package lacks it'}`;
  console.warn(missing);
  return reasonToSkip(missing);
}

async function installed(packageName: string, program: string): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return 'this is not Debian';
  if (process.getuid?.() !== 0) return 'only root can install it';
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
