/** How long customers were without service, as they saw it: the longest time without an accepted request after each blow. */
import type { ClientLine, TroubleLine } from './journal.ts';

/** Of the gap that a blow opened: from the last request accepted before it to the first one afterwards. */
const beforeMs = 1_000;

/** Milliseconds for each blow, in their order. */
export function outages(client: readonly ClientLine[], troubles: readonly TroubleLine[]): number[] {
  const accepted = client.filter(({ kind }) => kind === 'accepted').map(({ at }) => at);
  const times = accepted.sort((one, other) => one - other);
  return troubles.map(({ at }, index) => {
    const end = troubles[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return longestGap(times.filter((time) => time > at - beforeMs && time < end));
  });
}

function longestGap(times: readonly number[]): number {
  return times.slice(1).reduce((longest, time, index) => Math.max(longest, time - times[index]!), 0);
}

/** "3.1 s, 2.9 s" for each kind of blow. */
export function describeOutages(
  client: readonly ClientLine[],
  troubles: readonly TroubleLine[],
): Record<string, string> {
  const seconds = outages(client, troubles).map((ms) => `${(ms / 1_000).toFixed(1)} s`);
  const kinds = Map.groupBy(seconds.keys(), (index) => troubles[index]!.kind);
  return Object.fromEntries(
    [...kinds].map(([kind, indexes]) => [
      `without service: ${kind}`,
      indexes.map((index) => seconds[index]).join(', '),
    ]),
  );
}
