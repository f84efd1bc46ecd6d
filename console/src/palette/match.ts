/** Letters that are not a letter with a mark in Unicode. */
const plain: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i' };

/** Small letters without marks, single blanks: how names and what is typed are compared. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[đðłøæœßı]/g, (letter) => plain[letter]!)
    .replaceAll(/[^\p{L}\p{N}+@.]+/gu, ' ')
    .trim();
}

/**
 * How well a folded text fits folded words: each has to be in it, best at its beginning, then at the beginning of a word. 0 if one is
 * not. Reads the text a fixed number of times per word.
 */
export function scoreOf(text: string, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (text.startsWith(word)) score += 3;
    else if (text.includes(` ${word}`)) score += 2;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

export type Matchable = { readonly title: string; readonly words?: string };

/** The entries that fit what was typed, best first, at most `most`. All of them fit an empty text, in their order. */
export function matching<E extends Matchable>(entries: readonly E[], typed: string, most: number): E[] {
  const words = fold(typed).split(' ').filter(Boolean);
  if (words.length === 0) return typed.trim() === '' ? entries.slice(0, most) : [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(fold(`${entry.title} ${entry.words ?? ''}`), words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
