import { useTexts } from '../texts/language.tsx';

/** The name of a language in the reader's; its tag if it has none. */
export function useLanguageName(): (language: string) => string {
  const { locale } = useTexts();
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  return (language) => {
    try {
      return names.of(language) ?? language;
    } catch {
      return language;
    }
  };
}
