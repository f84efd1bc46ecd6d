import { type ReportFormat, storedUrl } from '../callback/callback.ts';
import { Refusal, type WrongNumber, WrongNumbers } from '../errors.ts';
import type { Money } from '../money/money.ts';
import { countryOf } from '../phone/phone.ts';
import { type ReportRoute, reportTarget } from '../receipt/report-target.ts';
import { looksLikeNumber, senderNumber } from '../sender/sender.ts';
import { type Encoding, MAX_CHARACTERS, prepare } from '../text/text.ts';
import { longestUrl, webUrlFault } from '../webhook/web-url.ts';
import { isUnixTime, unixTimeRule } from './schedule.ts';

/** A template of the account, by id or by name, and what its placeholders stand for. */
export type TemplateChoice = {
  id?: string;
  name?: string;
  language?: string;
  version?: number;
  variables?: Readonly<Record<string, unknown>>;
};

/** The body of a send request; its types are checked, its values are not. */
export type SendRequest = {
  sender: string;
  destinations: string[];
  message: { content: string; isUnicode?: boolean };
  /** Names the text, which stands in `message.content` once the template is filled in. */
  template?: TemplateChoice;
  deliveryReportUrl?: string;
  scheduledTime?: number;
  priceReport?: boolean;
  /** The format of its reports if it is not the standard one. Set only by the compatibility APIs. */
  callback?: ReportFormat;
  /** From acceptance or from the scheduled time. After that, a message that no carrier has accepted expires. */
  validitySeconds?: number;
  /** SMPP's registered_delivery; undefined for messages from other channels. */
  registeredDelivery?: number;
  /** If there is no receipt this many seconds after sending, the message is also sent over another carrier, if there is one. */
  fallbackSeconds?: number;
  /** The customer's own text, returned with reports and in lists. */
  reference?: string;
};

type OrNull<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };
/** The request as received: optional fields may be null, and a URL may be an empty string. */
export type GivenRequest = OrNull<Omit<SendRequest, 'message' | 'template' | 'callback' | 'registeredDelivery'>> & {
  message?: OrNull<Partial<SendRequest['message']>> | null;
  template?: OrNull<TemplateChoice> | null;
};

/** Removes nulls and empty URLs. Throws a Refusal unless there is either a content or a template. */
export function withoutNulls(given: GivenRequest): SendRequest {
  const { sender, destinations, message, deliveryReportUrl, scheduledTime, priceReport } = given;
  const template = given.template == null ? undefined : templateChoice(given.template);
  if (template !== undefined && message?.content != null)
    throw new Refusal(7, 'give either message.content or template, not both');
  const { validitySeconds, fallbackSeconds, reference } = given;
  return {
    sender,
    destinations,
    message: { content: message?.content ?? '', ...(message?.isUnicode != null && { isUnicode: message.isUnicode }) },
    ...(template && { template }),
    ...(deliveryReportUrl && { deliveryReportUrl }),
    ...(scheduledTime != null && { scheduledTime }),
    ...(priceReport != null && { priceReport }),
    ...(validitySeconds != null && { validitySeconds }),
    ...(fallbackSeconds != null && { fallbackSeconds }),
    ...(reference != null && { reference }),
  };
}

function templateChoice({ id, name, language, version, variables }: OrNull<TemplateChoice>): TemplateChoice {
  if ((id == null) === (name == null)) throw new Refusal(7, 'template must have either id or name');
  return {
    ...(id != null && { id }),
    ...(name != null && { name }),
    ...(language != null && { language }),
    ...(version != null && { version }),
    ...(variables != null && { variables }),
  };
}

export type SenderView = {
  readonly id: string;
  readonly status: string;
  readonly deliveryReportUrl: string | undefined;
  /** Undefined: the setting of the account. */
  readonly receipts?: ReportRoute | undefined;
};

/** The account data that a request is checked against. */
export type AccountView = {
  /** The channel of its delivery reports. */
  readonly receipts?: ReportRoute;
  /** Senders by value, including those of other channels. */
  readonly senders: ReadonlyMap<string, SenderView>;
  /** Price per segment by country, from the active price list. */
  readonly prices: ReadonlyMap<string, Money>;
  /** Where reports go if neither the request nor the sender names a URL: a target of a managed endpoint. */
  readonly deliveryReportUrl?: string | undefined;
};

export type Recipient = {
  readonly destination: string;
  readonly country: string;
  readonly price: Money;
  /** Why the message to this recipient is rejected on acceptance. */
  readonly refused?: string | undefined;
};

/** A request that satisfies all rules except the balance, which only the database can check. */
export type SendPlan = {
  readonly sender: string;
  readonly senderId: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly segments: number;
  readonly scheduledTime: number | undefined;
  /** Undefined: the service's own limit. */
  readonly validitySeconds?: number | undefined;
  /** Undefined unless submitted over SMPP. */
  readonly registeredDelivery?: number | undefined;
  /** Undefined: no fallback. */
  readonly fallbackSeconds?: number | undefined;
  readonly reference?: string | undefined;
  /** A report target (see `reportTarget`): a URL, the binds of the account, or both. */
  readonly deliveryReportUrl: string | undefined;
  readonly priceReport: boolean;
  readonly recipients: readonly Recipient[];
  readonly total: Money;
};

/** Checks the rules in order and throws a Refusal for the first one broken. `allow`: non-public ranges that webhooks may reach. */
export function planSend(request: SendRequest, account: AccountView, allow: readonly string[]): SendPlan {
  const deliveryReportUrl = checkUrl(request, allow);
  const fault = request.reference === undefined ? undefined : referenceFault(request.reference);
  if (fault !== undefined) throw new Refusal(7, `reference ${fault}`);
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
    reference: request.reference,
    registeredDelivery: request.registeredDelivery,
    deliveryReportUrl: reportTarget({
      url: deliveryReportUrl ?? sender.deliveryReportUrl ?? account.deliveryReportUrl,
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

/** Characters are code points, as in JSON schemas. */
export const longestReference = 256;

/** Why a text cannot be a reference. */
export function referenceFault(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'must be a text without control characters';
  const isTooLong = text.length > longestReference && [...text].length > longestReference;
  return isTooLong ? `must have at most ${longestReference} characters` : undefined;
}

/** The account does not have this sender now. Only the database knows whether it had one before. */
export class UnknownSender extends Refusal {
  /** The value in its registered form. */
  readonly value: string;

  constructor(value: string) {
    if (looksLikeNumber(value)) super(4, 'this number is not a sender of the account');
    else super(2, 'the sender is not registered for the account');
    this.value = value;
  }
}

export function refuseSender(status: string): Refusal {
  return new Refusal(2, `the sender is ${status}, it must be Confirmed`);
}

/** A number is found in any notation. It cannot be confused with a name, because a name contains a letter. */
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

export function checkContent({ content, isUnicode = false }: SendRequest['message']) {
  const prepared = prepare(content, isUnicode);
  if (!prepared.ok) throw new Refusal(1, contentDetails[prepared.refusal]);
  return prepared;
}

function checkSchedule(scheduledTime: number | undefined): number | undefined {
  if (scheduledTime === undefined || isUnixTime(scheduledTime)) return scheduledTime;
  throw new Refusal(5, unixTimeRule);
}

/** One invalid number rejects the whole request; all invalid numbers are listed, in the order of the request. */
export function checkDestinations(
  destinations: readonly string[],
  segments: number,
  { prices }: Pick<AccountView, 'prices'>,
): Recipient[] {
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
