/** Search parameters are plain texts: what is in the address bar can be read, typed and shared. */
export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text.replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}
