import { inLanguage } from '../text/template/language.ts';
import { type Braces, filled, piecesOf, placeholdersIn } from '../text/template/placeholders.ts';

/**
 * The text of a verification code in each language, with the placeholders `{code}` and `{service}`. The code comes first, because
 * phones offer it for autofill from there and notifications show it. Characters outside GSM-7 are replaced when the message is
 * sent, as in every message.
 */
export const builtInTexts: Readonly<Record<string, string>> = {
  bg: '{code} е вашият код за {service}. Не го споделяйте с никого.',
  bs: '{code} je vaš kod za {service}. Nemojte ga dijeliti ni s kim.',
  cs: '{code} je váš ověřovací kód pro {service}. Nikomu ho nesdělujte.',
  da: '{code} er din kode til {service}. Del den ikke med nogen.',
  de: '{code} ist Ihr Code für {service}. Geben Sie ihn an niemanden weiter.',
  el: '{code} είναι ο κωδικός σας για {service}. Μην τον δώσετε σε κανέναν.',
  en: '{code} is your {service} verification code. Do not share it with anyone.',
  es: '{code} es su código de verificación de {service}. No lo comparta con nadie.',
  et: '{code} on teie kood teenusele {service}. Ärge jagage seda kellegagi.',
  fi: '{code} on vahvistuskoodisi palveluun {service}. Älä jaa sitä kenellekään.',
  fr: '{code} est votre code de vérification {service}. Ne le communiquez à personne.',
  hr: '{code} je vaš kod za {service}. Nemojte ga dijeliti ni s kim.',
  hu: '{code} az Ön {service} ellenőrző kódja. Ne ossza meg senkivel.',
  it: '{code} è il tuo codice di verifica {service}. Non condividerlo con nessuno.',
  lt: '{code} yra jūsų {service} patvirtinimo kodas. Niekam jo neatskleiskite.',
  lv: '{code} ir jūsu {service} apstiprinājuma kods. Nevienam to neizpaudiet.',
  mk: '{code} е вашиот код за {service}. Не го споделувајте со никого.',
  nb: '{code} er koden din for {service}. Ikke del den med noen.',
  nl: '{code} is uw verificatiecode voor {service}. Deel deze met niemand.',
  pl: '{code} to Twój kod weryfikacyjny {service}. Nie podawaj go nikomu.',
  pt: '{code} é o seu código de verificação {service}. Não o partilhe com ninguém.',
  ro: '{code} este codul dvs. de verificare {service}. Nu îl dați nimănui.',
  ru: '{code} - ваш код для {service}. Никому его не сообщайте.',
  sk: '{code} je váš overovací kód pre {service}. Nikomu ho nehovorte.',
  sl: '{code} je vaša koda za {service}. Ne povejte je nikomur.',
  sq: '{code} është kodi juaj për {service}. Mos e ndani me askënd.',
  sr: '{code} je vaš kod za {service}. Nemojte ga deliti ni sa kim.',
  sv: '{code} är din kod för {service}. Dela den inte med någon.',
  tr: '{code}, {service} doğrulama kodunuzdur. Kimseyle paylaşmayın.',
  uk: '{code} - ваш код для {service}. Нікому його не повідомляйте.',
};

export const usualLanguage = 'en';

/** The longest template of an account, in characters. With the longest name and code the text still fits into a message. */
export const longestTemplate = 300;
export const longestService = 40;

/** The text for `sl` or `sl-SI`, ignoring case and region; undefined if the language has none. */
export function textFor(language: string, own: ReadonlyMap<string, string>): string | undefined {
  const builtIn = (name: string) => (Object.hasOwn(builtInTexts, name) ? builtInTexts[name] : undefined);
  return inLanguage(language.toLowerCase(), (name) => own.get(name) ?? builtIn(name));
}

const braces: Braces = { open: '{', close: '}', tokens: /([{}])/ };
const codePlace = '{code}';

/** What is wrong with an account's own template; undefined if it is valid. */
export function templateFault(template: string): string | undefined {
  if ([...template].length > longestTemplate) return `must have at most ${longestTemplate} characters`;
  const placeholders = placeholdersIn(piecesOf(template, braces));
  const [first, ...more] = placeholders.filter(({ written }) => written === codePlace);
  if (first === undefined) return 'must hold {code}, in whose place the code stands';
  if (more.length > 0) return 'must hold {code} once';
  const [before, behind] = [template.slice(0, first.at), template.slice(first.at + codePlace.length)];
  // Phones recognise a code only between spaces or line breaks; some ignore "123456." and "A123456".
  if (/[\p{L}\p{N}}]$/u.test(before) || /^[\p{L}\p{N}{]/u.test(behind))
    return 'must have no letter, digit or {service} beside {code}';
  if (/^\p{P}\s*$/u.test(behind))
    return 'must not end with {code} and a punctuation mark: phones would take the mark for a part of it';
  const unknown = placeholders.find(({ name }) => name !== undefined && name !== 'code' && name !== 'service');
  return unknown && `must hold no other placeholder than {code} and {service}, such as ${unknown.written}`;
}

/** What lets a phone fill in the code automatically: the app that requested it, or the site. */
export type Autofill = { readonly appHash?: string | undefined; readonly domain?: string | undefined };

/** The complete text of a message. Placeholders inside `service` are not replaced. */
export function verifyText(template: string, code: string, service: string, { appHash, domain }: Autofill): string {
  const values = new Map([
    ['code', code],
    ['service', service],
  ]);
  const text = filled(piecesOf(template, braces), (name) => values.get(name));
  // Both must be the last line: https://wicg.github.io/sms-one-time-codes and Google's SMS Retriever.
  if (domain !== undefined) return `${text}\n\n@${domain} #${code}`;
  return appHash === undefined ? text : `${text}\n\n${appHash}`;
}
