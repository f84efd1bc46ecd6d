import type { SearchObject } from 'imapflow';

/** How e-mails that are done with are told from the others; kept in the mailbox, so it survives whatever becomes of us. */
export type Marks = {
  readonly processed: readonly string[];
  readonly rejected: readonly string[];
  readonly unmarked: SearchObject;
  isMarked(flags: ReadonlySet<string>): boolean;
};

const processedKeyword = '$HermodProcessed';
const rejectedKeyword = '$HermodRejected';

/**
 * What this mailbox lets us store: keywords of our own beside `\Seen`; or, if it keeps none, `\Seen` alone (then an e-mail
 * that a person has opened counts as done), with `\Flagged` for a rejected one. Undefined if not even that.
 */
export function marksFor(permanentFlags: ReadonlySet<string> | undefined): Marks | undefined {
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
  // A server that does not say (RFC 3501 allows that) stores at least the flags of the standard.
  const seen = permanentFlags === undefined || may('\\Seen');
  if (!seen) return undefined;
  return {
    processed: ['\\Seen'],
    rejected: ['\\Seen', ...(permanentFlags === undefined || may('\\Flagged') ? ['\\Flagged'] : [])],
    unmarked: { seen: false, deleted: false },
    isMarked: (flags) => flags.has('\\Seen'),
  };
}
