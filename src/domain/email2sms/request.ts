import { Refusal } from '../errors.ts';
import { unixTimeRule } from '../message/schedule.ts';
import type { SendRequest } from '../message/send.ts';
import { isUuid } from '../uuid.ts';
import { withoutHistory } from './history.ts';
import { isBlank, skipBlank, trimmed, withLineFeeds, withoutLink, withoutStars } from './lines.ts';
import { readTags, type Section, type Tags, type ValueTag, withWholeTags } from './tags.ts';

export type EmailReading =
  /** The mail is empty and counts as processed. */
  | { outcome: 'empty' }
  /** `#apikey#` is missing or not a UUID: the mail counts as processed. */
  | { outcome: 'no key' }
  /** `detail` is for the author of the mail, once key and From have been checked. */
  | { outcome: 'invalid'; key: string; detail: string }
  | { outcome: 'request'; key: string; request: SendRequest };

export const noRequest = { empty: 'it has no text', 'no key': 'it has no API key' } as const;

class Invalid extends Error {}

/** The first problem is reported: empty body, key, sender, destinations, content, other tags. `spareKey` replaces a missing `#apikey#`. */
export function readRequest(
  text: string,
  { subject, spareKey }: { readonly subject?: string | undefined; readonly spareKey?: string | undefined } = {},
): EmailReading {
  if (skipBlank(text, 0, text.length) === text.length) return { outcome: 'empty' };
  const tags = readTags(ownText(text, subject));
  const key = tags.values.get('apikey')?.toLowerCase() ?? (tags.misplaced.has('apikey') ? undefined : spareKey);
  if (key === undefined || !isUuid(key)) return { outcome: 'no key' };
  try {
    return { outcome: 'request', key, request: requestOf(tags) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { outcome: 'invalid', key, detail: error.message };
  }
}

export function ownText(text: string, subject?: string): string {
  return withoutHistory(withWholeTags(withLineFeeds(text)), subject);
}

function requestOf(tags: Tags): SendRequest {
  const sender = readSender(tags);
  const recipients = readSection(tags, 'destination');
  if (recipientsIn(recipients).next().done)
    throw new Invalid('The section between #startdestination# and #enddestination# contains no recipient.');
  const content = readSection(tags, 'content').trim();
  const isUnicode = readBoolean(tags, 'isunicode');
  const scheduledTime = readTime(tags);
  const priceReport = readBoolean(tags, 'pricereport');
  const deliveryReportUrl = readUrl(tags);
  const reference = optional(tags, 'reference');
  return {
    sender,
    destinations: readDestinations(recipients, readCallingCode(tags)),
    message: { content, ...(isUnicode !== undefined && { isUnicode }) },
    ...(deliveryReportUrl !== undefined && { deliveryReportUrl }),
    ...(scheduledTime !== undefined && { scheduledTime }),
    ...(priceReport !== undefined && { priceReport }),
    ...(reference !== undefined && { reference: asTyped(reference) }),
  };
}

function readSender({ values }: Tags): string {
  const sender = values.get('sender') ?? '';
  if (sender !== '') return asTyped(sender);
  throw new Invalid('The sender is missing. Write #sender# on a line of its own and the sender on the line after it.');
}

/** Mail programs turn spaces into no-break spaces, and a number or `shop.si` into a link. */
const asTyped = (value: string): string => withoutLink(value).replace(/\p{Space_Separator}/gu, ' ');

function readSection({ sections }: Tags, section: Section): string {
  const text = sections.get(section);
  if (text !== undefined) return text;
  const [start, end] = [`#start${section}#`, `#end${section}#`];
  throw new Invalid(
    sections.has(section)
      ? `The section that begins with ${start} does not end. Write ${end} on the line after it.`
      : `The section ${start} … ${end} is missing. Write each of the two tags on a line of its own.`,
  );
}

/** Undefined if the tag is missing. An unreadable value must not count as missing: a scheduled message would be sent immediately. */
function optional({ values, misplaced }: Tags, tag: ValueTag): string | undefined {
  const value = values.get(tag);
  if (value === '' || (value === undefined && misplaced.has(tag)))
    throw refused(7, `the value of #${tag}# must be on the line after the tag`);
  return value;
}

function refused(code: 5 | 7, detail: string): Invalid {
  return new Invalid(new Refusal(code, detail).message);
}

function readBoolean(tags: Tags, tag: 'isunicode' | 'pricereport'): boolean | undefined {
  const value = optional(tags, tag)?.toLowerCase(); // phones capitalise the first letter of a line
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw refused(7, `#${tag}# must be true or false`);
  return value === 'true';
}

/** The send rules decide later whether the number is a valid time. */
function readTime(tags: Tags): number | undefined {
  if (!tags.values.has('scheduledtime') && !tags.misplaced.has('scheduledtime')) return undefined;
  const value = tags.values.get('scheduledtime') ?? '';
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw refused(5, unixTimeRule);
}

function readCallingCode(tags: Tags): string {
  const value = optional(tags, 'defaultcc');
  const code = value === undefined ? defaultCallingCode : callingCode(value);
  if (code === undefined) throw refused(7, '#defaultcc# must be a country calling code such as 386');
  return code;
}

/** Programs write a linked address twice into plain text: `https://a.example/ <https://a.example/>`. */
function readUrl(tags: Tags): string | undefined {
  const value = optional(tags, 'callbackurl');
  if (value === undefined || !value.endsWith('>')) return value;
  const link = value.lastIndexOf('<');
  return link > 0 ? value.slice(0, link).trim() : value.slice(link + 1, -1);
}

const defaultCallingCode = '386';

/** Characters between digits, besides blanks: dashes of all kinds, dots, slashes, parentheses. */
const punctuation = /[\p{Dash_Punctuation}\u2212./()]/u;

/** The digits of `#defaultcc#` without a leading `+` or `00`; undefined if it contains anything but digits and blanks. */
function callingCode(value: string): string | undefined {
  const digits = without(value, isBlank).replace(/^(\+|00)/, '');
  return /^[1-9]\d{0,5}$/.test(digits) ? digits : undefined;
}

function* recipientsIn(section: string): Generator<string, undefined> {
  let start = 0;
  for (let at = 0; at <= section.length; at++) {
    const unit = section.charCodeAt(at);
    if (at < section.length && unit !== 0x0a && unit !== 0x2c && unit !== 0x3b) continue;
    const recipient = trimmed(section, start, at);
    if (recipient !== '') yield recipient;
    start = at + 1;
  }
}

function readDestinations(section: string, code: string): string[] {
  const found = new Set<string>();
  for (const recipient of recipientsIn(section)) {
    const number = withoutLink(withoutStars(recipient));
    const digits = without(number, (text, at) => isBlank(text, at) || punctuation.test(text.charAt(at)));
    found.add(normalise(digits, code));
  }
  return [...found];
}

function normalise(number: string, code: string): string {
  if (number.startsWith('+')) return number;
  if (number.startsWith('00')) return `+${number.slice(2)}`;
  if (number.startsWith('0')) return `+${code}${number.slice(1)}`;
  return `+${code}${number}`;
}

function without(text: string, isDropped: (text: string, at: number) => boolean): string {
  let kept = '';
  for (let at = 0; at < text.length; at++) if (!isDropped(text, at)) kept += text.charAt(at);
  return kept;
}
