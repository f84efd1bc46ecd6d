/** What a spreadsheet takes for a formula, or for the end of the cell before it. */
const formula = /^[=+\-@\t\r]/;
/** A number with its + stays as it is, so that it can be used: a spreadsheet makes a number of it, and nothing else. */
const harmless = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;

/** One line of a CSV file (RFC 4180). What somebody wrote must not run in the spreadsheet of somebody else. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => csvCell(`${cell ?? ''}`)).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const disarmed = formula.test(text) && !harmless.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(disarmed) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed;
}
