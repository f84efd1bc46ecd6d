/**
 * Signs that GSM 03.38 lacks, and what a reader takes for the same. Signs that everybody would write in another way by hand are here;
 * those that a replacement would only hint at (¬ ¶ ∞ √ ↑ ★ ✓) are not: they are kept, and cost Unicode. Currency signs outside GSM
 * become their ISO 4217 codes. `docs/guides/sending.md` lists them for customers.
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
  // With the Greek letter that the units of one character (㎍) are taken apart to; Greek text itself is never folded.
  u: 'µμ',
  x: '×',
  e: '℮',
  c: '¢',
  C: '℃',
  F: '℉',
  // Drawn like the letters that GSM 03.38 has.
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

export const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNS).flatMap(([plain, signs]) => Array.from(signs, (sign): [string, string] => [sign, plain])),
);

/** The degree sign and what is typed in its place. Which one is meant shows only beside others. */
export const DEGREES = '°˚º';

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

/**
 * "20 °C" loses nothing as "20 C": the letter says it. An angle, "90°", becomes "90 deg", since "90" alone or "90o" would be another
 * number. Behind a letter it is the ordinal of many languages: "n°5" becomes "no5", as º does.
 */
export function plainDegree(sign: string, before: string, after: string): string {
  if (isScale(after)) return '';
  if (sign === 'º' || LETTER.test(before)) return 'o';
  const spaced = /^[\p{L}\p{Nd}]/u.test(after) ? 'deg ' : 'deg';
  return DIGIT.test(before) ? ` ${spaced}` : spaced;
}

/** Celsius or Fahrenheit: a letter that begins no word. */
function isScale(after: string): boolean {
  return /^ ?[CF](?!\p{L})/u.test(after);
}
