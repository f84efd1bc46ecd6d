import { shareText } from '../../parts/number-text.ts';
import { useTexts } from '../../texts/language.tsx';

/** A share in per cent; nothing where nothing has ended yet. */
export function useShareText(): (share: number | undefined) => string {
  const { locale } = useTexts();
  return (share) => (share === undefined ? '–' : shareText(share, locale));
}
