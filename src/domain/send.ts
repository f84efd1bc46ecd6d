import { Refusal } from './errors.ts';
import type { Money } from './money.ts';
import { countryOf } from './phone.ts';
import { isUnixTime, unixTimeRule } from './schedule.ts';
import { type Encoding, MAX_CHARACTERS, prepare } from './text.ts';

/** The body of a send request, of the right shape but otherwise unchecked. */
export type SendRequest = {
  sender: string;
  destinations: string[];
  message: { content: string; isUnicode?: boolean };
  deliveryReportUrl?: string;
  scheduledTime?: number;
  priceReport?: boolean;
};

export type SenderView = {
  readonly id: string;
  readonly status: string;
  readonly deliveryReportUrl: string | undefined;
};

/** What a request is checked against. */
export type AccountView = {
  /** SMS senders by value, deleted ones and those of other channels included as what they are. */
  readonly senders: ReadonlyMap<string, SenderView>;
  /** Price per segment by country: the active price list. */
  readonly prices: ReadonlyMap<string, Money>;
};

export type Recipient = { readonly destination: string; readonly country: string; readonly price: Money };

/** A request that keeps all rules but the last, which only the database can decide: whether the money is there. */
export type Plan = {
  readonly sender: string;
  readonly senderId: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly segments: number;
  readonly scheduledTime: number | undefined;
  readonly deliveryReportUrl: string | undefined;
  readonly priceReport: boolean;
  readonly recipients: readonly Recipient[];
  readonly total: Money;
};

export const longestUrl = 2_048;

/** The rules in the order in which they speak; the first one broken is the answer. Throws a Refusal. */
export function planSend(request: SendRequest, account: AccountView): Plan {
  const deliveryReportUrl = checkUrl(request.deliveryReportUrl);
  const sender = checkSender(request.sender, account);
  const { text, encoding, segments } = checkContent(request.message);
  const scheduledTime = checkSchedule(request.scheduledTime);
  const recipients = checkDestinations(request.destinations, segments, account);
  return {
    sender: request.sender,
    senderId: sender.id,
    text,
    encoding,
    segments,
    scheduledTime,
    deliveryReportUrl: deliveryReportUrl ?? sender.deliveryReportUrl,
    priceReport: request.priceReport ?? false,
    recipients,
    total: recipients.reduce((sum, { price }) => sum + price, 0n),
  };
}

function checkUrl(url: string | undefined): string | undefined {
  if (url === undefined || isWebUrl(url)) return url;
  throw new Refusal(7, `deliveryReportUrl must be an http or https URL of at most ${longestUrl} characters`);
}

/** What a webhook can be sent to. */
export function isWebUrl(url: string): boolean {
  return isPlain(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The parser forgives control characters and halves of surrogate pairs; NUL cannot even be stored. */
function isPlain(url: string): boolean {
  return url.length <= longestUrl && url.isWellFormed() && !/\p{Cc}/u.test(url);
}

function checkSender(value: string, { senders }: AccountView): SenderView {
  const sender = senders.get(value);
  if (sender?.status === 'Confirmed') return sender;
  if (sender !== undefined) throw new Refusal(2, `the sender is ${sender.status}, it must be Confirmed`);
  if (looksLikeNumber(value)) throw new Refusal(4, 'this number is not a sender of the account');
  throw new Refusal(2, 'the account has no such sender');
}

/** A name needs a letter, so digits alone can only be meant as a phone number. */
function looksLikeNumber(value: string): boolean {
  return /^\+?\d[\d ()/.-]*$/.test(value);
}

const contentDetails = {
  empty: 'the message is empty or only white space',
  'too long': `the message has more than ${MAX_CHARACTERS} characters`,
  'not text': 'the message contains a NUL character or half a surrogate pair',
} as const;

function checkContent({ content, isUnicode = false }: SendRequest['message']) {
  const prepared = prepare(content, isUnicode);
  if (!prepared.ok) throw new Refusal(1, contentDetails[prepared.refusal]);
  return prepared;
}

function checkSchedule(scheduledTime: number | undefined): number | undefined {
  if (scheduledTime === undefined || isUnixTime(scheduledTime)) return scheduledTime;
  throw new Refusal(5, unixTimeRule);
}

/** One wrong number refuses the whole request, and all wrong ones are named, in the order of the request. */
function checkDestinations(destinations: readonly string[], segments: number, { prices }: AccountView): Recipient[] {
  const recipients: Recipient[] = [];
  const wrong: string[] = [];
  for (const destination of destinations) {
    const country = countryOf(destination);
    const unitPrice = country === undefined ? undefined : prices.get(country);
    if (country === undefined || unitPrice === undefined) wrong.push(destination);
    else recipients.push({ destination, country, price: unitPrice * BigInt(segments) });
  }
  if (wrong.length > 0) throw new Refusal(3, undefined, wrong);
  return recipients;
}
