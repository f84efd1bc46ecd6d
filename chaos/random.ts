/** Random numbers from a seed: the same seed makes the same choices on every machine. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  chance(share: number): boolean;
  /** A whole number between both, inclusive. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  /** One of the names, by their weights. */
  weighted<N extends string>(weights: Readonly<Record<N, number>>): N;
};

/** Parts that draw at their own pace get a stream each (`name`), so that the pace of one does not change the choices of another. */
export function seeded(seed: number, name = ''): Random {
  let state = hash(`${seed} ${name}`);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (items) => items[between(0, items.length - 1)]!,
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return entries[0]![0];
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}
