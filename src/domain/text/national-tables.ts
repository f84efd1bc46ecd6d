/**
 * A national language table (3GPP TS 23.038, annex A), from septet to character. A locking shift table replaces the default
 * alphabet, a single shift table its extension. The user data header names them by the number of the language.
 */
type Table = ReadonlyMap<number, string>;

type Patch = Readonly<Record<number, string>>;

const text = (at: number, characters: string): [number, string][] =>
  [...characters].map((character, place) => [at + place, character]);

export const DEFAULT_ALPHABET: Table = new Map([
  ...text(0x00, '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ'),
  ...text(0x1c, 'ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?'),
  ...text(0x40, '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'),
]);

export const DEFAULT_EXTENSION: Table = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  ...text(0x28, '{}'),
  [0x2f, '\\'],
  ...text(0x3c, '[~]'),
  [0x40, '|'],
  [0x65, '€'],
]);

function patched(table: Table, patch: Patch): Table {
  return new Map([...table, ...Object.entries(patch).map(([code, character]) => [Number(code), character] as const)]);
}

const accents: Patch = { 73: 'Í', 79: 'Ó', 85: 'Ú', 105: 'í', 111: 'ó', 117: 'ú' };
const turkish: Patch = { 71: 'Ğ', 73: 'İ', 83: 'Ş', 99: 'ç', 103: 'ğ', 105: 'ı', 115: 'ş' };
const portuguese: [number, string][] = [
  [0x05, 'ê'],
  [0x09, 'ç'],
  ...text(0x0b, 'Ôô'),
  ...text(0x0e, 'Áá'),
  ...text(0x12, 'ΦΓ'),
  ...text(0x15, 'ΩΠΨΣΘ'),
  [0x1f, 'Ê'],
  [0x41, 'À'],
  ...text(0x5b, 'ÃÕ'),
  [0x61, 'Â'],
  ...text(0x7b, 'ãõ'),
  [0x7f, 'â'],
];
const turkishLocking: Patch = { 4: '€', 7: 'ı', 11: 'Ğ', 12: 'ğ', 28: 'Ş', 29: 'ş', 64: 'İ', 96: 'ç' };
const portugueseLocking: [number, string][] = [
  [0x04, 'ê'],
  ...text(0x06, 'úíóç\nÔô\rÁá'),
  ...text(0x12, 'ªÇÀ∞^\\€Ó|'),
  ...text(0x1c, 'ÂâÊ'),
  [0x24, 'º'],
  [0x40, 'Í'],
  ...text(0x5b, 'ÃÕÚ'),
  [0x60, '~'],
  ...text(0x7b, 'ãõ`'),
];

/**
 * The South Asian tables share one layout: signs, digits and Latin letters at fixed places, and between them the language's
 * own letters in the order of Unicode, given as ranges of hexadecimal code points. `-` is a place without a character.
 */
const at = (...ranges: readonly (readonly [from: number, to: number])[]): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, place) => from + place));

const LETTER_PLACES = at(
  [0x00, 0x09],
  [0x0b, 0x0c],
  [0x0e, 0x1a],
  [0x1c, 0x1f],
  [0x22, 0x27],
  [0x2a, 0x2b],
  [0x2d, 0x2d],
  [0x2f, 0x2f],
  [0x3c, 0x3e],
  [0x40, 0x60],
  [0x7b, 0x7f],
);
const LATIN_OF_LOCKING: Table = new Map([
  [0x0a, '\n'],
  [0x0d, '\r'],
  ...text(0x20, ' !'),
  ...text(0x28, ')('),
  [0x2c, ','],
  [0x2e, '.'],
  ...text(0x30, '0123456789:;'),
  [0x3f, '?'],
  ...text(0x61, 'abcdefghijklmnopqrstuvwxyz'),
]);

