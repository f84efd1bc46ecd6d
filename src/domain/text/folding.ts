import { isGsm } from './gsm.ts';

/**
 * Signs outside GSM 03.38 by their replacement. Only signs with an equivalent in plain text are replaced; others (¬ ¶ ∞ √ ↑ ★
 * ✓) are kept and make the text Unicode. Currency signs become their ISO 4217 codes. Listed for customers in
 * `docs/guides/sending.md`.
 */
const SIGNS: Readonly<Record<string, string>> = {
  "'": '`´‘’‚‛′‵‹›ʹʻʼʽˈˊˋ❛❜',
  '"': '“”„‟″‶«»ʺˮ˝¨❝❞〝〞〟',
  '-': '‐‒–—―−⁃•‣◦¯─━┄┅┈┉╌╍',
  '=': '═',
  '/': '⁄∕÷',
  '.': '·∙⋅˙',
  ',': '¸',
  ':': '∶',
  ' ': '\t',
  '\n': '\v\u0085\u2028\u2029',
  '*': '∗⁎',
  '^': 'ˆ',
  '~': '˜∼≈',
  '|': '¦∣│┃║',
  _: '‗',
  '+': '†',
  '+/-': '±',
  '-/+': '∓',
  '<': '⟨〈',
  '>': '⟩〉',
  '<=': '≤≦⩽',
  '>=': '≥≧⩾',
  '=/=': '≠',
  '->': '→⟶',
  '<-': '←⟵',
  '<->': '↔⟷',
  '=>': '⇒⟹',
  '<=>': '⇔⟺',
  '/1000': '‰',
  '/10000': '‱',
  '?!': '‽',
  '(c)': '©',
  '(R)': '®',
  '(P)': '℗',
  // Includes the Greek letter that single-character units (㎍) decompose to; Greek text itself is never replaced.
  u: 'µμ',
  x: '×',
  e: '℮',
  c: '¢',
  C: '℃',
  F: '℉',
  // Look the same as these letters of GSM 03.38.
  Δ: '∆',
  Π: '∏',
  Σ: '∑',
  Ø: '⌀∅',
  '£': '₤',
  BTC: '₿',
  AZN: '₼',
  CRC: '₡',
  GEL: '₾',
  GHS: '₵',
  ILS: '₪',
  INR: '₹',
  KRW: '₩',
  KZT: '₸',
  LAK: '₭',
  MNT: '₮',
  NGN: '₦',
  PHP: '₱',
  PYG: '₲',
  RUB: '₽',
  THB: '฿',
  TRY: '₺',
  UAH: '₴',
  VND: '₫',
};

const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNS).flatMap(([plain, signs]) => Array.from(signs, (sign): [string, string] => [sign, plain])),
);

/** The degree sign and its substitutes; the meaning depends on the characters around it. */
const DEGREES = '°˚º';

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

/**
 * "20 °C" becomes "20 C". An angle, "90°", becomes "90 deg", since "90" or "90o" would be another number. After a letter it
 * is the ordinal sign of many languages: "n°5" becomes "no5", as with º.
 */
function plainDegree(sign: string, before: string, after: string): string {
  if (isScale(after)) return '';
  if (sign === 'º' || LETTER.test(before)) return 'o';
  const spaced = /^[\p{L}\p{Nd}]/u.test(after) ? 'deg ' : 'deg';
  return DIGIT.test(before) ? ` ${spaced}` : spaced;
}

/** Celsius or Fahrenheit: C or F that does not begin a word. */
function isScale(after: string): boolean {
  return /^ ?[CF](?!\p{L})/u.test(after);
}

/**
 * Letters of living alphabets that Unicode does not decompose. A transliteration library would also replace 100,000 others
 * that must stay, takes 9 ms to load, and 219 KB compressed in a browser. Letters of phonetic notation are kept.
 */
const LETTERS = `
  A=Ⱥ a=ⱥ B=ƁƂɃ b=ɓƃƀ C=ƇȻ c=ƈȼ D=ĐÐƉƊƋ d=đðɖɗƌ E=ƏƐƎɆ e=əɛǝɇ F=Ƒ f=ƒ G=ƓǤƔ g=ɠǥɣ H=ĦⱧ h=ħⱨ I=ƗƖ i=ıɨɩ J=Ɉ j=ɉȷ
  K=ƘⱩ k=ƙⱪ L=ŁȽⱠ l=łƚⱡ N=ƝȠ n=ɲƞ O=ƆƟ o=ɔɵ P=ƤⱣ p=ƥᵽ Q=Ɋ q=ĸɋ R=ɌⱤ r=ɍɽ T=ŦƬƮȾ t=ŧƭʈⱦ U=ɄƱ u=ʉʊ V=Ʋ v=ʋ
  W=Ⱳ w=ⱳ Y=ƳɎ y=ƴɏ Z=ƵȤⱫ z=ƶȥⱬ Gh=Ƣ gh=ƣ Ng=Ŋ ng=ŋ Oe=Œ oe=œ Ou=Ȣ ou=ȣ Sh=Ʃ sh=ʃ SS=ẞ Th=Þ th=þ Zh=Ʒ zh=ʒ`;

const PLAIN = new Map(PLAIN_SIGNS);
for (const [, plain, letters] of LETTERS.matchAll(/\b(\w+)=(\S+)/g)) {
  for (const letter of letters!) PLAIN.set(letter, plain!);
}

