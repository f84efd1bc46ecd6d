import { Button } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import styles from './LoadMore.module.css';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Below a list in pages: more of it, or that this is all. */
export function LoadMore({ pages, count }: { pages: Pages; count: number }) {
  const { t } = useTexts();
  return (
    <div className={styles.more}>
      <span>{t('shell.rows', { count })}</span>
      {pages.hasNextPage ? (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('shell.more')}
        </Button>
      ) : (
        <span>{t('shell.end')}</span>
      )}
    </div>
  );
}
