/** Recipients as people paste them: one per line, or separated by commas, semicolons and tabs. Pure: the check of a number is a parameter. */

export type Recipient = {
  readonly written: string;
  /** E.164, where it could be read as one. */
  readonly number?: string;
  readonly country?: string;
  readonly problem?: 'invalid' | 'national' | 'twice';
};

/** More than one request may take; see the document of the API. */
export const mostRecipients = 1_000;
/** More text than any list of 1,000 numbers: the rest is not read. */
const mostCharacters = 100_000;

const between = /[\p{White_Space}\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}\u2212./()]/gu;

export function readRecipients(text: string, countryOf: (number: string) => string | undefined): Recipient[] {
  const seen = new Set<string>();
  return text
    .slice(0, mostCharacters)
    .split(/[\n\r,;\t]/)
    .map((written) => unquoted(written))
    .filter((written) => written !== '')
    .map((written) => {
      const number = numberOf(written);
      const country = countryOf(number);
      if (country === undefined) return { written, problem: isNational(number) ? 'national' : 'invalid' };
      if (seen.has(number)) return { written, number, country, problem: 'twice' };
      seen.add(number);
      return { written, number, country };
    });
}

/** 00 and a missing + are read; anything else has to be right. */
function numberOf(written: string): string {
  const digits = written.replaceAll(between, '').replace(/^00(?=[1-9])/, '+');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : digits;
}

function isNational(number: string): boolean {
  return /^0\d{5,14}$/.test(number);
}

function unquoted(written: string): string {
  return written
    .trim()
    .replaceAll(/^["']|["']$/g, '')
    .trim();
}

/** The column of a file that holds the numbers: of each line, the first cell that could be one. */
export function numbersOfFile(content: string): string {
  return content
    .slice(0, 20 * mostCharacters)
    .split(/\r?\n/)
    .map(
      (line) =>
        line
          .split(/[,;\t]/)
          .map(unquoted)
          .find((cell) => /^\+?[\d\s\-./()]{7,24}$/.test(cell)) ?? '',
    )
    .filter((number) => number !== '')
    .join('\n');
}
