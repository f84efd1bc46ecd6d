import {
  foldedLine,
  forwardedBy,
  forwardedMessage,
  forwardPrefixes,
  type HeaderKind,
  headerKinds,
  originalMessage,
  wroteAtEnd,
  wroteInside,
  wroteOpeners,
} from './history-words.ts';
import { lineStart, longestLine, skipBlank, type TextLine, TextLines, withoutEnds } from './lines.ts';
import { isTagLine, outsideSections } from './tags.ts';

/** Lines that introduce an older mail: a header block, a line such as "-----Original Message-----" or "On … Alice wrote:", or both. */
type Introduction = {
  readonly kind: 'forward' | 'original' | 'wrote';
  readonly start: number;
  readonly end: number;
  /** Subject of the older mail, if there is a header block. */
  readonly subject?: string | undefined;
  /** In Finnish "VS:" is a reply; in Danish and Norwegian it is a forward. */
  readonly isFinnish?: boolean;
};

const mostUnquoted = 5;

/** The first prefix of a subject decides, so a reply to a forwarded mail is a reply. Filters add marks before it: `[EXTERNAL] Fwd: …`. */
export function forwardPrefix(subject: string): string | undefined {
  const found = subjectPrefix.exec(subject.slice(0, 300));
  const word = foldedLine(found?.[1] ?? '').replace(/\.$/, '');
  return forwardPrefixes.has(word) ? word : undefined;
}

const subjectPrefix = /^(?:\s*\[[^\]]{0,60}\]){0,3}([^:：[\]]{1,30})(?:\[\d{1,3}\])?\s*[:：]/;

/**
 * The text without everything below the introduction of a reply's history. Forwarded text, history with quoting marks (left to `readTags`)
 * and complete sections, which may quote an introduction, remain.
 */
export function withoutHistory(text: string, subject = ''): string {
  let rest = text;
  for (let unquoted = 0; ; unquoted++) {
    const found = nextCut(rest, subject);
    if (found === undefined) return rest;
    if (found.kind === 'history' || unquoted === mostUnquoted) return rest.slice(0, found.at);
    rest = rest.slice(0, found.at) + rest.slice(found.at).replaceAll(/^[ \t]*[>|] ?/gm, '');
  }
}

function nextCut(text: string, subject: string): { kind: 'history' | 'marks'; at: number } | undefined {
  let prefix = forwardPrefix(subject);
  const isForward = prefix !== undefined;
  let hasHistory = false;
  for (const { start, end } of outsideSections(text)) {
    for (let at = start; ; ) {
      const found = nextIntroduction(text, at, end, isForward && !hasHistory);
      if (found === undefined) break;
      const next = skipBlank(text, found.end, text.length);
      const isMarked = text.charAt(next) === '>' || text.charAt(next) === '|';
      const isReply = prefix === undefined || (prefix === 'vs' && found.isFinnish === true);
      if (found.kind === 'forward' || (found.kind === 'original' && !isReply)) {
        if (isMarked) return { kind: 'marks', at: lineStart(text, next + 1) };
        prefix = forwardPrefix(found.subject ?? '');
      } else if (isMarked) hasHistory = true;
      else return { kind: 'history', at: aboveRule(text, found.start) };
      at = found.end;
    }
  }
  return undefined;
}

/** Some programs draw a line of underscores above the older mail. */
function aboveRule(text: string, start: number): number {
  const above = lineStart(text, start - 1);
  return start - above < 200 && /^_{5,}\s*$/.test(text.slice(above, start)) ? above : start;
}

/** Every introduction has one of these on its first lines. */
const sign = /[:：]|[-=~–—]{2}/g;

/** `quotedForwards`: the line that says "forwarded" may have a quoting mark itself, as Apple Mail writes it. */
function nextIntroduction(text: string, from: number, to: number, quotedForwards: boolean): Introduction | undefined {
  const lines = new TextLines(text, to);
  for (let at = from; at < to; ) {
    sign.lastIndex = at;
    const found = sign.exec(text);
    if (found === null || found.index >= to) return undefined;
    const last = lineStart(text, found.index);
    for (let line = lines.at(Math.max(at, linesBefore(text, last))); line !== undefined; line = lines.at(line.next)) {
      const introduction = introductionAt(lines, line, quotedForwards);
      if (introduction !== undefined) return withMore(lines, introduction);
      at = line.next;
      if (line.start >= last) break;
    }
  }
  return undefined;
}

/** The earliest line at which an introduction that ends on this line may begin. */
function linesBefore(text: string, line: number): number {
  let start = line;
  for (let count = 1; count < mostWrapped && start > 0; count++) start = lineStart(text, start - 1);
  return start;
}

/** Joins consecutive introductions. "Forwarded" decides the kind of a separator above it, but not of a header block or a "wrote" line. */
function withMore(lines: TextLines, first: Introduction): Introduction {
  let found = first;
  for (let line = lines.filledAt(found.end); line !== undefined; line = lines.filledAt(found.end)) {
    const more = introductionAt(lines, line, false);
    const isComplete = found.kind === 'wrote' || found.subject !== undefined;
    // A second block belongs to a mail inside the older one.
    if (more === undefined || (isComplete && (more.kind === 'forward' || more.subject !== undefined))) break;
    const kinds = [found.kind, more.kind];
    found = {
      kind: kinds.includes('forward') ? 'forward' : kinds.includes('wrote') ? 'wrote' : 'original',
      start: found.start,
      end: more.end,
      subject: found.subject ?? more.subject,
      isFinnish: found.isFinnish === true || more.isFinnish === true,
    };
  }
  return found;
}