/** Combining marks per letter, as in Unicode's Stream-Safe Text Format (UAX #15): normalizing more of them takes quadratic time. */
export const MARKS_PER_LETTER = 30;
const MARK = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\ufe20-\\ufe2f';
const ANY_MARK = new RegExp(`[${MARK}]`);
const MARKED = new RegExp(`[^${MARK}\\p{Default_Ignorable_Code_Point}][${MARK}]{1,${MARKS_PER_LETTER}}`, 'gv');
const MARKED_LETTER = new RegExp(`(\\p{Script=Latin})([${MARK}])[${MARK}]*`, 'gu');

// The Ohm sign belongs to the Greek script, yet is by definition the same character as the Ω of GSM 03.38.
const FOLDABLE = /^[\p{Script=Latin}\p{Script=Common}\u2126]/u;
/** A faster filter before FOLDABLE, which makes most texts four times as fast; includes the emoji selector. */
const CANDIDATE = /[^ -_a-~\n\r\u037f-\u1cff\u3040-\u318f\u3400-\u9fff\uac00-\ud7ff\u{1f300}-\u{1faff}]\ufe0f?/gu;

const EMOJI_FORM = '\ufe0f';
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;
const NUMBER_SIGN = /^\p{No}/u;
const SUPERSCRIPT = /^[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/;

// The letters among the ignorable characters, Hangul fillers, are wide blanks that separate words.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--\p{L}]/v;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gv');
/** Marks, ignorable characters and degree signs may be removed; every other character leaves at least one. */
const STAYING = new RegExp(`[^${MARK}\\p{Default_Ignorable_Code_Point}${DEGREES}]`, 'gv');

/**
 * Replaces characters outside GSM 03.38 that have a match in it. Only Latin letters and signs common to all scripts are
 * replaced: a transliteration is another text, and look-alikes (Greek capitals for Latin ones) break search, copying and
 * reading aloud.
 */
export function replaceWithGsm(text: string): string {
  if (isGsm(text)) return text;
  const unmarked = ANY_MARK.test(text) ? text.replace(MARKED, foldMarked) : text;
  const folded = unmarked.replace(CANDIDATE, foldInPlace);
  return isGsm(folded) ? folded : dropInvisible(folded);
}

/** Whether more than `limit` characters certainly remain after replacement, decided without replacing them. */
export function keepsMoreThan(limit: number, text: string): boolean {
  STAYING.lastIndex = 0;
  for (let kept = 0; kept <= limit; kept++) if (!STAYING.test(text)) return false;
  return true;
}

export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/**
 * An invisible character alone must not force Unicode. With emoji, and in scripts that join letters with it, it has a meaning,
 * but such a text is Unicode anyway. So all of them are removed if the rest is GSM, and otherwise none.
 */
function dropInvisible(text: string): string {
  const visible = INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text;
  return isGsm(visible) ? visible : text;
}

function foldInPlace(piece: string, at: number, text: string): string {
  // The mark after a sign must not end up on a letter.
  if (ANY_MARK.test(text.charAt(at + piece.length))) return piece;
  if (DEGREES.includes(piece[0]!)) return foldDegree(piece, at, text);
  const folded = piece.length === 1 ? foldOnce(piece) : foldStyled(piece);
  if (folded === piece || at === 0 || !NUMBER_SIGN.test(piece) || !DIGIT.test(text[at - 1]!)) return folded;
  // "1½" would read as 11/2, and "10²" as 102.
  return SUPERSCRIPT.test(piece) ? `^${folded}` : ` ${folded}`;
}

function foldDegree(piece: string, at: number, text: string): string {
  const end = at + piece.length;
  return plainDegree(piece[0]!, text.charAt(at - 1), text.slice(end, end + 3)) + piece.slice(1);
}

// Also composes й or ή written as two code points, so that each counts as one character.
function foldMarked(piece: string): string {
  const composed = piece.normalize('NFC');
  return composed.length === 1 ? foldOnce(composed) : fold(piece);
}

/** ‼ ⁉ ℹ Ⓜ and ™ are emoji, which are kept, only with the selector. */
function foldStyled(piece: string): string {
  if (!piece.endsWith(EMOJI_FORM)) return fold(piece);
  return PICTOGRAPH.test(piece) ? piece : fold(piece.slice(0, -1)) + EMOJI_FORM;
}

// Folding a sign takes 2 µs, a lookup a tenth of that. At most 7,000 entries (0.6 MB), since only signs up to U+33FF are kept.
const remembered = new Map<string, string>();

function foldOnce(character: string): string {
  if (character > '\u33ff') return fold(character);
  const known = remembered.get(character);
  if (known !== undefined) return known;
  const folded = fold(character);
  remembered.set(character, folded);
  return folded;
}

function fold(piece: string): string {
  if (!FOLDABLE.test(piece)) return piece;
  const composed = piece.normalize('NFC');
  if (isGsm(composed)) return composed;
  const plain = PLAIN.get(composed) ?? takeApart(piece);
  return isGsm(plain) ? plain : piece;
}

function takeApart(piece: string): string {
  const letters = piece.normalize('NFKD').replace(MARKED_LETTER, loseMarks);
  return Array.from(letters, (character) => PLAIN.get(character) ?? character).join('');
}

// ǘ becomes ü, not u: a letter keeps its first mark if GSM 03.38 has that letter.
function loseMarks(_: string, letter: string, mark: string): string {
  const composed = (letter + mark).normalize('NFC');
  return isGsm(composed) ? composed : letter;
}
