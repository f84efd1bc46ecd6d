import { isBlank, lineEnd, lineStart, skipBlank, trimmed, withoutStars } from './lines.ts';

const fields = [
  'apikey',
  'sender',
  'defaultcc',
  'isunicode',
  'scheduledtime',
  'pricereport',
  'callbackurl',
  // An extension.
  'reference',
] as const;
export type ValueTag = (typeof fields)[number];
export type Section = 'destination' | 'content';

type Tag = { kind: 'value'; name: ValueTag } | { kind: 'start' | 'end'; name: Section };

const tags = new Map<string, Tag>([
  ...fields.map((name): [string, Tag] => [name, { kind: 'value', name }]),
  ...(['destination', 'content'] as const).flatMap((name): [string, Tag][] => [
    [`start${name}`, { kind: 'start', name }],
    [`end${name}`, { kind: 'end', name }],
  ]),
]);
const longestName = Math.max(...[...tags.keys()].map((name) => name.length));

/** `after`: the position after the tag. */
type TagLine = Tag & { after: number; alone: boolean };

/** The values of the tags. A tag counts only at the beginning of a line, so one in a quoted request, behind a quoting mark, does not. */
export type Tags = {
  /** '' if the tag has no value. */
  values: ReadonlyMap<ValueTag, string>;
  /** Tags with their value on the same line instead of the next one. */
  misplaced: ReadonlySet<ValueTag>;
  /** undefined if a section begins and does not end. */
  sections: ReadonlyMap<Section, string | undefined>;
};

/** The first of each tag counts. A second `#apikey#` begins another, often quoted request, which must not complete the first. */
export function readTags(text: string): Tags {
  const values = new Map<ValueTag, string>();
  const misplaced = new Set<ValueTag>();
  const sections = new Map<Section, string | undefined>();
  for (let at = 0, tag = nextTag(text, at, text.length); tag; tag = nextTag(text, at, text.length)) {
    const end = lineEnd(text, tag.after);
    at = end + 1;
    if (tag.kind === 'value' && !tag.alone) misplaced.add(tag.name);
    else if (tag.kind === 'value') {
      if (tag.name === 'apikey' && values.has('apikey')) break;
      if (values.has(tag.name)) continue;
      const value = valueBelow(text, end);
      values.set(tag.name, value.text);
      at = value.next;
    } else if (tag.kind === 'start' && !sections.has(tag.name)) {
      const section = sectionFrom(text, tag);
      sections.set(tag.name, section?.text);
      at = section?.next ?? at;
    }
  }
  return { values, misplaced, sections };
}

/** The ranges of a text outside of its sections. Only the first section of each name counts, and only if it ends. */
export function* outsideSections(text: string): Generator<{ start: number; end: number }> {
  const seen = new Set<Section>();
  let start = 0;
  for (let at = 0, tag = nextTag(text, at, text.length); tag; tag = nextTag(text, at, text.length)) {
    at = lineEnd(text, tag.after) + 1;
    if (tag.kind !== 'start' || seen.has(tag.name)) continue;
    seen.add(tag.name);
    const section = sectionFrom(text, tag);
    if (section === undefined) continue;
    yield { start, end: lineStart(text, tag.after) };
    start = at = section.next;
  }
  yield { start, end: text.length };
}

/** The next tag at the beginning of a line; `from` counts as one. Only lines with a `#` are read. */
function nextTag(text: string, from: number, to: number): TagLine | undefined {
  let at = from;
  for (let hash = text.indexOf('#', at); hash >= 0 && hash < to; hash = text.indexOf('#', at)) {
    const end = Math.min(lineEnd(text, hash), to);
    const tag = tagOn(text, Math.max(at, lineStart(text, hash)), end);
    if (tag) return tag;
    at = end;
  }
  return undefined;
}

export function isTagLine(line: string): boolean {
  return tagOn(line, 0, line.length)?.alone ?? false;
}

