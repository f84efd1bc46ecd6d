import { isGsm } from './gsm.ts';
import { DEGREES, PLAIN_SIGNS, plainDegree } from './gsm-signs.ts';

/**
 * Replacement of characters outside GSM 03.38 by matching ones. Latin letters and the signs that all scripts share are
 * folded; no other script is touched, because a transliteration is another text, and look-alikes (Greek capitals for
 * Latin ones) change what a reader can search, copy or have read aloud.
 */

/**
 * Letters of living alphabets that do not decompose. Written out, since a transliteration library knows them among
 * 100,000 others that must stay, and takes 9 ms to load, and 219 KB compressed in a browser. The letters of phonetic
 * notation are left alone.
 */
const LETTERS = `
  A=Ⱥ a=ⱥ B=ƁƂɃ b=ɓƃƀ C=ƇȻ c=ƈȼ D=ĐÐƉƊƋ d=đðɖɗƌ E=ƏƐƎɆ e=əɛǝɇ F=Ƒ f=ƒ G=ƓǤƔ g=ɠǥɣ H=ĦⱧ h=ħⱨ I=ƗƖ i=ıɨɩ J=Ɉ j=ɉȷ
  K=ƘⱩ k=ƙⱪ L=ŁȽⱠ l=łƚⱡ N=ƝȠ n=ɲƞ O=ƆƟ o=ɔɵ P=ƤⱣ p=ƥᵽ Q=Ɋ q=ĸɋ R=ɌⱤ r=ɍɽ T=ŦƬƮȾ t=ŧƭʈⱦ U=ɄƱ u=ʉʊ V=Ʋ v=ʋ
  W=Ⱳ w=ⱳ Y=ƳɎ y=ƴɏ Z=ƵȤⱫ z=ƶȥⱬ Gh=Ƣ gh=ƣ Ng=Ŋ ng=ŋ Oe=Œ oe=œ Ou=Ȣ ou=ȣ Sh=Ʃ sh=ʃ SS=ẞ Th=Þ th=þ Zh=Ʒ zh=ʒ`;

const PLAIN = new Map(PLAIN_SIGNS);
for (const [, plain, letters] of LETTERS.matchAll(/\b(\w+)=(\S+)/g)) {
  for (const letter of letters!) PLAIN.set(letter, plain!);
}

/**
 * Marks written on a letter. At most 30 belong to one, as Unicode's Stream-Safe Text Format (UAX #15) has it for every
 * language: putting an endless run of them in order takes quadratic time.
 */
export const MARKS_PER_LETTER = 30;
const MARK = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\ufe20-\\ufe2f';
const ANY_MARK = new RegExp(`[${MARK}]`);
const MARKED = new RegExp(`[^${MARK}\\p{Default_Ignorable_Code_Point}][${MARK}]{1,${MARKS_PER_LETTER}}`, 'gv');
const MARKED_LETTER = new RegExp(`(\\p{Script=Latin})([${MARK}])[${MARK}]*`, 'gu');

// The Ohm sign belongs to the Greek script, yet is by definition the same character as the Ω of GSM 03.38.
const FOLDABLE = /^[\p{Script=Latin}\p{Script=Common}\u2126]/u;
/** A sieve in front of it, which lets most texts through four times as fast; with the selector for the emoji form. */
const CANDIDATE = /[^ -_a-~\n\r\u037f-\u1cff\u3040-\u318f\u3400-\u9fff\uac00-\ud7ff\u{1f300}-\u{1faff}]\ufe0f?/gu;

const EMOJI_FORM = '\ufe0f';
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;
const NUMBER_SIGN = /^\p{No}/u;
const SUPERSCRIPT = /^[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/;
const DIGIT = /\p{Nd}/u;

// The letters among the ignorable characters, Hangul fillers, are blank but wide: they part words.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--\p{L}]/v;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gv');
/** Marks, ignorable characters and degrees may vanish; of all others, each leaves at least one character behind. */
const STAYING = new RegExp(`[^${MARK}\\p{Default_Ignorable_Code_Point}${DEGREES}]`, 'gv');

/** The text with every character replaced that has a match in GSM 03.38. What has none is kept. */
export function replaceWithGsm(text: string): string {
  if (isGsm(text)) return text;
  const unmarked = ANY_MARK.test(text) ? text.replace(MARKED, foldMarked) : text;
  const folded = unmarked.replace(CANDIDATE, foldInPlace);
  return isGsm(folded) ? folded : dropInvisible(folded);
}

/** Whether more characters than that are sure to be left after replacement, told without replacing them. */
export function keepsMoreThan(limit: number, text: string): boolean {
  STAYING.lastIndex = 0;
  for (let kept = 0; kept <= limit; kept++) if (!STAYING.test(text)) return false;
  return true;
}

export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/**
 * An invisible character alone must not force Unicode. Beside emoji, or in scripts that join their letters with it, it
 * has a meaning, and the text is Unicode anyway: so either all of them go, or none.
 */
function dropInvisible(text: string): string {
  const visible = INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text;
  return isGsm(visible) ? visible : text;
}

function foldInPlace(piece: string, at: number, text: string): string {
  // A mark on a sign is on no letter, and must not come to stand on one.
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

// Also й or ή written in two: one character then takes one place, whoever typed it.
function foldMarked(piece: string): string {
  const composed = piece.normalize('NFC');
  return composed.length === 1 ? foldOnce(composed) : fold(piece);
}

/** ‼ ⁉ ℹ Ⓜ and ™ are emoji only when followed by the selector, and emoji are kept. */
function foldStyled(piece: string): string {
  if (!piece.endsWith(EMOJI_FORM)) return fold(piece);
  return PICTOGRAPH.test(piece) ? piece : fold(piece.slice(0, -1)) + EMOJI_FORM;
}

// Folding a sign takes 2 µs, remembering it a tenth. The bound keeps this at 7,000 entries (0.6 MB), whatever is sent.
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

// ǘ becomes ü rather than u: a letter keeps its first mark if GSM 03.38 has it so.
function loseMarks(_: string, letter: string, mark: string): string {
  const composed = (letter + mark).normalize('NFC');
  return isGsm(composed) ? composed : letter;
}
