import { type MeaningName, meanings, type Side } from './meanings.ts';
import { byHttpStatus, ownMeaning } from './own.ts';
import { providerCodes } from './providers.ts';
import { receiptErrors, receiptStates, smppStatuses } from './smpp.ts';

/** What is known about a carrier for explaining its codes. */
export type ReasonCarrier = {
  readonly id: string;
  readonly url: string;
  /** The operator's texts by code, which come before the table. */
  readonly reasonTexts: Readonly<Record<string, string>>;
};

export type Reason = {
  readonly text: string;
  readonly advice: string | undefined;
  readonly by: Side;
  /** As the carrier gave it: `001, UNDELIV`. */
  readonly code: string | undefined;
  /** Undefined for a text of the operator, and for a reason that is in no table. */
  readonly meaning: MeaningName | undefined;
  /** The text is the stored reason itself. */
  readonly isRaw: boolean;
};

/** `simulator`, `smpp`, or the name of an HTTP provider. */
export function carrierKind(url: string): string {
  return /^https?\+([a-z]+):/.exec(url)?.[1] ?? (url.startsWith('simulator:') ? 'simulator' : 'smpp');
}

type Codes = {
  /** The error code and the state of a receipt, or the code of an answer. */
  readonly codes: readonly string[];
  readonly httpStatus?: number | undefined;
};

export function codesIn(reason: string): Codes {
  const receipt = /^carrier (?:error (\S+)|state)(?: \(?([A-Z]+)\)?)?$/.exec(reason);
  if (receipt !== null) return { codes: receipt.slice(1).filter((code) => code !== undefined) };
  const smpp = /\b(?:ESME_\w+|0x[0-9a-f]{8})\b/.exec(reason);
  if (smpp !== null) return { codes: [smpp[0]] };
  const http = /\bHTTP (\d{3})(?: ([\w.:/ -]+))?\)?$/.exec(reason);
  if (http !== null) return { codes: http[2] === undefined ? [] : [http[2]], httpStatus: Number(http[1]) };
  return { codes: /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(reason) ? [reason] : [] };
}

/**
 * A stored reason in plain words. Without the carrier of the message, all carriers are asked: a code with different meanings at two of
 * them is not explained.
 */
export function explainReason(reason: string, carriers: readonly ReasonCarrier[], carrierId?: string): Reason {
  const { codes, httpStatus } = codesIn(reason);
  const of = carriers.filter(({ id }) => id === carrierId);
  const asked = of.length > 0 ? of : carriers;
  const kinds = asked.length > 0 ? asked.map(({ url }) => carrierKind(url)) : ['smpp'];
  const name =
    first(codes, (code) => only(kinds.flatMap((kind) => meaningOf(code, kind) ?? []))) ??
    ownMeaning(reason) ??
    (httpStatus === undefined ? undefined : byHttpStatus(httpStatus)) ??
    (codes.length > 0 ? 'unknown code' : undefined);
  const shown = httpStatus === undefined ? codes : [`HTTP ${httpStatus}`, ...codes];
  const code = shown.length > 0 ? shown.join(', ') : undefined;
  const text = first(codes, (each) => only(asked.flatMap((carrier) => ownTextOf(carrier, each) ?? [])));
  const { by } = meanings[name ?? 'unknown code'];
  if (text !== undefined) return { text, advice: undefined, by, code, meaning: undefined, isRaw: false };
  if (name === undefined)
    return { text: sentence(reason), advice: undefined, by, code, meaning: undefined, isRaw: true };
  return { text: meanings[name].text, advice: meanings[name].advice, by, code, meaning: name, isRaw: false };
}

/** For customers: nothing about the service's own account with the carrier, and no reason that is in no table. */
export function reasonForCustomer(reason: Reason): Reason {
  const isInternal = reason.meaning !== undefined && 'isInternal' in meanings[reason.meaning];
  if (!reason.isRaw && !isInternal) return reason;
  const { text, advice, by } = meanings['behind the service'];
  return { text, advice, by, code: undefined, meaning: 'behind the service', isRaw: false };
}

/** SMPP carriers write error codes with leading zeros, and after the type of their network: `3:034`. */
function meaningOf(code: string, kind: string): MeaningName | undefined {
  const word = code.toUpperCase();
  const isSmpp = kind === 'smpp' || kind === 'simulator';
  const number = word.slice(word.lastIndexOf(':') + 1);
  const ofError = isSmpp ? receiptErrors[number.replace(/^0+/, '') || '0'] : providerCodes[kind]?.[word];
  return ofError ?? smppStatuses[word] ?? receiptStates[word];
}

function ownTextOf({ reasonTexts }: ReasonCarrier, code: string): string | undefined {
  const word = code.toUpperCase();
  return Object.entries(reasonTexts).find(([key]) => key.toUpperCase() === word)?.[1];
}

const only = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);

function first<T>(codes: readonly string[], of: (code: string) => T | undefined): T | undefined {
  for (const code of codes) {
    const found = of(code);
    if (found !== undefined) return found;
  }
  return undefined;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`;
