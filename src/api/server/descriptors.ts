import { readFileSync } from 'node:fs';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Config } from '../../config/config.ts';

/** Descriptors reserved for files and for connections to the database, carriers and webhooks. */
const reserved = 256;

/** The limit of file descriptors of this process. Node raises the soft limit to the hard limit at start. */
function descriptors(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? 2 ** 20 : Number(soft) || 1_024;
  } catch {
    return 1_024;
  }
}

/** Limits of HTTP connections: the settings, capped so that at least 256 descriptors and a quarter of all stay free. */
export function connectionLimits(
  { maxConnections, maxConnectionsPerPeer }: Pick<Config, 'maxConnections' | 'maxConnectionsPerPeer'>,
  limit = descriptors(),
): { readonly all: number; readonly perPeer: number } {
  const possible = Math.max(16, Math.floor(limit - Math.max(reserved, limit / 4)));
  const all = Math.min(maxConnections ?? httpLimits.connections.most, possible);
  const share = httpLimits.connectionsOfPeer.most / 100;
  return { all, perPeer: Math.min(all, maxConnectionsPerPeer ?? Math.ceil(all * share)) };
}
