const begin = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?$/m;
const end = '\n-----BEGIN PGP SIGNATURE-----';

/** A text that was signed in place (RFC 9580, 7): there every line that begins with a dash has got `- ` before it. */
export function unescapeDashes(text: string): string {
  const first = text.search(begin);
  const last = first < 0 ? -1 : text.indexOf(end, first);
  if (last < 0) return text;
  return text.slice(0, first) + text.slice(first, last).replaceAll(/^- /gm, '') + text.slice(last);
}
