/** Characters that control a terminal. Customers write some of the texts shown. */
const control = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces control characters and marks that change the text direction. Line breaks are kept only with `breaks`. */
export function legible(text: string, breaks?: 'lines'): string {
  return text.replace(control, (found) => {
    if (found === '\n') return breaks === 'lines' ? '\n' : ' ';
    return found === '\t' || found === '\r' ? ' ' : '\ufffd';
  });
}

/** A field of a response as text for a person. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(cell).join(', ');
  if (typeof value === 'object') return legible(JSON.stringify(value));
  return legible(String(value as string | number));
}

export function counted(count: unknown, thing: string): string {
  return `${cell(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** `acceptedAt` → `Accepted at`. */
export function title(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('.', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const segmenter = new Intl.Segmenter();

/** Terminal columns: East Asian characters and emoji take two. */
export function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let sum = 0;
  for (const { segment } of segmenter.segment(text)) sum += wide.test(segment) ? 2 : 1;
  return sum;
}

/** Truncates to `columns`, with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += width(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return side === 'left' ? space + text : text + space;
}
