const lettersWithoutMarks: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ı: 'i',
  æ: 'ae',
  ß: 'ss',
  ð: 'd',
};

/** A text as it is compared: lower case, without accents and invisible characters, one blank where there were several. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/[łđøıæßð]/g, (letter) => lettersWithoutMarks[letter]!)
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
