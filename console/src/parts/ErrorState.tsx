import { Button } from '@mantine/core';
import { Fault } from '../api/fault.ts';
import { useTexts } from '../texts/language.tsx';
import { EmptyState } from './EmptyState.tsx';

/** Could not be loaded: in the service's own words, with another try. */
export function ErrorState({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { t } = useTexts();
  return (
    <div role="alert">
      <EmptyState icon="alert" title={t('shell.failed')} text={useFaultText(error)}>
        {retry && (
          <Button variant="default" onClick={retry}>
            {t('shell.retry')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

export function useFaultText(error: unknown): string {
  const { t } = useTexts();
  if (error instanceof Fault) return error.status === 0 ? t('shell.lost') : error.message;
  return error instanceof Error ? error.message : String(error);
}
