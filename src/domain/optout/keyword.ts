import { type Keyword, type KeywordLanguage, keywords, wordsOf } from './words.ts';

/** Longer texts are not a keyword in any language. */
export const longestKeyword = 40;

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' };
const unusual = /[đłøıßæœς]/g;
const marks = /\p{M}/gu;
/** What can surround and separate words: "Stop.", 'STOP!' and opt-out match. */
const between = /[\p{White_Space}\p{P}\p{S}\p{Cf}]+/gu;

/** The form in which words are compared: lower case, without accents and punctuation. Undefined: too long to be a keyword. */
export function foldedKeyword(text: string): string | undefined {
  // A keyword with accents and blanks is never longer; skips the work for long texts.
  if (text.length > 4 * longestKeyword) return undefined;
  const letters = text.normalize('NFKD').replace(marks, '').toLowerCase().replace(marks, '');
  const word = letters
    .replace(unusual, (letter) => plain[letter]!)
    .replace(between, ' ')
    .trim();
  return word.length > longestKeyword ? undefined : word;
}

export type OwnWords = Readonly<Record<Keyword, readonly string[]>>;

/** The words that an account recognises. */
export type WordChoice = {
  readonly languages: readonly KeywordLanguage[];
  /** In addition to those of the languages, or instead of them. */
  readonly words: OwnWords;
  readonly replaces: boolean;
};

export const noWords: OwnWords = { STOP: [], START: [], HELP: [] };

/** STOP always counts: recipients must be able to opt out. */
const always: OwnWords = { ...noWords, STOP: ['stop'] };

/** The account's words, by folded form. Own words take precedence over those of languages, and STOP over everything. */
export function vocabulary({ languages, words, replaces }: WordChoice): ReadonlyMap<string, Keyword> {
  const known = new Map<string, Keyword>();
  const learn = (from: OwnWords) => {
    for (const keyword of keywords) {
      for (const word of from[keyword]) {
        const form = foldedKeyword(word);
        if (form && !known.has(form)) known.set(form, keyword);
      }
    }
  };
  learn(always);
  learn(words);
  if (!replaces) for (const language of languages) learn(wordsOf[language]);
  return known;
}

/** The keyword that the whole text is. "please stop" is not a keyword; a person has to read it. */
export function keywordIn(text: string, known: ReadonlyMap<string, Keyword>): Keyword | undefined {
  const form = foldedKeyword(text);
  return form ? known.get(form) : undefined;
}
