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

/** How a word is found in a text, both folded: at its beginning, at the beginning of a word, or anywhere. */
const places = { beginning: 3, word: 2, anywhere: 1 } as const;
type Place = keyof typeof places;

/** How well a text fits words, of which each has to be in it; 0 if one is not. Reads the text a fixed number of times per word. */
export function scoreOf(text: string, words: readonly string[], least: Place = 'anywhere'): number {
  let sum = 0;
  for (const word of words) {
    const score = placeOf(text, word);
    if (score < places[least]) return 0;
    sum += score;
  }
  return sum;
}

function placeOf(text: string, word: string): number {
  if (text.startsWith(word)) return places.beginning;
  if (text.includes(` ${word}`)) return places.word;
  return text.includes(word) ? places.anywhere : 0;
}

export type Matchable = { readonly title: string; readonly words?: string };

/** The entries that fit what was typed, best first, at most `most`. All of them fit an empty text, in their order. */
export function matching<E extends Matchable>(
  entries: readonly E[],
  typed: string,
  most: number,
  least: Place = 'anywhere',
): E[] {
  const words = fold(typed).split(' ').filter(Boolean);
  if (words.length === 0) return typed.trim() === '' ? entries.slice(0, most) : [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(fold(`${entry.title} ${entry.words ?? ''}`), words, least) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}
