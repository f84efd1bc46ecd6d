import { type MailHeader, valuesOf } from './headers.ts';

/**
 * Mail of a program (RFC 3834 and earlier). An alert may send an SMS and is never answered, which could start a loop. The other kinds
 * often quote a whole request, so they never send.
 */
export type Automatic = 'alert' | 'answer' | 'bounce' | 'list';

const answerHeaders = /^x-(?:auto-?reply|autorespond|autoresponder|auto-?reply-from|mail-autoreply)$/i;
const bounceHeaders = /^x-(?:failed-recipients|ms-exchange-message-is-ndr)$/i;
/** Bulk mail services add `List-Unsubscribe` to every mail; only mailing lists add the others. */
const listHeaders = /^(?:list-(?!unsubscribe)[a-z-]+|mailing-list|x-mailing-list|x-beenthere|x-mailman-version)$/i;
const bulkHeaders = /^list-unsubscribe/i;
const programHeaders = /^x-loop$/i;
const mailServerAddress = /(?:^|[<\s])(?:mailer-daemon|postmaster)(?:[@>\s]|$)/i;

/** undefined if a person may have sent the mail. If several headers apply, the strictest kind is returned. */
export function automaticKind(headers: readonly MailHeader[]): Automatic | undefined {
  const has = (name: string, test: RegExp) => valuesOf(headers, name).some((value) => test.test(value));
  const hasName = (names: RegExp) => headers.some(({ name }) => names.test(name));
  if (
    hasName(bounceHeaders) ||
    has('return-path', /^<?\s*>?$/) ||
    // Without the display name, which may be any word.
    valuesOf(headers, 'from').some((from) => mailServerAddress.test(from.slice(Math.max(0, from.lastIndexOf('<'))))) ||
    has('content-type', /^(?:multipart\/report|message\/delivery-status|message\/disposition-notification)\b/i)
  )
    return 'bounce';
  const isBulk = has('precedence', /^(?:bulk|junk)\b/i);
  if (hasName(listHeaders) || has('precedence', /^list\b/i) || (isBulk && hasName(bulkHeaders))) return 'list';
  const isGenerated = has('auto-submitted', /^auto-generated\b/i);
  const isReply = hasName(/^(?:in-reply-to|references)$/i);
  if (
    has('auto-submitted', /^(?!(?:no|auto-generated)\b)/i) ||
    has('precedence', /^auto_reply\b/i) ||
    hasName(answerHeaders) ||
    (isGenerated && isReply)
  )
    return 'answer';
  return isGenerated ||
    isBulk ||
    hasName(bulkHeaders) ||
    hasName(programHeaders) ||
    // Other values suppress receipts or out-of-office replies; an error e-mail is neither.
    has('x-auto-response-suppress', /(?:^|[\s,;])(?:all|autoreply)(?:[\s,;]|$)/i)
    ? 'alert'
    : undefined;
}