function introductionAt(lines: TextLines, line: TextLine, quotedForwards: boolean): Introduction | undefined {
  if (line.text === '' || line.text.length > longestLine) return undefined;
  return separator(line, quotedForwards) ?? block(lines, line) ?? wrote(lines, line);
}

const dashes = /^[-=~–—]{2}/;
const shortestPhrase = 5;
const longestPhrase = 80;

function separator(line: TextLine, quotedForwards: boolean): Introduction | undefined {
  const { start, next: end } = line;
  const text = quotedForwards ? line.text.replace(/^> ?/, '') : line.text;
  const hasDashes = dashes.test(text);
  if (text.length < shortestPhrase || !(hasDashes || endsWithColon(text))) return undefined;
  const [phrase] = /^(?:[^-=~–—_*:：]|[-=~–—_*](?![-=~–—_*])){0,100}/u.exec(text.replace(/^[-=~–—_*\s]+/, ''))!;
  const words = phrase.length > longestPhrase ? '' : withoutEnds(foldedLine(phrase), '. ');
  if (forwardedMessage.has(words) || (hasDashes && forwardedBy.some((before) => words.startsWith(before))))
    return { kind: 'forward', start, end };
  if (!hasDashes || !originalMessage.has(words)) return undefined;
  return { kind: 'original', start, end, isFinnish: words.startsWith('alkuperainen') };
}

function endsWithColon(text: string): boolean {
  return text.endsWith(':') || text.endsWith('：');
}

/** Lines of one header block without a header: wrapped values, or values below their name. */
const mostBetween = 2;
const mostLabels = 10;

/** From, Sent, To and Subject of an older mail, in any order and language. */
function block(lines: TextLines, first: TextLine): Introduction | undefined {
  const kinds = new Set<string>();
  let end = first.next;
  let subject: string | undefined;
  let between = 0;
  let labels = 0;
  let last: HeaderKind | undefined;
  for (let line: TextLine | undefined = first; line && labels < mostLabels; line = lines.filledAt(line.next)) {
    const label = labelOf(line.text);
    if (label === undefined) {
      if (labels === 0 || ++between > mostBetween || line.text.startsWith('>') || isTagLine(line.text)) break;
      if (last === 'subject' && subject === '') subject = line.text;
      continue;
    }
    // A repeated header begins another block; a date may occur as Sent and as Date.
    if (kinds.has(label.kind) && label.kind !== 'date' && label.kind !== 'cc') break;
    kinds.add(label.kind);
    last = label.kind;
    if (label.kind === 'subject') subject = label.value;
    labels++;
    between = 0;
    end = line.next;
  }
  const isBlock = kinds.size >= 3 && (kinds.has('from') || ['date', 'to', 'subject'].every((kind) => kinds.has(kind)));
  if (!isBlock) return undefined;
  const isFinnish = labelOf(first.text)?.name === 'lahettaja';
  return { kind: 'original', start: first.start, end, subject: subject ?? '', isFinnish };
}

function labelOf(line: string): { name: string; kind: HeaderKind; value: string } | undefined {
  const colon = line.slice(0, 60).search(/[:：]/);
  if (colon < 1) return undefined;
  const name = foldedLine(line.slice(0, colon).replaceAll(/[*_]/g, ''));
  const kind = headerKinds.get(name);
  return kind && { name, kind, value: line.slice(colon + 1).replace(/^[\s*_]+/, '') };
}

/** Programs wrap the line that names the author at 72 columns. */
const mostWrapped = 3;
const shortestNaming = 8;

/** "On Monday, Alice <alice@good.example> wrote:", on up to three lines. */
function wrote(lines: TextLines, first: TextLine): Introduction | undefined {
  const found: string[] = [];
  for (let line = lines.at(first.start); line !== undefined && found.length < mostWrapped; line = lines.at(line.next)) {
    if (line.text === '' || /^[>#]/.test(line.text)) return undefined;
    found.push(line.text);
    if (!endsWithColon(line.text) && !line.text.endsWith('--')) continue;
    // Lines above it do not belong to it if it is complete without them.
    const names = (from: number) => namesAuthor(found.slice(from).join(' '));
    const isOne = names(0) && !found.some((_, from) => from > 0 && names(from));
    return isOne ? { kind: 'wrote', start: first.start, end: line.next } : undefined;
  }
  return undefined;
}

function namesAuthor(line: string): boolean {
  if (line.length < shortestNaming || line.length > longestLine) return false;
  const text = foldedLine(withoutEnds(line, '-–—*_:： \t\u00a0'));
  const hasNumber = /\d/.test(text);
  if (hasNumber && /\d[:.h]\d\d|\d{4}/.test(text) && endsWithAddress(text)) return true;
  if (!hasNumber && !text.includes('@') && !wroteOpeners.has(/^\S*/.exec(text)![0])) return false;
  const bare = text.replace(/ ?(?:\(\p{L}{1,3}\)|\/\p{L}{1,3})$/u, '');
  const verbs = wroteAtEnd.get(bare.at(-1) ?? '') ?? [];
  if (verbs.some((verb) => bare.endsWith(verb) && isBorder(bare, bare.length - verb.length))) return true;
  return wroteInside.some((verb) => text.includes(` ${verb} `));
}

/** In languages without blanks, words have no borders. */
function isBorder(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) || /[\p{Lo}]/u.test(text.charAt(at));
}

/** In some languages Gmail names the date and the author without a verb: `3. 1. 2026 10:00, Alice <alice@good.example>:`. */
function endsWithAddress(text: string): boolean {
  const open = Math.max(text.lastIndexOf('<'), text.lastIndexOf('('), text.lastIndexOf('['));
  const inside = text.slice(open + 1);
  return open > 0 && /[>)\]]$/.test(inside) && inside.includes('@') && !inside.includes(' ');
}
