import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import type { Guide } from './guides.ts';

/** Opens in a tab of its own: the page may hold a form that is filled in halfway. */
export function GuideLink({ guide, children }: { guide: Guide; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <Anchor href={`/guides/${guide}`} target="_blank" rel="noreferrer" size="sm" underline="always">
      {children ?? t('shell.guide')}
    </Anchor>
  );
}