function tagOn(text: string, start: number, end: number): TagLine | undefined {
  const at = skipNoise(text, start, end);
  if (text.charAt(at) !== '#') return undefined;
  const close = text.indexOf('#', at + 1);
  if (close < 0 || close >= end || close - at - 1 > longestName) return undefined;
  const tag = tags.get(text.slice(at + 1, close));
  if (!tag) return undefined;
  const after = close + 1;
  return { ...tag, after, alone: skipNoise(text, after, end) === end };
}

/** Blanks, and the marks of bold and italic text in plain text: `*#sender#*`. */
function skipNoise(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (isBlank(text, at) || text.charAt(at) === '*' || text.charAt(at) === '_')) at++;
  return at;
}

/** A tag that may contain invisible characters, such as a soft hyphen. */
const interruptedTag = /#[a-z\p{Default_Ignorable_Code_Point}]{4,60}(?=#)/gu;

/** Removes invisible characters from tags: editors insert soft hyphens and zero-width spaces into long words. */
export function withWholeTags(text: string): string {
  return text.replaceAll(interruptedTag, (written) => {
    const name = written.replaceAll(invisible, '');
    return tags.has(name.slice(1)) ? name : written;
  });
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The next line that is not blank: programs insert empty lines between lines. A tag is never a value. */
function valueBelow(text: string, tagLineEnd: number): { text: string; next: number } {
  const start = skipBlank(text, tagLineEnd, text.length);
  const end = lineEnd(text, start);
  if (tagOn(text, start, end)) return { text: '', next: tagLineEnd + 1 };
  return { text: withoutStars(trimmed(text, start, end).replaceAll(invisible, '')), next: end + 1 };
}

function sectionFrom(text: string, tag: TagLine & { name: Section }): { text: string; next: number } | undefined {
  const endTag = `#end${tag.name}#`;
  const end = endOfSection(text, tag.name, tag.after);
  if (end === undefined || isInterrupted(text, tag, end)) return undefined;
  const first = tag.alone ? lineEnd(text, tag.after) : tag.after;
  const last = Math.max(first, lineStart(text, end));
  const hasOnlyNoise = skipNoise(text, last, end) === end;
  return { text: text.slice(first, hasOnlyNoise ? last : end), next: end + endTag.length };
}

/** The first end tag that is not on a quoted line. Unlike other tags, it may follow text on its line. */
function endOfSection(text: string, name: Section, from: number): number | undefined {
  const endTag = `#end${name}#`;
  let starts: ReadonlyMap<string, number> | undefined;
  for (let at = text.indexOf(endTag, from); at >= 0; at = text.indexOf(endTag, lineEnd(text, at))) {
    const line = lineStart(text, at);
    if (text.charAt(skipBlank(text, line, at)) === '>') continue;
    if (skipNoise(text, line, at) === at) return at;
    starts ??= marksOfStarts(text, name, from);
    if ((starts.get(text.slice(line, at)) ?? at) >= at) return at;
  }
  return undefined;
}

/** The text before start tags on their lines: programs also quote with marks such as `|` or `JD>` on every line. */
function marksOfStarts(text: string, name: Section, from: number): Map<string, number> {
  const startTag = `#start${name}#`;
  const marks = new Map<string, number>();
  for (let at = text.indexOf(startTag, from); at >= 0; at = text.indexOf(startTag, lineEnd(text, at))) {
    const mark = text.slice(lineStart(text, at), at);
    if (!marks.has(mark)) marks.set(mark, at);
  }
  return marks;
}

/** Whether the end tag belongs to a later section. Recipients contain no tags; a content may, but not the start of a content. */
function isInterrupted(text: string, { name, after }: TagLine, end: number): boolean {
  for (let at = lineEnd(text, after); at < end; ) {
    const tag = nextTag(text, at, end);
    if (!tag) return false;
    if (name === 'destination' || (tag.kind === 'start' && tag.name === name)) return true;
    at = lineEnd(text, tag.after);
  }
  return false;
}
