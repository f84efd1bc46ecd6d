import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Page } from '../parts/Page.tsx';
import { useTexts } from '../texts/language.tsx';

export function NotFound() {
  const { t } = useTexts();
  return (
    <Missing>
      <Button component={Link} to="/" variant="default">
        {t('shell.home')}
      </Button>
    </Missing>
  );
}

/** For the address of an account that this person cannot act for: no page behind it is theirs. */
export function NotFoundActing() {
  const { t } = useTexts();
  return (
    <Missing>
      <Button component="a" href="/" variant="default">
        {t('shell.home')}
      </Button>
    </Missing>
  );
}

function Missing({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Page title={t('shell.notFound')}>
      <EmptyState title={t('shell.notFoundHint')}>{children}</EmptyState>
    </Page>
  );
}
