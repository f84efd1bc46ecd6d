import * as jasmin from '../../src/api/compat/jasmin.ts';
import * as kannel from '../../src/api/compat/kannel.ts';
import { fieldsIn } from '../../src/api/compat/parameters.ts';
import { CompatError } from '../../src/api/compat/reply.ts';
import * as twilio from '../../src/api/compat/twilio.ts';
import { fromCursor, toCursor } from '../../src/api/operation/paging.ts';
import { readJson } from '../../src/api/server/bodies.ts';
import { HttpError } from '../../src/api/server/errors.ts';
import { Problem } from '../../src/base/problem.ts';
import { template } from '../../src/carriers/http/generic/description.ts';
import { openAddress } from '../../src/carriers/http/kind.ts';
import { readSimulatorSettings } from '../../src/carriers/simulator/carrier.ts';
import { readSettings } from '../../src/carriers/smpp/settings.ts';
import { imapUrl } from '../../src/config/setting.ts';
import { callbackIn, storedUrl } from '../../src/domain/callback/callback.ts';
import { fillEscapes } from '../../src/domain/callback/kannel.ts';
import { readRequest } from '../../src/domain/email2sms/request.ts';
import { Refusal } from '../../src/domain/errors.ts';
import { parseMoney } from '../../src/domain/money/money.ts';
import { readPrices } from '../../src/domain/money/price-csv.ts';
import { readNumbers } from '../../src/domain/optout/numbers-csv.ts';
import { countryOf } from '../../src/domain/phone/phone.ts';
import { prepare, split } from '../../src/domain/text/text.ts';
import { MailRefused, returnPath } from '../../src/email/read/headers.ts';
import { readMail } from '../../src/email/read/mail.ts';
import { readReceiptText } from '../../src/smpp/protocol/receipt.ts';
/**
 * Every parser of untrusted input. A new one is a row here and a file in `corpus/` with inputs worth keeping: typical
 * ones to mutate, and every one that ever failed. (PDUs and request bodies have their own suites:
 * `src/carriers/smpp/fuzz.test.ts`, `test/send/fuzz.test.ts`.)
 */

export type Parser = {
  /** Also the name of its corpus. */
  readonly name: string;
  /** Parses the input, and throws if the result breaks a rule. */
  readonly parse: (input: string) => unknown;
  /** The errors it may reject an input with; any other is a fault. */
  readonly refuses: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
};

export const parsers: readonly Parser[] = [
  { name: 'receipt-text', refuses: [], parse: readReceiptText },
  { name: 'carrier-url', refuses: [Problem], parse: withoutPassword(readSettings) },
  { name: 'http-url', refuses: [Problem], parse: withoutPassword((url) => openAddress({ url })) },
  { name: 'http-template', refuses: [Problem], parse: template },
  { name: 'simulator-url', refuses: [Problem], parse: readSimulatorSettings },
  { name: 'imap-url', refuses: [Error], parse: withoutPassword(imapUrl) },
  { name: 'cursor', refuses: [HttpError], parse: cursorAgain },
  { name: 'json', refuses: [Refusal], parse: (input) => readJson(Buffer.from(input, 'latin1')) },
  { name: 'money', refuses: [RangeError], parse: parseMoney },
  { name: 'phone', refuses: [], parse: countryOf },
  { name: 'text', refuses: [], parse: splitAndJoin },
  { name: 'price-csv', refuses: [], parse: readPrices },
  { name: 'numbers-csv', refuses: [], parse: (input) => [...readNumbers(input)] },
  { name: 'email-tags', refuses: [], parse: readRequest },
  {
    name: 'mail',
    refuses: [MailRefused],
    parse: (input) => readMail(Buffer.from(input, 'latin1'), { fallbackCharset: 'windows-1250' }),
  },
  { name: 'return-path', refuses: [], parse: (input) => returnPath(Buffer.from(input, 'latin1')) },
  { name: 'kannel', refuses: [CompatError], parse: readKannel },
  { name: 'jasmin', refuses: [CompatError], parse: (input) => jasmin.sendRequest(fieldsIn(input), 0) },
  {
    name: 'twilio',
    refuses: [CompatError],
    parse: (input) => twilio.sendRequest(fieldsIn(input), 'token'),
  },
];

/** With the URL of its reports, whatever it contains. */
function readKannel(input: string): void {
  const { deliveryReportUrl: url, callback } = kannel.sendRequest(fieldsIn(input), 0);
  if (url === undefined || callback === undefined) return;
  fillEscapes(url, { d: '1', p: '%2B386' });
  const stored = callbackIn(storedUrl(callback, url));
  if (stored?.url !== url) throw new Error('the URL is not read as it was stored');
}

const passwordInCorpus = 'hunter2secret';

/** Whatever is wrong with a URL, the error does not contain its password. */
function withoutPassword(read: (input: string) => unknown): (input: string) => unknown {
  return (input) => {
    try {
      return read(input);
    } catch (error) {
      const said = `${(error as Error).message} ${(error as Partial<Problem>).next ?? ''}`;
      if (said.includes(passwordInCorpus)) throw new TypeError(`the password is in the error: ${said}`);
      throw error;
    }
  };
}

/** Every cursor has exactly one spelling. */
function cursorAgain(input: string): string {
  const id = fromCursor(input);
  if (toCursor(id) !== input) throw new TypeError('another cursor means the same');
  return id;
}

/** The segments of a text add up to the text, in any encoding. */
function splitAndJoin(input: string): void {
  for (const isUnicode of [true, false]) {
    const prepared = prepare(input, isUnicode);
    if (!('text' in prepared)) continue;
    const { text, encoding } = prepared;
    if (split(text, encoding).join('') !== text) throw new TypeError('the segments are not the text');
  }
}
