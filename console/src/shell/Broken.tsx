import { Button } from '@mantine/core';
import { EmptyState } from '../parts/EmptyState.tsx';
import { useTexts } from '../texts/language.tsx';
import { reloadIfReachable } from './reload.ts';

/** A view that throws: said in words, and the rest of the page stays. */
export function Broken({ error }: { error: unknown }) {
  const { t } = useTexts();
  return (
    <EmptyState icon="alert" title={t('shell.broken')} text={`${t('shell.brokenHint')} (${String(error)})`}>
      <Button variant="default" onClick={() => void reloadIfReachable()}>
        {t('shell.reload')}
      </Button>
    </EmptyState>
  );
}
