import { readFileSync } from 'node:fs';
import { httpLimits } from '../bounds/limits/http.ts';
import type { Config } from '../config/config.ts';

/** Files and connections to the database, to carriers and to webhooks need descriptors too. */
const least = 256;

/** File descriptors that this process may have; Node has raised the limit as far as it may. */
function descriptors(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? 2 ** 20 : Number(soft) || 1_024;
  } catch {
    return 1_024;
  }
}

/** HTTP connections of this process: as set, but never so many that nothing else could be opened. */
export function connectionLimits(
  { maxConnections, maxConnectionsPerPeer }: Pick<Config, 'maxConnections' | 'maxConnectionsPerPeer'>,
  limit = descriptors(),
): { readonly all: number; readonly perPeer: number } {
  const possible = Math.max(16, Math.floor(limit - Math.max(least, limit / 4)));
  const all = Math.min(maxConnections ?? httpLimits.connections.most, possible);
  const share = httpLimits.connectionsOfPeer.most / 100;
  return { all, perPeer: Math.min(all, maxConnectionsPerPeer ?? Math.ceil(all * share)) };
}
