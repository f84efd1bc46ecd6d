import { useCountryName } from '../../parts/country.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Group } from './reading.ts';

/** The name of a country, sender, key, carrier or account. */
export function useNameText(group: Group): (key: string, label: string | undefined) => string {
  const { t } = useTexts();
  const countryName = useCountryName();
  if (group === 'country') return (key) => countryName(key);
  if (group === 'sender') return (key) => key || '–';
  if (group === 'key') return (key, label) => (key === 'none' ? t('statistics.noKey') : (label ?? `…${key.slice(-8)}`));
  return (key, label) =>
    label ?? (group === 'carrier' && (key === '' || key === 'none') ? t('statistics.noCarrier') : key);
}
