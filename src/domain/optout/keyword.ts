import { type Keyword, keywords, type Language, wordsOf } from './words.ts';

/** Longer texts are no keyword in any language; they are not looked at. */
export const longestKeyword = 40;

/** Letters that do not come apart into a plain one and a mark. */
const plain: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' };
const unusual = /[đłøıßæœς]/g;
const marks = /\p{M}/gu;
/** What may stand around and between words: "Stop.", 'STOP!' and opt-out are the words. */
const between = /[\p{White_Space}\p{P}\p{S}\p{Cf}]+/gu;

/** As words are compared: without capitals, marks, and what stands around them. Undefined: too long to be a keyword. */
export function folded(text: string): string | undefined {
  // As long as any word may be with marks and blanks: what is longer costs nothing.
  if (text.length > 4 * longestKeyword) return undefined;
  const letters = text.normalize('NFKD').replace(marks, '').toLowerCase().replace(marks, '');
  const word = letters
    .replace(unusual, (letter) => plain[letter]!)
    .replace(between, ' ')
    .trim();
  return word.length > longestKeyword ? undefined : word;
}

export type OwnWords = Readonly<Record<Keyword, readonly string[]>>;

/** Which words count for an account. */
export type WordChoice = {
  readonly languages: readonly Language[];
  /** In addition to those of the languages, or in place of them. */
  readonly words: OwnWords;
  readonly replaces: boolean;
};

export const noWords: OwnWords = { STOP: [], START: [], HELP: [] };

/** STOP itself always counts: whoever has to let people stop cannot do without it. */
const always: OwnWords = { ...noWords, STOP: ['stop'] };

/** By the folded word. Words of the account go before those of languages, and STOP before everything. */
export function vocabulary({ languages, words, replaces }: WordChoice): ReadonlyMap<string, Keyword> {
  const known = new Map<string, Keyword>();
  const learn = (from: OwnWords) => {
    for (const keyword of keywords) {
      for (const word of from[keyword]) {
        const form = folded(word);
        if (form && !known.has(form)) known.set(form, keyword);
      }
    }
  };
  learn(always);
  learn(words);
  if (!replaces) for (const language of languages) learn(wordsOf[language]);
  return known;
}

/** The keyword that a text is, as a whole: "please stop" is for a person to read. */
export function keywordIn(text: string, known: ReadonlyMap<string, Keyword>): Keyword | undefined {
  const form = folded(text);
  return form ? known.get(form) : undefined;
}
