import { useMemo } from 'react';
import { useTexts } from '../../texts/language.tsx';

/** A share in per cent; nothing where nothing has ended yet. */
export function useShareText(): (share: number | undefined) => string {
  const { locale } = useTexts();
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    return (share) => (share === undefined ? '–' : format.format(share));
  }, [locale]);
}
