import { numberNamed } from '../../domain/receipt/receipt.ts';
import { shortReceiptText } from '../../smpp/protocol/receipt.ts';
import type { InboundEvent, ReceiptEvent, ReceiptOutcome } from '../carrier.ts';
import { type Json, plain, referenceOf, textAt, withPlus } from './fields.ts';
import type { CallbackRequest, ProviderAccount, ProviderCallback } from './provider.ts';

const longestText = 400;
/** The longest inbound text: 255 parts of 153 septets. */
const longestInbound = 39_015;

/** Where a report has a value: a path, several paths of which the first with a value counts, or a function. */
type Field = string | readonly string[] | ((report: Json, account: ProviderAccount) => string | undefined);

type ReceiptRules = {
  readonly reference: Field;
  readonly status: Field;
  readonly destination?: Field | undefined;
  /** Used only where the message was not delivered. */
  readonly error?: Field | undefined;
  readonly map: Readonly<Record<string, ReceiptOutcome>>;
  /** The outcome of statuses that are not in the map. Without it they change nothing, and the operator gets to read them. */
  readonly otherwise?: ReceiptOutcome | undefined;
};

type InboundRules = {
  readonly id?: Field | undefined;
  readonly sender: Field;
  readonly recipient: Field;
  readonly text: Field;
  /** Whether the message has media, which is not delivered. */
  readonly media?: (report: Json) => boolean;
};

type Reports = {
  readonly receipts?: readonly Json[];
  readonly inbounds?: readonly Json[];
  readonly confirm?: string;
};

export type CallbackRules = {
  /** Throws a `BadCallback` for what is not understood. */
  reports(request: CallbackRequest): Reports;
  readonly receipt?: ReceiptRules | undefined;
  readonly inbound?: InboundRules | undefined;
  readonly answer?: ProviderCallback['answer'];
};

/** Turns `{ value: 'word word' }` into a table from each of the provider's words to its value. */
export const byWord = <T extends string>(words: Readonly<Partial<Record<T, string>>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries<string>(words as Record<string, string>).flatMap(([value, names]) =>
      names.split(' ').map((name) => [name, value as T]),
    ),
  );

export const notKnown = (what: string, given: string): string =>
  `the ${what} ${JSON.stringify(given.slice(0, 60))} is not known`;

export const unread = (reason: string): ProviderCallback => ({ receipts: [], inbounds: [], unread: [plain(reason)] });

export function readCallback(
  rules: CallbackRules,
  request: CallbackRequest,
  account: ProviderAccount,
): ProviderCallback {
  const { receipts = [], inbounds = [], confirm } = rules.reports(request);
  const faults: string[] = [];
  return {
    receipts: receipts.flatMap((report) => readReceipt(report, rules.receipt!, account, faults) ?? []),
    inbounds: inbounds.flatMap((report) => readInbound(report, rules.inbound!, account, faults) ?? []),
    unread: faults.map(plain),
    confirm,
    answer: rules.answer,
  };
}

/** Tells inbound messages from reports by the callback path, `…/inbound` or `…/status`; for any other path, by the body. */
export function byPath({ path }: CallbackRequest, report: Json, looksInbound: boolean): Reports {
  const isInbound = path === 'inbound' || (path !== 'status' && looksInbound);
  return isInbound ? { inbounds: [report] } : { receipts: [report] };
}

function fieldText(report: Json, field: Field | undefined, account: ProviderAccount): string | undefined {
  if (typeof field === 'function') return field(report, account);
  if (typeof field === 'string') return textAt(report, field);
  return field?.map((path) => textAt(report, path)).find((value) => value !== undefined);
}

function readReceipt(
  report: Json,
  rules: ReceiptRules,
  account: ProviderAccount,
  faults: string[],
): ReceiptEvent | undefined {
  const key = referenceOf(fieldText(report, rules.reference, account));
  if (key === undefined) {
    faults.push('the receipt has no reference of a message');
    return undefined;
  }
  const status = fieldText(report, rules.status, account) ?? '';
  const known = Object.hasOwn(rules.map, status) ? rules.map[status] : rules.otherwise;
  if (known === undefined) faults.push(notKnown('status', status));
  const outcome = known ?? 'no change';
  const hasFailed = outcome === 'failed' || outcome === 'rejected';
  const error = hasFailed ? fieldText(report, rules.error, account) : undefined;
  const destination = withPlus(fieldText(report, rules.destination, account) ?? '');
  const number = numberNamed(destination);
  return {
    keys: [{ key, certain: true }],
    outcome,
    destination,
    numbers: number === undefined ? [] : [number],
    error,
    text: plain(shortReceiptText(key, status, error).slice(0, longestText)),
  };
}

/** An HTTP provider has already joined the parts of a text. */
function readInbound(
  report: Json,
  rules: InboundRules,
  account: ProviderAccount,
  faults: string[],
): InboundEvent | undefined {
  const [id, sender, recipient, text = ''] = [rules.id, rules.sender, rules.recipient, rules.text].map((field) =>
    fieldText(report, field, account),
  );
  if (!sender || !recipient) {
    faults.push(`the inbound message names no ${sender ? 'recipient' : 'sender'}`);
    return undefined;
  }
  if (rules.media?.(report)) faults.push('the media of an inbound message is not delivered');
  return {
    sender: addressOf(sender),
    recipient: addressOf(recipient),
    octets: Buffer.from(text.slice(0, longestInbound), 'utf16le').swap16(),
    alphabet: 'ucs2',
    concatenation: undefined,
    ...(id === undefined ? {} : { id: id.slice(0, 128) }),
  };
}

const addressOf = (written: string): string => withPlus(plain(written.slice(0, 64)));
