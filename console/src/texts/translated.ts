import type { Said } from '../../../src/domain/text/said.ts';
import { countText } from '../parts/number-text.ts';
import type { Texts } from './language.tsx';

/** Slovenian texts by the English sentence of the service. A sentence that is missing is shown in English. */
export type Sentences = Readonly<Record<string, string>>;

/** A sentence of the service in the language of the page; undefined if it has none there: the service's own English is shown. */
export function translated(
  { sentence, values }: Said,
  slovenian: Sentences,
  { language, locale, t }: Pick<Texts, 'language' | 'locale' | 't'>,
): string | undefined {
  const found = language === 'sl' ? slovenian[sentence] : undefined;
  const written = (value: Said['values'][number] | undefined): string => {
    if (typeof value === 'number') return countText(value, locale);
    if (typeof value !== 'object') return value ?? '';
    return value.names.join(', ') + (value.more > 0 ? ` ${t('health.more', { count: value.more })}` : '');
  };
  return found?.replace(/\{(\d+)\}/g, (_, place: string) => written(values[Number(place)]));
}

type Explained = { readonly text: string; readonly said: readonly Said[] };

/** All sentences of a text in the language of the page, or its English. */
export function translatedText({ text, said }: Explained, slovenian: Sentences, texts: Texts): string {
  const all = said.map((one) => translated(one, slovenian, texts));
  return all.length > 0 && all.every((one) => one !== undefined) ? all.join(' ') : text;
}
