import type { Notation } from '../../domain/callback/callback.ts';

/** Query or form fields as bytes, since only the request says which charset they are in. The first field of a name counts. */
export type CompatParameters = ReadonlyMap<string, Buffer>;

/** `form` has one byte per character, as Node provides a URL and as latin1 decodes a body. */
export function fieldsIn(form: string): CompatParameters {
  const fields = new Map<string, Buffer>();
  for (const pair of form.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = bytesOf(equals < 0 ? pair : pair.slice(0, equals)).toString();
    if (!fields.has(name)) fields.set(name, bytesOf(equals < 0 ? '' : pair.slice(equals + 1)));
  }
  return fields;
}

/** The first of these fields as UTF-8; undefined if all are missing. */
export function parameterText(fields: CompatParameters, ...names: string[]): string | undefined {
  const name = names.find((each) => fields.has(each));
  return name === undefined ? undefined : fields.get(name)!.toString().replaceAll('\0', '\ufffd');
}

export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Percent-decodes to bytes, which decodeURIComponent cannot: it accepts UTF-8 only. Invalid escapes stay as they are. */
function bytesOf(text: string): Buffer {
  if (!/[%+]/.test(text)) return Buffer.from(text, 'latin1');
  const decoded = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Accepts `+386…`, `00386…` and `386…`, with dashes. A number without a country code stays invalid. */
export function international(written: string): string {
  const digits = written.replaceAll('-', '');
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return /^[1-9]\d*$/.test(digits) ? `+${digits}` : digits;
}

export function notationOf(written: string | undefined): Notation {
  if (written?.startsWith('00')) return '00';
  return written?.startsWith('+') ? '+' : '';
}
