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

export const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNS).flatMap(([plain, signs]) => Array.from(signs, (sign): [string, string] => [sign, plain])),
);

/** The degree sign and its substitutes; the meaning depends on the characters around it. */
export const DEGREES = '°˚º';

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;

/**
 * "20 °C" becomes "20 C". An angle, "90°", becomes "90 deg", since "90" or "90o" would be another number. After a letter it
 * is the ordinal sign of many languages: "n°5" becomes "no5", as with º.
 */
export function plainDegree(sign: string, before: string, after: string): string {
  if (isScale(after)) return '';
  if (sign === 'º' || LETTER.test(before)) return 'o';
  const spaced = /^[\p{L}\p{Nd}]/u.test(after) ? 'deg ' : 'deg';
  return DIGIT.test(before) ? ` ${spaced}` : spaced;
}

/** Celsius or Fahrenheit: C or F that does not begin a word. */
function isScale(after: string): boolean {
  return /^ ?[CF](?!\p{L})/u.test(after);
}
