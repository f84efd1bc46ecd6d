import { Button, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayChange, useScope, useSession } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { Page } from '../../parts/Page.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Received } from './Received.tsx';
import { Written } from './Written.tsx';

/** E-mails that ask for SMS; and, for operators, those that the service has written itself. */
export default function EmailsView() {
  const { t, rich } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const { service } = useSession();
  const mayChange = useMayChange();
  const [search, setSearch] = useSearchParams();
  const isWritten = isOperator && search['box'] === 'written';
  useRefreshOn('emails', '/v1/emails', '/admin/v1/emails', '/admin/v1/mails');
  // The filters of one list mean nothing in the other.
  const choose = (box: string) => {
    const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    setSearch({ ...cleared, box: box === 'written' ? box : undefined }, 'push');
  };
  return (
    <Page
      title={t('emails.title')}
      guide="email2sms"
      lead={isWritten ? t('emails.leadWritten') : rich('emails.lead', { address: <code>{service.emailAddress}</code> })}
      actions={
        mayChange && (
          <Button component={Link} to="/emails/try" leftSection={<Icon name="play" />}>
            {t('emails.try')}
          </Button>
        )
      }
    >
      {isOperator && (
        <SegmentedControl
          mb="sm"
          aria-label={t('emails.box')}
          data={[
            { value: 'received', label: t('emails.received') },
            { value: 'written', label: t('emails.written') },
          ]}
          value={isWritten ? 'written' : 'received'}
          onChange={choose}
        />
      )}
      {isWritten ? <Written /> : <Received />}
    </Page>
  );
}
