import { type Callback, storedUrl } from '../callback/stored.ts';
import { Refusal, type WrongNumber, WrongNumbers } from '../errors.ts';
import type { Money } from '../money/money.ts';
import { countryOf } from '../phone/phone.ts';
import { type Route, reportTarget } from '../receipt/report-target.ts';
import { looksLikeNumber, senderNumber } from '../sender/sender.ts';
import { type Encoding, MAX_CHARACTERS, prepare } from '../text/text.ts';
import { longestUrl, webUrlFault } from '../webhook/web-url.ts';
import { isUnixTime, unixTimeRule } from './schedule.ts';

/** The body of a send request, of the right shape but otherwise unchecked. */
export type SendRequest = {
  sender: string;
  destinations: string[];
  message: { content: string; isUnicode?: boolean };
  deliveryReportUrl?: string;
  scheduledTime?: number;
  priceReport?: boolean;
  /** How its reports are told, where not as the contract says. Nobody can ask for it but a door. */
  callback?: Callback;
  /** From acceptance, or from its scheduled time: what no carrier has by then is not sent any more. */
  validitySeconds?: number;
  /** Which receipts are wanted, as SMPP says it; only of what came by SMPP. */
  registeredDelivery?: number;
  /** Without a receipt so long after it was sent, it goes over another carrier too, if there is one. */
  fallbackSeconds?: number;
};

type OrNull<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };
/** The same as it comes: what is optional may be null, and a URL may be an empty text. */
export type GivenRequest = OrNull<Omit<SendRequest, 'message' | 'callback' | 'registeredDelivery'>> & {
  message: OrNull<SendRequest['message']>;
};

/** With what is null or an empty URL left out. */
export function withoutNulls(given: GivenRequest): SendRequest {
  const { sender, destinations, message, deliveryReportUrl, scheduledTime, priceReport } = given;
  const { validitySeconds, fallbackSeconds } = given;
  return {
    sender,
    destinations,
    message: { content: message.content, ...(message.isUnicode != null && { isUnicode: message.isUnicode }) },
    ...(deliveryReportUrl && { deliveryReportUrl }),
    ...(scheduledTime != null && { scheduledTime }),
    ...(priceReport != null && { priceReport }),
    ...(validitySeconds != null && { validitySeconds }),
    ...(fallbackSeconds != null && { fallbackSeconds }),
  };
}

export type SenderView = {
  readonly id: string;
  readonly status: string;
  readonly deliveryReportUrl: string | undefined;
  /** Undefined: as the account says. */
  readonly receipts?: Route | undefined;
};

/** What a request is checked against. */
export type AccountView = {
  /** Which way its delivery reports go. */
  readonly receipts?: Route;
  /** Senders by value, those of other channels included as what they are. */
  readonly senders: ReadonlyMap<string, SenderView>;
  /** Price per segment by country: the active price list. */
  readonly prices: ReadonlyMap<string, Money>;
};

export type Recipient = {
  readonly destination: string;
  readonly country: string;
  readonly price: Money;
  /** Why the message to it is rejected as soon as it is accepted. */
  readonly refused?: string | undefined;
};

/** A request that keeps all rules but the last, which only the database can decide: whether the money is there. */
export type Plan = {
  readonly sender: string;
  readonly senderId: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly segments: number;
  readonly scheduledTime: number | undefined;
  /** Undefined: as long as the service tries. */
  readonly validitySeconds?: number | undefined;
  /** Undefined for what did not come by SMPP. */
  readonly registeredDelivery?: number | undefined;
  /** Undefined: it is sent once. */
  readonly fallbackSeconds?: number | undefined;
  /** A target (see reportTarget): a URL, the binds of the account, or both. */
  readonly deliveryReportUrl: string | undefined;
  readonly priceReport: boolean;
  readonly recipients: readonly Recipient[];
  readonly total: Money;
};

/**
 * The rules in the order in which they speak; the first one broken is the answer. Throws a Refusal. `allow` are the ranges
 * that webhooks may reach besides the public internet.
 */
export function planSend(request: SendRequest, account: AccountView, allow: readonly string[]): Plan {
  const deliveryReportUrl = checkUrl(request, allow);
  const sender = checkSender(request.sender, account);
  const { text, encoding, segments } = checkContent(request.message);
  const scheduledTime = checkSchedule(request.scheduledTime);
  const recipients = checkDestinations(request.destinations, segments, account);
  return {
    sender: sender.value,
    senderId: sender.id,
    text,
    encoding,
    segments,
    scheduledTime,
    validitySeconds: request.validitySeconds,
    fallbackSeconds: request.fallbackSeconds,
    registeredDelivery: request.registeredDelivery,
    deliveryReportUrl: reportTarget({
      url: deliveryReportUrl ?? sender.deliveryReportUrl,
      registered: request.registeredDelivery,
      route: sender.receipts ?? account.receipts ?? 'auto',
    }),
    priceReport: request.priceReport ?? false,
    recipients,
    total: recipients.reduce((sum, { price }) => sum + price, 0n),
  };
}

function checkUrl({ deliveryReportUrl: url, callback }: SendRequest, allow: readonly string[]): string | undefined {
  const fault = url === undefined ? undefined : webUrlFault(url, allow);
  if (fault !== undefined) throw new Refusal(7, `deliveryReportUrl ${fault}`);
  if (url === undefined || callback === undefined) return url;
  const stored = storedUrl(callback, url);
  const most = longestUrl - (stored.length - url.length);
  if (url.length > most) throw new Refusal(7, `deliveryReportUrl must have at most ${most} characters`);
  return stored;
}

/** The account has no such sender now. Whether it has had one is for the database to say. */
export class UnknownSender extends Refusal {
  /** As it would be registered. */
  readonly value: string;

  constructor(value: string) {
    if (looksLikeNumber(value)) super(4, 'this number is not a sender of the account');
    else super(2, 'the account has no such sender');
    this.value = value;
  }
}

export function refuseSender(status: string): Refusal {
  return new Refusal(2, `the sender is ${status}, it must be Confirmed`);
}

/** A number is found however it is written; no name can be mistaken for one, because a name has a letter. */
function checkSender(written: string, { senders }: AccountView): SenderView & { readonly value: string } {
  const value = senders.has(written) ? written : (senderNumber(written) ?? written);
  const sender = senders.get(value);
  if (sender === undefined) throw new UnknownSender(value);
  if (sender.status !== 'Confirmed') throw refuseSender(sender.status);
  return { ...sender, value };
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
  const wrong: WrongNumber[] = [];
  for (const destination of destinations) {
    const country = countryOf(destination);
    const unitPrice = country === undefined ? undefined : prices.get(country);
    if (country === undefined || unitPrice === undefined) wrong.push({ number: destination, country });
    else recipients.push({ destination, country, price: unitPrice * BigInt(segments) });
  }
  if (wrong.length > 0) throw new WrongNumbers(wrong);
  return recipients;
}
