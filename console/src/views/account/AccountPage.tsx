import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMissing } from '../../api/fault.ts';
import { read } from '../../api/queries.ts';
import { pathAs } from '../../api/scope.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Id } from '../../parts/Id.tsx';
import { Money } from '../../parts/Money.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Balance } from './Balance.tsx';
import { Binds } from './Binds.tsx';
import { Credentials } from './Credentials.tsx';
import { CustomerLink } from './CustomerLink.tsx';
import { Keys } from './Keys.tsx';
import { keysOf } from './key-api.ts';
import { Limits } from './Limits.tsx';
import { PriceLists } from './PriceLists.tsx';
import { StatusTab } from './StatusTab.tsx';
import { VerifyTab } from './VerifyTab.tsx';

const tabs = ['ledger', 'status', 'keys', 'binds', 'prices', 'limits', 'verify'] as const;
type Tab = (typeof tabs)[number];
const titles = {
  ledger: 'accounts.tabLedger',
  status: 'incident.tab',
  keys: 'accounts.tabKeys',
  binds: 'accounts.tabBinds',
  prices: 'accounts.tabPrices',
  limits: 'accounts.tabLimits',
  verify: 'verify.tab',
} as const satisfies Record<Tab, string>;

/** One account, for an operator. Which part is shown stands in the address. */
export function AccountPage({ accountId }: { accountId: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(
    read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } }),
  );
  const tab: Tab = tabs.find((name) => name === search['tab']) ?? 'ledger';
  if (isMissing(error)) return <NotFound />;
  if (error && !data) {
    return (
      <Page title={t('accounts.own')}>
        <ErrorState error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      title={data?.name ?? t('accounts.own')}
      aside={
        <>
          {data && <Status status={data.status} />}
          {data?.paused && <Status status="paused" />}
          <Id id={accountId} short />
        </>
      }
      actions={
        <>
          <Button
            component={Link}
            to={`/statistics?accountId=${accountId}`}
            variant="subtle"
            leftSection={<Icon name="statistics" />}
          >
            {t('accounts.statistics')}
          </Button>
          {mayChange && (
            <>
              <CustomerLink accountId={accountId} />
              {/* A full page load: at this address the console is the customer's. */}
              <Button component="a" href={pathAs(accountId)} variant="default" leftSection={<Icon name="account" />}>
                {t('accounts.asCustomer')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Panel>
        <Facts
          facts={[
            [
              t('accounts.balance'),
              data ? (
                <strong key="balance">
                  <Money amount={data.balance} currency={data.currency} />
                </strong>
              ) : (
                '…'
              ),
            ],
            [
              t('accounts.creditLimit'),
              data ? <Money key="credit" amount={data.creditLimit} currency={data.currency} /> : '…',
            ],
            [t('accounts.contactEmail'), data ? (data.contactEmail ?? '–') : '…'],
            [t('accounts.createdAt'), data ? <Time key="created" at={data.createdAt} /> : '…'],
          ]}
        />
      </Panel>
      <Tabs value={tab} onChange={(to) => setSearch({ tab: to ?? undefined })} keepMounted={false}>
        <Tabs.List aria-label={t('accounts.tabs')} mb="sm" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: 'xs', sm: 'md' }}>
              {t(titles[name])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="ledger">
          <Balance accountId={accountId} currency={data?.currency ?? ''} />
        </Tabs.Panel>
        <Tabs.Panel value="status">
          <StatusTab accountId={accountId} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys keys={keysOf(accountId)} />
        </Tabs.Panel>
        <Tabs.Panel value="binds">
          <Credentials accountId={accountId} />
          <Binds accountId={accountId} />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <PriceLists accountId={accountId} currency={data?.currency ?? ''} />
        </Tabs.Panel>
        <Tabs.Panel value="limits">{data && <Limits account={data} />}</Tabs.Panel>
        <Tabs.Panel value="verify">
          <VerifyTab accountId={accountId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
