import type { Reported, ReportFormat, ReportRequest } from './callback.ts';

type Kannel = Extract<ReportFormat, { form: 'kannel' }>;

/** A GET request to the `dlr-url` with its escape codes filled in. */
export function kannelRequest(callback: Kannel, url: string, reported: Reported): ReportRequest {
  return { method: 'GET', url: fillEscapes(url, codesOf(callback, url, reported)), body: '', headers: {} };
}

/** The delivery report type, `%d`. */
export function reportType({ status, reference }: Pick<Reported, 'status' | 'reference'>): number {
  if (status === 'DELIVERED') return 1;
  if (status === 'SENT') return 8;
  return status === 'UNKNOWN' || reference !== undefined ? 2 : 16;
}

type Codes = Readonly<Record<string, string>>;

/** Codes without a value in a delivery report. */
const empty: Codes = { D: '', f: '', o: '', u: '', v: '', V: '' };

/** The escape codes of Kannel's user guide, with their meaning in a delivery report: `%p` is the phone, `%P` the sender, `%B` the reference. */
function codesOf({ notation }: Kannel, url: string, reported: Reported): Codes {
  const { messageId, accountId, sender, destination, isUnicode, at, carrier = '', reference = '' } = reported;
  const reply = replyOf(reported);
  const words = reply.split(/\s+/).filter((word) => word !== '');
  const phone = destination.replace('+', notation);
  return {
    A: encoded(reply),
    N: encoded(reply),
    a: words.map(encoded).join('+'),
    b: encoded(reply),
    e: Buffer.from(reply).toString('hex').toUpperCase(),
    k: encoded(words[0] ?? ''),
    s: encoded(words[1] ?? ''),
    S: encoded((words[1] ?? '').replaceAll('*', '~')),
    r: words.slice(1).map(encoded).join('+'),
    c: isUnicode ? '2' : '0',
    C: isUnicode ? 'UTF-16BE' : 'UTF-8',
    O: isUnicode ? '08' : '00',
    d: `${reportType(reported)}`,
    F: encoded(reference),
    i: encoded(carrier),
    I: messageId,
    m: '-1',
    M: '-1',
    n: accountId,
    p: encoded(phone),
    q: encoded(phone.replace(/^00/, '+')),
    P: encoded(sender),
    Q: encoded(sender.replace(/^00/, '+')),
    R: encoded(url),
    t: at.toISOString().slice(0, 19).replace('T', '+'),
    T: `${Math.floor(at.getTime() / 1_000)}`,
    B: encoded(reported.customerReference ?? ''),
    ...empty,
    '%': '%',
  };
}

/** Kannel's "reply of the SMSC": the carrier's receipt, or that it accepted the message, or why it did not. */
function replyOf({ status, receipt, reason }: Reported): string {
  if (status === 'SENT') return 'ACK/';
  return receipt ?? (reason === undefined ? '' : `NACK/${reason}`);
}

/** Fills the escape codes in one pass. Everything else stays as it is, percent-encoding included. */
export function fillEscapes(pattern: string, codes: Codes): string {
  let filled = '';
  let from = 0;
  for (let at = pattern.indexOf('%'); at >= 0 && at + 1 < pattern.length; at = pattern.indexOf('%', from)) {
    const letter = pattern[at + 1]!;
    const code = letter === '#' ? '' : Object.hasOwn(codes, letter) ? codes[letter] : `%${letter}`;
    filled += pattern.slice(from, at) + code;
    from = letter === '#' ? endOfMeta(pattern, at + 2) : at + 2;
  }
  return filled + pattern.slice(from);
}

/** `%#group#parameter#` stands for metadata, which reports here do not have. */
function endOfMeta(pattern: string, start: number): number {
  const middle = pattern.indexOf('#', start);
  const end = middle < 0 ? -1 : pattern.indexOf('#', middle + 1);
  return end < 0 ? start : end + 1;
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
