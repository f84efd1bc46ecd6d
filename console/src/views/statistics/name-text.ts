import { useCountryName } from '../../parts/country.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Group } from './reading.ts';

/** The name of a country, carrier or account. */
export function useNameText(group: Group): (key: string, label: string | undefined) => string {
  const { t } = useTexts();
  const countryName = useCountryName();
  if (group === 'country') return (key) => countryName(key);
  return (key, label) =>
    label ?? (group === 'carrier' && (key === '' || key === 'none') ? t('statistics.noCarrier') : key);
}
