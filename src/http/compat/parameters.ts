/** Fields of a query or a form by their names, as bytes: only the request says what alphabet they are in. The first of a name counts. */
export type Fields = ReadonlyMap<string, Buffer>;

/** One pass. The text holds a byte in each character, as Node gives a URL and as latin1 reads a body. */
export function fieldsIn(form: string): Fields {
  const fields = new Map<string, Buffer>();
  for (const pair of form.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = bytesOf(equals < 0 ? pair : pair.slice(0, equals)).toString();
    if (!fields.has(name)) fields.set(name, bytesOf(equals < 0 ? '' : pair.slice(equals + 1)));
  }
  return fields;
}

/** The field as UTF-8; undefined if it is missing. */
export function textOf(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = fields.get(name);
    if (found !== undefined) return found.toString().replaceAll('\0', '\ufffd');
  }
  return undefined;
}

export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** What is not a percent sign and two digits stays as it is. */
function bytesOf(text: string): Buffer {
  if (!/[%+]/.test(text)) return Buffer.from(text, 'latin1');
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code === percent ? digitAt(text, at + 1) * 16 + digitAt(text, at + 2) : Number.NaN;
    if (byte >= 0) at += 2;
    bytes[length++] = byte >= 0 ? byte : code === plus ? blank : code & 0xff;
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;
const plus = 0x2b;
const blank = 0x20;

/** A hexadecimal digit; NaN of anything else. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
