/** A Node that cannot run the service itself: the machine's own, most often. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function olderNode(): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((entry) => join(entry, 'node'));
  return candidates.filter(existsSync).find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 99) < 24;
  });
}
