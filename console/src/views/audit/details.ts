/** One line of what was asked for: `prices.SI` was set to `0.01`. */
export type Detail = { readonly name: string; readonly value: string | undefined };

const mostLines = 500;

/** What was asked for, as lines: things inside of others by their path. A value of undefined was cleared. */
export function detailsOf(details: object): Detail[] {
  return lines('', details).slice(0, mostLines);
}

function lines(path: string, value: unknown): Detail[] {
  if (value === null || value === undefined || value === '')
    return path === '' ? [] : [{ name: path, value: undefined }];
  if (Array.isArray(value) && value.every(isPlain))
    return [{ name: path, value: value.map(String).join(', ') || undefined }];
  if (typeof value !== 'object') return [{ name: path, value: `${value as string | number | boolean}` }];
  return Object.entries(value).flatMap(([name, part]) => lines(path === '' ? name : `${path}.${name}`, part));
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** `deliveryReportUrl` is `delivery report url`, `prices.SI` stays. */
export function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Where the page of a subject is, if it has one: actions name the thing first. */
export function subjectPath(action: string, subjectId: string): string | undefined {
  if (/^account\b/.test(action)) return `/accounts/${subjectId}`;
  if (/^carrier (?!delete)/.test(action)) return `/carriers/${subjectId}`;
  if (/^price list\b/.test(action)) return `/prices/${subjectId}`;
  if (/^webhook replay|delivery$/.test(action)) return `/webhooks/${subjectId}`;
  if (/\bmessage$/.test(action)) return `/messages/${subjectId}`;
  return undefined;
}
