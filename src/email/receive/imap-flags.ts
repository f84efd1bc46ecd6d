import type { SearchObject } from 'imapflow';

/** The flags that mark processed e-mails. They are in the mailbox, so they survive the loss of this service. */
export type MailFlags = {
  readonly processed: readonly string[];
  readonly rejected: readonly string[];
  readonly unmarked: SearchObject;
  isMarked(flags: ReadonlySet<string>): boolean;
};

const processedKeyword = '$HermodProcessed';
const rejectedKeyword = '$HermodRejected';

/**
 * The flags that this mailbox can store: our own keywords and `\Seen`; or, if it stores no keywords, `\Seen` alone (an e-mail that a person
 * has opened then counts as processed), and `\Flagged` for a rejected e-mail. Undefined if it stores neither.
 */
export function flagsFor(permanentFlags: ReadonlySet<string> | undefined): MailFlags | undefined {
  const may = (flag: string) =>
    permanentFlags?.has(flag) || (!flag.startsWith('\\') && permanentFlags?.has('\\*')) || false;
  if (may(processedKeyword)) {
    return {
      processed: [processedKeyword, '\\Seen'].filter(may),
      rejected: [processedKeyword, rejectedKeyword, '\\Seen'].filter(may),
      unmarked: { unKeyword: processedKeyword, deleted: false },
      isMarked: (flags) => flags.has(processedKeyword),
    };
  }
  // A server that does not list them (RFC 3501 allows that) stores at least the standard flags.
  const seen = permanentFlags === undefined || may('\\Seen');
  if (!seen) return undefined;
  return {
    processed: ['\\Seen'],
    rejected: ['\\Seen', ...(permanentFlags === undefined || may('\\Flagged') ? ['\\Flagged'] : [])],
    unmarked: { seen: false, deleted: false },
    isMarked: (flags) => flags.has('\\Seen'),
  };
}