const SIGN_PLACES = at([0x19, 0x1a], [0x1c, 0x27], [0x2a, 0x2e], [0x30, 0x3b], [0x3f, 0x3f]);
const LATIN_OF_SINGLE: Table = new Map([
  ...text(0x00, '@£$¥¿"¤%&\'\f*+'),
  ...text(0x0e, '-/<=>¡^¡_#*'),
  ...text(0x28, '{}'),
  [0x2f, '\\'],
  ...text(0x3c, '[~]'),
  ...text(0x40, '|ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  [0x65, '€'],
]);

function filled(latin: Table, places: readonly number[], ranges: string): Table {
  const characters = ranges.split(' ').flatMap(charactersOf);
  const own = characters.flatMap((character, place): [number, string][] =>
    character === '' ? [] : [[places[place]!, character]],
  );
  return new Map([...latin, ...own]);
}

function charactersOf(range: string): string[] {
  if (range === '-') return [''];
  const [from = 0, to = from] = range.split('-').map((hex) => Number.parseInt(hex, 16));
  return at([from, to]).map((code) => String.fromCodePoint(code));
}

/** Letters of the South Asian locking shift tables, by the language's number. */
const LETTERS: Readonly<Record<number, string>> = {
  // Bengali and Assamese
  4: '0981-0983 0985-098c - - 098f-0990 - - 0993-09a8 - 09aa-09b0 - 09b2 - - - 09b6-09b9 09bc-09c4 - - 09c7-09c8 - - 09cb-09cd 09ce 09d7 09dc-09dd 09f0-09f1',
  // Gujarati
  5: '0a81-0a83 0a85-0a8d - 0a8f-0a91 - 0a93-0aa8 - 0aaa-0ab0 - 0ab2-0ab3 - 0ab5-0ab9 0abc-0ac5 - 0ac7-0ac9 - 0acb-0acd 0ad0 0ae0-0ae3 0af1',
  // Hindi
  6: '0901-0903 0905-0939 093c-094d 0950 0972 097b-097c 097e-097f',
  // Kannada
  7: '- 0c82-0c83 0c85-0c8c - 0c8e-0c90 - 0c92-0ca8 - 0caa-0cb3 - 0cb5-0cb9 0cbc-0cc4 - 0cc6-0cc8 - 0cca-0ccd 0cd5-0cd6 0ce0-0ce3',
  // Malayalam
  8: '- 0d02-0d03 0d05-0d0c - 0d0e-0d10 - 0d12-0d28 - 0d2a-0d39 - 0d3d-0d44 - 0d46-0d48 - 0d4a-0d4d 0d57 0d60-0d63 0d79',
  // Oriya
  9: '0b01-0b03 0b05-0b0c - - 0b0f-0b10 - - 0b13-0b28 - 0b2a-0b30 - 0b32-0b33 - 0b35-0b39 0b3c-0b44 - - 0b47-0b48 - - 0b4b-0b4d 0b56-0b57 0b60-0b63',
  // Punjabi
  10: '0a01-0a03 0a05-0a0a - - - - 0a0f-0a10 - - 0a13-0a28 - 0a2a-0a30 - 0a32-0a33 - 0a35-0a36 - 0a38-0a39 0a3c - 0a3e-0a42 - - - - 0a47-0a48 - - 0a4b-0a4d 0a51 0a70-0a74',
  // Tamil
  11: '- 0b82-0b83 0b85-0b8a - - - 0b8e-0b95 - - - 0b99-0b9a - 0b9c - 0b9e-0b9f - - - 0ba3-0ba4 - - - 0ba8-0baa - - - 0bae-0bb9 - - 0bbe-0bc2 - - - 0bc6-0bc8 - 0bca-0bcd 0bd0 0bd7 0bf0-0bf2 0bf9',
  // Telugu
  12: '0c01-0c03 0c05-0c0c - 0c0e-0c28 - 0c2a-0c33 - 0c35-0c39 - 0c3d-0c44 - 0c46-0c48 - 0c4a-0c4d 0c55-0c56 0c60-0c63',
  // Urdu
  13: '0627 0622 0628 067b 0680 067e 06a6 062a 06c2 067f 0679 067d 067a 067c 062b-062c 0681 0684 0683 0685-0687 062d-062f 068c 0688-068a 068f 068d 0630-0631 0691 0693 0699 0632 0696 0698 069a 0633-0639 0641-0642 06a9-06ab 06af 06b3 06b1 0644-0646 06ba-06bc 0648 06c4 06d5 06c1 06be 0621 06cc 06d0 06d2 064d 0650 064f 0657 0654-0655 0651 0653 0656 0670',
};

/** Signs of their single shift tables. */
const SIGNS: Readonly<Record<number, string>> = {
  4: '09e6-09ef 09df-09e3 09f2-09fa',
  5: '0964-0965 0ae6-0aef',
  6: '0964-0965 0966-096f 0951-0954 0958-0963 0970-0971',
  7: '0964-0965 0ce6-0cef 0cde 0cf1-0cf2',
  8: '0964-0965 0d66-0d75 0d7a-0d7f',
  9: '0964-0965 0b66-0b6f 0b5c-0b5d 0b5f 0b70-0b71',
  10: '0964-0965 0a66-0a6f 0a59-0a5c 0a5e 0a75',
  11: '0964-0965 0be6-0bef 0bf3-0bf8 0bfa',
  12: '- - 0c66-0c6f 0c58-0c59 0c78-0c7f',
  13: '0600-0601 06f0-06f9 060c-0614 061b 061f 0640 0652 0658 066b-066c 0672-0673 06cd 06d4',
};

const southAsian = (latin: Table, places: readonly number[], ranges: typeof LETTERS): [number, Table][] =>
  Object.entries(ranges).map(([language, own]) => [Number(language), filled(latin, places, own)]);

/** Tables by the number of the language. Spanish has no locking shift table. */
export const LOCKING_SHIFT: ReadonlyMap<number, Table> = new Map([
  [1, patched(DEFAULT_ALPHABET, turkishLocking)],
  [3, new Map([...DEFAULT_ALPHABET, ...portugueseLocking])],
  ...southAsian(LATIN_OF_LOCKING, LETTER_PLACES, LETTERS),
]);

export const SINGLE_SHIFT: ReadonlyMap<number, Table> = new Map([
  [1, patched(DEFAULT_EXTENSION, turkish)],
  [2, patched(DEFAULT_EXTENSION, { ...accents, 9: 'ç', 65: 'Á', 97: 'á' })],
  [3, new Map([...patched(DEFAULT_EXTENSION, accents), ...portuguese])],
  ...southAsian(LATIN_OF_SINGLE, SIGN_PLACES, SIGNS),
]);
