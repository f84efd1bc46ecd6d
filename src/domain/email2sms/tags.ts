import { isBlank, lineEnd, lineStart, skipBlank, trimmed, withoutStars } from './lines.ts';

const valueTags = [
  'apikey',
  'sender',
  'defaultcc',
  'isunicode',
  'scheduledtime',
  'pricereport',
  'callbackurl',
] as const;
export type ValueTag = (typeof valueTags)[number];
export type Section = 'destination' | 'content';

type Tag = { kind: 'value'; name: ValueTag } | { kind: 'start' | 'end'; name: Section };

const tags = new Map<string, Tag>([
  ...valueTags.map((name): [string, Tag] => [name, { kind: 'value', name }]),
  ...(['destination', 'content'] as const).flatMap((name): [string, Tag][] => [
    [`start${name}`, { kind: 'start', name }],
    [`end${name}`, { kind: 'end', name }],
  ]),
]);
const longestName = Math.max(...[...tags.keys()].map((name) => name.length));

type TagLine = Tag & {
  /** The place behind the tag. */
  after: number;
  alone: boolean;
};

/**
 * What the tags of a text hold. A tag counts where it begins a line; a quoted line begins with its quoting mark, so an
 * older request below a reply never counts.
 */
export type Tags = {
  /** '' where the tag is there and its value is not. */
  values: ReadonlyMap<ValueTag, string>;
  /** Tags that have their value beside them instead of below. */
  misplaced: ReadonlySet<ValueTag>;
  /** undefined where a section begins and does not end. */
  sections: ReadonlyMap<Section, string | undefined>;
};

/**
 * The first occurrence of each tag. A second `#apikey#` begins another request, such as the older one below a reply
 * whose program quotes without marks: nothing from there on may complete the first.
 */
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

/**
 * The stretches of a text outside the sections that count: the first of each name, if it begins and ends. A tag of a value is
 * part of its stretch.
 */
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

/** The next tag that begins a line; `from` counts as the beginning of one. Only lines with a hash are looked at. */
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

/** Whether the line is a tag and nothing else. */
export function isTagLine(line: string): boolean {
  return tagOn(line, 0, line.length)?.alone ?? false;
}

/** The tag that a line begins with. */
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

/** Blanks, and the marks by which programs show bold and italic tags in their plain text: `*#sender#*`. */
function skipNoise(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (isBlank(text, at) || text.charAt(at) === '*' || text.charAt(at) === '_')) at++;
  return at;
}

/** A tag with something invisible in it, such as a soft hyphen. */
const partedTag = /#[a-z\p{Default_Ignorable_Code_Point}]{4,60}(?=#)/gu;

/** The text with every tag in one piece: editors put soft hyphens and zero-width spaces into long words. */
export function withWholeTags(text: string): string {
  return text.replaceAll(partedTag, (written) => {
    const name = written.replaceAll(unseen, '');
    return tags.has(name.slice(1)) ? name : written;
  });
}

const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** The next line that is not blank: programs put empty lines between the lines of a mail. A tag is nobody's value. */
function valueBelow(text: string, tagLineEnd: number): { text: string; next: number } {
  const start = skipBlank(text, tagLineEnd, text.length);
  const end = lineEnd(text, start);
  if (tagOn(text, start, end)) return { text: '', next: tagLineEnd + 1 };
  return { text: withoutStars(trimmed(text, start, end).replaceAll(unseen, '')), next: end + 1 };
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

/** The first end tag that is not on a quoted line; unlike the others, it may follow text on its line. */
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

/** What stands before start tags on their lines: programs also quote with marks such as `|` or `JD>`, on every line. */
function marksOfStarts(text: string, name: Section, from: number): Map<string, number> {
  const startTag = `#start${name}#`;
  const marks = new Map<string, number>();
  for (let at = text.indexOf(startTag, from); at >= 0; at = text.indexOf(startTag, lineEnd(text, at))) {
    const mark = text.slice(lineStart(text, at), at);
    if (!marks.has(mark)) marks.set(mark, at);
  }
  return marks;
}

/**
 * Whether the end tag belongs to a later section, since another one begins before it. Among recipients no tag has any
 * business; a text may well speak of tags, but not begin anew.
 */
function isInterrupted(text: string, { name, after }: TagLine, end: number): boolean {
  for (let at = lineEnd(text, after); at < end; ) {
    const tag = nextTag(text, at, end);
    if (!tag) return false;
    if (name === 'destination' || (tag.kind === 'start' && tag.name === name)) return true;
    at = lineEnd(text, tag.after);
  }
  return false;
}
