import { isTagLine } from '../../domain/email2sms/tags.ts';

const begin = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?$/m;
const end = '\n-----BEGIN PGP SIGNATURE-----';

/** Undoes the dash escaping of a clear-signed text (RFC 9580, 7): `- ` before every line that begins with a dash. */
export function unescapeDashes(text: string): string {
  const first = text.search(begin);
  const last = first < 0 ? -1 : text.indexOf(end, first);
  if (last < 0) return text;
  return text.slice(0, first) + text.slice(first, last).replaceAll(/^- /gm, '') + text.slice(last);
}

/**
 * A text of format=flowed (RFC 3676) with the line breaks of its author. A program ends every line that it wrapped with a space, and
 * some end all lines with one. Tags, values and recipients therefore keep their physical lines; soft breaks are undone only
 * inside a content. The space of a soft break is part of the text unless DelSp says otherwise.
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let before = ''; // the open line without its last piece: cutting the whole line would copy it each time
  let last: string | undefined;
  let isContent = false;
  let isOpen = false;
  for (const raw of text.split('\n')) {
    const line = unstuffed(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    const isTag = isTagLine(line);
    const isQuoted = raw.startsWith('>'); // a `>` of the author is preceded by a space
    if (isOpen && !isTag && !isQuoted && line !== '') {
      before += deleteSpace ? last!.slice(0, -1) : last!;
    } else {
      if (last !== undefined) lines.push(before + (isOpen ? last.slice(0, -1) : last));
      before = '';
    }
    last = line;
    if (!isQuoted && line.includes('#startcontent#')) isContent = true;
    if (!isQuoted && line.includes('#endcontent#')) isContent = false;
    isOpen = isContent && !isTag && !isQuoted && line.endsWith(' ') && line !== '-- ';
  }
  lines.push(before + last!);
  return lines.join('\n');
}

function unstuffed(line: string): string {
  return line.startsWith(' ') ? line.slice(1) : line;
}
