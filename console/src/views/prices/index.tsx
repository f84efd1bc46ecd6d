import { EmptyState } from '../../parts/EmptyState.tsx';
import { Page } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

export default function View() {
  const { t } = useTexts();
  return (
    <Page title={t('prices.title')}>
      <EmptyState title={t('shell.notBuilt')} />
    </Page>
  );
}
