import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const usualFile = '/etc/hosts';
/** How long the file is not checked again. */
const keptMs = 5_000;

/** The names that need no name server: those in the hosts file, and `localhost`. */
export class Hosts {
  readonly #file: string;
  #names: ReadonlyMap<string, LookupAddress[]> = new Map();
  #changedAt = -1;
  #loading: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(file = usualFile) {
    this.#file = file;
  }

  async addressesOf(name: string): Promise<readonly LookupAddress[] | undefined> {
    if (performance.now() - this.#checkedAt > keptMs) {
      this.#loading ??= this.#load();
      await this.#loading;
    }
    return this.#names.get(name) ?? (name === 'localhost' || name.endsWith('.localhost') ? loopback : undefined);
  }

  async #load(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.#file);
      if (mtimeMs !== this.#changedAt) this.#names = readHosts(await readFile(this.#file, 'utf8'));
      this.#changedAt = mtimeMs;
    } catch {
      // Without the file, every name is looked up.
      this.#names = new Map();
      this.#changedAt = -1;
    }
    this.#checkedAt = performance.now();
    this.#loading = undefined;
  }
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function readHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').split(/\s/).filter(Boolean);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
