import { Refusal } from '../errors.ts';
import { unixTimeRule } from '../message/schedule.ts';
import type { SendRequest } from '../message/send.ts';
import { isUuid } from '../uuid.ts';
import { withoutHistory } from './history.ts';
import { skipBlank, withLineFeeds, withoutLink } from './lines.ts';
import { callingCode, defaultCallingCode, hasRecipient, readDestinations } from './numbers.ts';
import { readTags, type Section, type Tags, type ValueTag, withWholeTags } from './tags.ts';

export type EmailProblem = 'sender missing' | 'destinations missing' | 'content missing' | 'SMS rules';

/** The request in the tags of a mail's text, or what is wrong with it. */
export type EmailReading =
  /** Nothing to read: the mail counts as processed. */
  | { outcome: 'empty' }
  /** `#apikey#` is missing or not a UUID: the mail counts as processed. */
  | { outcome: 'no key' }
  /** `detail` is for the person who wrote the mail, once key and From have been checked. */
  | { outcome: 'invalid'; key: string; problem: EmailProblem; detail: string }
  | { outcome: 'request'; key: string; request: SendRequest };

/** Why a mail without a request is dropped. */
export const noRequest = { empty: 'it has no text', 'no key': 'it has no API key' } as const;

class Invalid extends Error {
  readonly problem: EmailProblem;

  constructor(problem: EmailProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** `subject` of the mail; `spareKey` is used if the text has no `#apikey#`. */
export type ReadingOptions = { readonly subject?: string | undefined; readonly spareKey?: string | undefined };

/** The first problem is reported, in this order: empty body, key, sender, destinations, content, the rules of the other tags. */
export function readRequest(text: string, { subject, spareKey }: ReadingOptions = {}): EmailReading {
  if (skipBlank(text, 0, text.length) === text.length) return { outcome: 'empty' };
  const tags = readTags(ownText(text, subject));
  const key = tags.values.get('apikey')?.toLowerCase() ?? (tags.misplaced.has('apikey') ? undefined : spareKey);
  if (key === undefined || !isUuid(key)) return { outcome: 'no key' };
  try {
    return { outcome: 'request', key, request: requestOf(tags) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { outcome: 'invalid', key, problem: error.problem, detail: error.message };
  }
}

/** The text that the sender wrote or forwarded. */
export function ownText(text: string, subject?: string): string {
  return withoutHistory(withWholeTags(withLineFeeds(text)), subject);
}

function requestOf(tags: Tags): SendRequest {
  const sender = readSender(tags);
  const recipients = readSection(tags, 'destination', 'destinations missing');
  if (!hasRecipient(recipients))
    throw new Invalid('destinations missing', 'There is no recipient between #startdestination# and #enddestination#.');
  const content = readSection(tags, 'content', 'content missing').trim();
  const isUnicode = readBoolean(tags, 'isunicode');
  const scheduledTime = readTime(tags);
  const priceReport = readBoolean(tags, 'pricereport');
  const deliveryReportUrl = readUrl(tags);
  return {
    sender,
    destinations: readDestinations(recipients, readCallingCode(tags)),
    message: { content, ...(isUnicode !== undefined && { isUnicode }) },
    ...(deliveryReportUrl !== undefined && { deliveryReportUrl }),
    ...(scheduledTime !== undefined && { scheduledTime }),
    ...(priceReport !== undefined && { priceReport }),
  };
}

/** Mail programs turn spaces into no-break spaces, and a number or `shop.si` into a link. */
function readSender({ values }: Tags): string {
  const sender = values.get('sender') ?? '';
  if (sender !== '') return withoutLink(sender).replace(/\p{Space_Separator}/gu, ' ');
  throw new Invalid(
    'sender missing',
    'The sender is missing. Write #sender# on a line of its own and the sender on the line after it.',
  );
}

function readSection({ sections }: Tags, section: Section, problem: EmailProblem): string {
  const text = sections.get(section);
  if (text !== undefined) return text;
  const [start, end] = [`#start${section}#`, `#end${section}#`];
  throw new Invalid(
    problem,
    sections.has(section)
      ? `The section that begins with ${start} does not end. Write ${end} on the line after it.`
      : `The section ${start} … ${end} is missing. Write each of the two tags on a line of its own.`,
  );
}

/** undefined if there is no such tag. An unreadable value must not count as missing: a scheduled message would be sent immediately. */
function optional({ values, misplaced }: Tags, tag: ValueTag): string | undefined {
  const value = values.get(tag);
  if (value === '' || (value === undefined && misplaced.has(tag)))
    throw refused(7, `the value of #${tag}# must be on the line after the tag`);
  return value;
}

function refused(code: 5 | 7, detail: string): Invalid {
  return new Invalid('SMS rules', new Refusal(code, detail).message);
}

function readBoolean(tags: Tags, tag: 'isunicode' | 'pricereport'): boolean | undefined {
  const value = optional(tags, tag);
  const lower = value?.toLowerCase(); // phones capitalise the first letter of a line
  if (lower === undefined) return undefined;
  if (lower !== 'true' && lower !== 'false') throw refused(7, `#${tag}# must be true or false`);
  return lower === 'true';
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
