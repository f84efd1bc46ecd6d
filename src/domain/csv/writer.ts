/** Phone numbers and amounts are not escaped: a spreadsheet reads them as numbers, which are harmless. */
const number = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;
/** A cell with a formula character. Most cells have none and need no further check. */
const suspicious = /[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const formula = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/** Where a spreadsheet may begin another cell: many split at semicolons or tabs and ignore the quotes of a comma-separated file. */
const separators = new Set(',;\t\r\n\v\f\u0085\u2028\u2029');
/** Skipped before a formula: white space, invisible characters, and quotes, which some importers drop. */
const passed = /["\p{White_Space}\p{Cf}]/u;

/**
 * One line of a CSV file (RFC 4180). All exports use it, since their cells are texts from outside. A signed number in the first
 * cell is escaped too: an importer that splits at semicolons would join it with the text of the next cell.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell, place) => csvCell(`${cell ?? ''}`, place > 0)).join(',')}\r\n`;
}

function csvCell(text: string, mayBeNumber: boolean): string {
  const disarmed = suspicious.test(text) && !(mayBeNumber && number.test(text)) ? disarm(text) : text;
  return /[",;\t\r\n]/.test(disarmed) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed;
}

/**
 * Puts an apostrophe before every formula character that could begin a cell, at the start or after a separator inside the text, and
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
