import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { reloadIfReachable } from '../shell/reload.ts';
import type { Catalogue, Key, Values } from './catalogue.ts';
import { cut, sentenceOf } from './sentence.ts';

export type Language = 'en' | 'sl';
export const languages: Readonly<Record<Language, string>> = { en: 'English', sl: 'Slovenščina' };

/** Dates and numbers of English readers in the order that most of the world writes them. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', sl: 'sl-SI' };
const remembered = 'hermod-language';

const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import('./en/index.ts')).en,
  sl: async () => (await import('./sl/index.ts')).sl,
};

/** The script in the head has chosen: what was chosen here before, or what the browser asks for. */
export function languageOfPage(): Language {
  return document.documentElement.lang === 'sl' ? 'sl' : 'en';
}

export function loadTexts(language: Language): Promise<Catalogue> {
  return loaders[language]();
}

/** The page is loaded again: texts are chosen once, and no view has to mind a change. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // Storage may be forbidden: the choice then lasts no longer than the page.
  }
  void reloadIfReachable();
}

type Told = { readonly language: Language; readonly catalogue: Catalogue };
const Context = createContext<Told | undefined>(undefined);

export function TextsProvider({ language, catalogue, children }: Told & { children: ReactNode }) {
  const told = useMemo(() => ({ language, catalogue }), [language, catalogue]);
  return <Context value={told}>{children}</Context>;
}

export type Translate = <K extends Key>(key: K, ...values: Values<K, string | number>) => string;
export type TranslateRich = <K extends Key>(key: K, ...values: Values<K, ReactNode>) => ReactNode;

export type Texts = {
  readonly language: Language;
  readonly locale: string;
  /** The text of a key; numbers are written as the language writes them. */
  readonly t: Translate;
  /** The same with elements in the blanks. */
  readonly rich: TranslateRich;
};

/** Texts of the page. `const { t } = useTexts(); t('messages.title')` */
export function useTexts(): Texts {
  const told = useContext(Context);
  if (!told) throw new Error('useTexts needs a TextsProvider around it');
  return useMemo(() => textsOf(told), [told]);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name in Arabic or Hebrew would turn the words around it in a sentence; Unicode's isolates keep them apart. */
function isolated(value: unknown): unknown {
  return typeof value === 'string' && rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}

function textsOf({ language, catalogue }: Told): Texts {
  const locale = locales[language];
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const pieces = (key: Key, values: Readonly<Record<string, unknown>> = {}): unknown[] =>
    cut(sentenceOf(catalogue, rules, key, values['count'])).map((piece, place) => {
      if (place % 2 === 0) return piece;
      const value = values[piece];
      return typeof value === 'number' ? numbers.format(value) : isolated(value);
    });
  return {
    language,
    locale,
    t: (key, ...[values]) => pieces(key, values).join(''),
    rich: (key, ...[values]) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change their places.
      pieces(key, values).map((piece, place) => <Fragment key={place}>{piece as ReactNode}</Fragment>),
  };
}
