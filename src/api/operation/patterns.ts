import { languageTag } from '../../domain/text/template/language.ts';

/** Control characters and unpaired surrogates, which PostgreSQL cannot store in text or JSON. */
const plain = String.raw`\p{Cc}\p{Cs}`;

export const patterns = {
  text: `^[^${plain}]*$`,
  filledText: String.raw`^[^\S${plain}]*[^\s${plain}][^${plain}]*$`,
  email: String.raw`^[^\s@<>"${plain}]{1,64}@[^\s@<>"${plain}]{1,190}$`,
  amount: String.raw`^\d{1,12}(\.\d{1,6})?$`,
  signedAmount: String.raw`^-?\d{1,12}(\.\d{1,6})?$`,
  unitPrice: String.raw`^\d{1,6}(\.\d{1,6})?$`,
  currency: '^[A-Z]{3}$',
  country: '^[A-Z]{2}$',
  phoneNumber: String.raw`^\+[1-9]\d{6,14}$`,
  phonePrefix: String.raw`^\+[1-9][0-9]{0,14}$`,
  keyPrefix: '^[0-9a-fA-F]{1,8}$',
  totpCode: '^[0-9]{6}$',
  systemId: '^[A-Za-z0-9_.-]{1,15}$',
  language: languageTag.source,
  appHash: '^[A-Za-z0-9+/]{11}$',
  domain: String.raw`^[a-z0-9-]+(\.[a-z0-9-]+)+$`,
  code: '^[0-9]{4,10}$',
  numberOrName: String.raw`^(\+[1-9]\d{6,14}|(?!\+)[\p{L}\p{N} &+_.-]{1,28})$`,
} as const;

const meanings: Record<keyof typeof patterns, string> = {
  text: 'a text without control characters',
  filledText: 'a text that is not blank, without control characters',
  email: 'an e-mail address such as anna@example.com',
  amount: 'an amount such as 25.50, not negative, with at most 12 digits before the point and 6 behind it',
  signedAmount: 'an amount such as -12.50, with at most 12 digits before the point and 6 behind it',
  unitPrice: 'a price such as 0.0125, not negative, with at most 6 digits before the point and 6 behind it',
  currency: 'three capital letters such as EUR',
  country: 'two capital letters such as SI',
  phoneNumber: 'a phone number in E.164 form such as +38640123456',
  phonePrefix: 'a + and the first digits of numbers, such as +38640',
  keyPrefix: 'the first characters of a key, at most eight',
  totpCode: 'six digits',
  systemId: '1 to 15 letters, digits and - _ .',
  language: 'a language such as sl or pt-BR',
  appHash: '11 characters of Base64',
  domain: 'a host name such as shop.example.com',
  code: '4 to 10 digits',
  numberOrName: 'a phone number in E.164 form or the name of a sender',
};

const names = new Map(Object.entries(patterns).map(([name, pattern]) => [pattern as string, name]));

export function inWords(pattern: string): string | undefined {
  const name = names.get(pattern);
  return name === undefined ? undefined : meanings[name as keyof typeof patterns];
}
