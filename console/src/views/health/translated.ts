import { countText } from '../../parts/number-text.ts';
import type { Texts } from '../../texts/language.tsx';
import { findings } from '../../texts/sl/findings.ts';

type Value = string | number | { names: readonly string[]; more: number };
export type Said = { sentence: string; values: readonly Value[] };

/** A sentence of the service in the language of the page; undefined if it has none there: the service's own English is shown. */
export function translated({ sentence, values }: Said, { language, locale, t }: Texts): string | undefined {
  const found = language === 'sl' ? findings[sentence] : undefined;
  const written = (value: Value | undefined): string => {
    if (typeof value === 'number') return countText(value, locale);
    if (typeof value !== 'object') return value ?? '';
    return value.names.join(', ') + (value.more > 0 ? ` ${t('health.more', { count: value.more })}` : '');
  };
  return found?.replace(/\{(\d+)\}/g, (_, place: string) => written(values[Number(place)]));
}
