/** A phone number or an amount stays usable: a spreadsheet reads it as a number, which cannot do anything. */
const number = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;
/** With a formula character; most cells have none and are not looked at further. */
const suspicious = /[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const formula = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/** Where some spreadsheet begins another cell: many split at semicolons or tabs, and do not see the quotes of a comma's file. */
const separators = new Set(',;\t\r\n\v\f\u0085\u2028\u2029');
/** Passed over before a formula: white space and invisible characters, and quotes, which a splitter may drop. */
const passed = /["\p{White_Space}\p{Cf}]/u;

/**
 * One line of a CSV file (RFC 4180): the only writer of exports, since its cells are texts that others wrote. A number with a sign does
 * not stay as it is in the first cell: where lines are split at semicolons, it would begin a cell that goes on with the next text.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell, place) => csvCell(`${cell ?? ''}`, place > 0)).join(',')}\r\n`;
}

function csvCell(text: string, mayBeNumber: boolean): string {
  const disarmed = suspicious.test(text) && !(mayBeNumber && number.test(text)) ? disarm(text) : text;
  return /[",;\t\r\n]/.test(disarmed) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed;
}

/**
 * An apostrophe goes before every formula character that would begin a cell, at the start or after a separator inside of the text, and
 * before a tab or carriage return at the start. One pass: a regular expression over runs of white space would take quadratic time.
 */
function disarm(text: string): string {
  let written = /^[\t\r]/.test(text) ? "'" : '';
  let begins = true;
  for (const sign of text) {
    if (begins && formula.has(sign)) written += "'";
    begins = separators.has(sign) || (begins && passed.test(sign));
    written += sign;
  }
  return written;
}
