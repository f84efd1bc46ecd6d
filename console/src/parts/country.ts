import { useMemo } from 'react';
import { useTexts } from '../texts/language.tsx';
import { countries } from './countries.ts';

/** The name of a country in the language of the page: "Slovenia" of SI. Other values are shown unchanged. */
export function useCountryName(): (code: string) => string {
  const { locale } = useTexts();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
    return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
  }, [locale]);
}

/** All countries by name, for a field to choose one. */
export function useCountryChoices(): { value: string; label: string }[] {
  const { locale } = useTexts();
  const nameOf = useCountryName();
  return useMemo(
    () =>
      countries
        .map((code) => ({ value: code, label: `${nameOf(code)} (${code})` }))
        .sort((one, other) => one.label.localeCompare(other.label, locale)),
    [locale, nameOf],
  );
}
