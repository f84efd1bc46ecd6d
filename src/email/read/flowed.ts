import { isTagLine } from '../../domain/email2sms/tags.ts';

/**
 * A text of format=flowed (RFC 3676) with the line breaks that its writer made. Programs end every line that they
 * broke themselves with a space, and some end all lines so. Tags, values and recipients therefore keep their physical
 * lines; only between the lines of a content are soft breaks undone. The space that marks a soft break is text where
 * the next line goes on behind it, unless DelSp says otherwise.
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let before = ''; // of the line that is still open; kept apart from its last piece, since cutting it would copy it
  let last: string | undefined;
  let isContent = false;
  let isOpen = false;
  for (const raw of text.split('\n')) {
    const line = unstuffed(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    const isTag = isTagLine(line);
    const isQuoted = raw.startsWith('>'); // a written one is stuffed
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
