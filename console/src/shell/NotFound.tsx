import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Page } from '../parts/Page.tsx';
import { useTexts } from '../texts/language.tsx';

export function NotFound() {
  const { t } = useTexts();
  return (
    <Page title={t('shell.notFound')}>
      <EmptyState title={t('shell.notFound')} text={t('shell.notFoundHint')}>
        <Button component={Link} to="/" variant="default">
          {t('shell.home')}
        </Button>
      </EmptyState>
    </Page>
  );
}
