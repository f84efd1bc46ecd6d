import { type Header, valuesOf } from './part-headers.ts';

/**
 * Mail that a program sent by itself (RFC 3834 and what came before it). An alert may ask for an SMS, but is never answered: the
 * answer would reach no person, or begin a loop. The others hold text that was written for another purpose, often a whole
 * request in a quotation, so they never send.
 */
export type Automatic = 'alert' | 'answer' | 'bounce' | 'list';

const reasons: Readonly<Record<Exclude<Automatic, 'alert'>, string>> = {
  answer: 'it is an automatic answer',
  bounce: 'it is a bounce or a report of a mail server',
  list: 'it comes from a mailing list',
};

/** Why a mail sends nothing, whatever it asks for; undefined if it may send. */
export function neverSent(
  { automatic }: { readonly automatic: Automatic | undefined },
  envelopeFrom: string | undefined,
): string | undefined {
  if (automatic !== undefined && automatic !== 'alert') return reasons[automatic];
  return envelopeFrom === '' ? 'its envelope sender is empty' : undefined;
}

const ofAnswers = /^x-(?:auto-?reply|autorespond|autoresponder|auto-?reply-from|mail-autoreply)$/i;
const ofBounces = /^x-(?:failed-recipients|ms-exchange-message-is-ndr)$/i;
/** Services that send the mail of programs add `List-Unsubscribe` to all of it; only lists add these. */
const ofLists = /^(?:list-(?!unsubscribe)[a-z-]+|mailing-list|x-mailing-list|x-beenthere|x-mailman-version)$/i;
const ofSenders = /^list-unsubscribe/i;
const ofPrograms = /^x-loop$/i;
const ofMailServers = /(?:^|[<\s])(?:mailer-daemon|postmaster)(?:[@>\s]|$)/i;

/** What kind of automatic mail it is; undefined if a person may have sent it. Of several headers the strictest counts. */
export function automaticKind(headers: readonly Header[]): Automatic | undefined {
  const has = (name: string, test: RegExp | ((value: string) => boolean)) =>
    valuesOf(headers, name).some((value) => (test instanceof RegExp ? test.test(value) : test(value)));
  const hasName = (names: RegExp) => headers.some(({ name }) => names.test(name));
  if (
    hasName(ofBounces) ||
    has('return-path', (value) => /^<?\s*>?$/.test(value)) ||
    has('from', (value) => ofMailServers.test(addressPart(value))) ||
    has('content-type', /^(?:multipart\/report|message\/delivery-status|message\/disposition-notification)\b/i)
  )
    return 'bounce';
  const isBulk = has('precedence', /^(?:bulk|junk)\b/i);
  if (hasName(ofLists) || has('precedence', /^list\b/i) || (isBulk && hasName(ofSenders))) return 'list';
  const isGenerated = has('auto-submitted', /^auto-generated\b/i);
  const isReply = hasName(/^(?:in-reply-to|references)$/i);
  if (
    has('auto-submitted', (value) => !/^(?:no|auto-generated)\b/i.test(value)) ||
    has('precedence', /^auto_reply\b/i) ||
    hasName(ofAnswers) ||
    (isGenerated && isReply)
  )
    return 'answer';
  return isGenerated ||
    isBulk ||
    hasName(ofSenders) ||
    hasName(ofPrograms) ||
    has('x-auto-response-suppress', suppressesReplies)
    ? 'alert'
    : undefined;
}

/** The name before an address may be any word. */
function addressPart(from: string): string {
  const open = from.lastIndexOf('<');
  return open < 0 ? from : from.slice(open);
}

/** Other values ask for no receipts or no out-of-office notes: an answer to a mistake is neither. */
function suppressesReplies(value: string): boolean {
  return value.split(/[\s,;]+/).some((kind) => /^(?:all|autoreply)$/i.test(kind));
}
