/** The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1), as septets. */

const ESCAPE = 0x1b;
const SPACE = 0x20;

/** The place of a character is its code. The escape stands at its own place and is no character of a text. */
const ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅå' +
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ' +
  ' !"#¤%&\'()*+,-./' +
  '0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmno' +
  'pqrstuvwxyzäöñüà';

const EXTENSION: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

const CODES = new Map<string, number>();
for (const [code, character] of [...ALPHABET].entries()) if (code !== ESCAPE) CODES.set(character, code);
for (const [character, code] of Object.entries(EXTENSION)) CODES.set(character, (ESCAPE << 8) | code);

const EXTENDED = new Map(Object.entries(EXTENSION).map(([character, code]) => [code, character]));

/** Every character that GSM 03.38 can carry. */
export const GSM_CHARACTERS = [...CODES.keys()].join('');

// All but the euro sign lie below U+0400: one kilobyte answers for a code unit, where a Map costs ten times the time.
const SEPTETS = new Uint8Array(0x400);
for (const [character, code] of CODES) SEPTETS[character.charCodeAt(0)] = code > 0xff ? 2 : 1;
const EURO = 0x20ac;

/** 0 to 127, or 0x1b00 plus the code in the extension table, or undefined for a character outside GSM 03.38. */
export function gsmCode(character: string): number | undefined {
  return CODES.get(character);
}

/** Septets that a UTF-16 code unit takes: 1, 2 in the extension table, 0 outside GSM 03.38. */
export function septetsOf(codeUnit: number): number {
  if (codeUnit < SEPTETS.length) return SEPTETS[codeUnit]!;
  return codeUnit === EURO ? 2 : 0;
}

/** Septets that a text takes, or undefined if a character is outside GSM 03.38. */
export function countSeptets(text: string): number | undefined {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const septets = septetsOf(text.charCodeAt(i));
    if (septets === 0) return undefined;
    sum += septets;
  }
  return sum;
}

export function isGsm(text: string): boolean {
  return countSeptets(text) !== undefined;
}

/** One septet per octet, as SMPP carries them, or undefined if a character is outside GSM 03.38. */
export function encodeGsm(text: string): Uint8Array | undefined {
  const octets = new Uint8Array(text.length * 2);
  let length = 0;
  for (const character of text) {
    const code = CODES.get(character);
    if (code === undefined) return undefined;
    if (code > 0xff) octets[length++] = ESCAPE;
    octets[length++] = code & 0xff;
  }
  return octets.slice(0, length);
}

/** Never fails: what a phone sent must be readable even where it is wrong. */
export function decodeGsm(octets: Uint8Array): string {
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    text += octets[i] === ESCAPE ? decodeExtended(octets[++i] ?? ESCAPE) : decodeBasic(octets[i]!);
  }
  return text;
}

// An unknown extension code shows as the default alphabet's character there, an escape after an escape as a space:
// 23.038 asks for both.
function decodeExtended(code: number): string {
  return EXTENDED.get(code) ?? decodeBasic(code === ESCAPE ? SPACE : code);
}

function decodeBasic(code: number): string {
  return ALPHABET[code] ?? '\ufffd';
}
