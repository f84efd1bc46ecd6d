/**
 * The text form of a receipt (SMPP 3.4, appendix B), which no two SMSCs write alike:
 * `id:IIIIIIIIII sub:SSS dlvrd:DDD submit date:YYMMDDhhmm done date:YYMMDDhhmm stat:DDDDDDD err:E text: …`
 */
export type ReceiptText = {
  readonly id?: string;
  readonly stat?: string;
  readonly err?: string;
  readonly sub?: string;
  readonly dlvrd?: string;
  readonly submitDate?: string;
  readonly doneDate?: string;
};

type Name = keyof ReceiptText;

/** Names as found in the wild, in lower case and without what may stand between two words. */
const NAMES: Readonly<Record<string, Name>> = {
  id: 'id',
  msgid: 'id',
  messageid: 'id',
  stat: 'stat',
  status: 'stat',
  state: 'stat',
  err: 'err',
  error: 'err',
  errorcode: 'err',
  sub: 'sub',
  dlvrd: 'dlvrd',
  dlvrdd: 'dlvrd',
  delivered: 'dlvrd',
  submitdate: 'submitDate',
  donedate: 'doneDate',
};

const NAME =
  '(?:message[ _]?id|msg[ _]?id|id|submit[ _]?date|done[ _]?date|error[ _]?code|error|err|status|state|stat|sub|dlvrdd?|delivered|text)';

// A value ends at white space or a separator ("id:1,stat:DELIVRD"), and is empty where the next name follows ("id: sub:001").
const FIELD = new RegExp(`\\b(${NAME})[ \\t]{0,4}[:=][ \\t]{0,4}(?!${NAME}[ \\t]{0,4}[:=])([^\\s,;|]*)`, 'gi');
const TEXT = /\btext[ \t]{0,4}[:=]/i;

/** What of it is there. `text:` quotes the message, so fields behind it count only where they are missing in front of it. */
export function readReceiptText(text: string): ReceiptText {
  const cut = text.search(TEXT);
  if (cut < 0) return readFields(text);
  return { ...readFields(text.slice(cut)), ...readFields(text.slice(0, cut)) };
}

/** Where a field comes twice, the first one with a value counts. Some SMSCs put their values into quotation marks. */
function readFields(text: string): ReceiptText {
  const fields: { -readonly [N in Name]?: string } = {};
  for (const [, name = '', written = ''] of text.matchAll(FIELD)) {
    const value = written.replace(/^["']|["']$/g, '');
    const known = NAMES[name.toLowerCase().replace(/[ _]/g, '')];
    if (known !== undefined && value !== '') fields[known] ??= value;
  }
  return fields;
}
