import { useCountryName } from '../../parts/country.ts';
import { useTexts } from '../../texts/language.tsx';

type Target = { country: string | null; prefix: string | null };

/** Which numbers a route is for: a country, a prefix, both, or all. */
export function useTarget(): (route: Target) => string {
  const { t } = useTexts();
  const nameOf = useCountryName();
  return ({ country, prefix }) =>
    [country && nameOf(country), prefix && `${prefix}…`].filter(Boolean).join(', ') || t('carriers.everywhere');
}
