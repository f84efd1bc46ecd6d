import { Button, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { list, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useFilters } from '../../parts/Filters.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { moneyText } from '../../parts/Money.tsx';
import { notify } from '../../parts/notify.ts';
import { ownId } from '../../parts/own-id.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Ledger, LedgerFile, useLedgerFilters } from './Ledger.tsx';

type Kind = 'top-ups' | 'corrections';
/** The id names this booking, however often it is asked for: an answer that got lost does not book twice. */
type Booking = { kind: Kind; id: string; isOpen: boolean };

export function Balance({ accountId, currency }: { accountId: string; currency: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [booking, setBooking] = useState<Booking>();
  const filters = useFilters(useLedgerFilters());
  const pages = useInfiniteQuery(
    list('/admin/v1/accounts/{accountId}/ledger', {
      params: { path: { accountId }, query: { limit: '50', ...filters } },
    }),
  );
  const open = (kind: Kind) => () => setBooking({ kind, id: ownId(), isOpen: true });
  return (
    <Panel
      title={t('accounts.ledger')}
      flush
      actions={
        <>
          <LedgerFile path={`/admin/v1/accounts/${accountId}/ledger.csv`} filters={filters} />
          {mayChange && (
            <>
              <Button variant="default" onClick={open('corrections')}>
                {t('accounts.correct')}
              </Button>
              <Button leftSection={<Icon name="plus" />} onClick={open('top-ups')}>
                {t('accounts.topUp')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Ledger entries={pages.data?.pages.flatMap(({ entries }) => entries)} pages={pages} accountId={accountId} />
      <BookingDialog
        accountId={accountId}
        currency={currency}
        booking={booking}
        onClose={() => setBooking((last) => last && { ...last, isOpen: false })}
      />
    </Panel>
  );
}

function BookingDialog({
  accountId,
  currency,
  booking,
  onClose,
}: {
  accountId: string;
  currency: string;
  booking: Booking | undefined;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const isTopUp = booking?.kind !== 'corrections';
  const book = async (amount: string, texts: { note: string; reference?: string }) => {
    const id = booking?.id ?? ownId();
    const params = { path: { accountId } };
    const body = { amount, ...texts, id };
    const { balance } = isTopUp
      ? await ask(api.POST('/admin/v1/accounts/{accountId}/top-ups', { params, body }))
      : await ask(api.POST('/admin/v1/accounts/{accountId}/corrections', { params, body }));
    notify(t('accounts.booked', { balance: moneyText(balance, locale), currency }));
    void refresh('/admin/v1/accounts');
  };
  return (
    <FormDialog
      opened={booking?.isOpen ?? false}
      onClose={onClose}
      title={t(isTopUp ? 'accounts.topUpTitle' : 'accounts.correctTitle')}
      action={t(isTopUp ? 'accounts.topUp' : 'accounts.correct')}
      fields={['amount', 'reference', 'note']}
      submit={(value) => {
        const reference = value('reference');
        return book(value('amount').replace(',', '.'), { note: value('note'), ...(reference && { reference }) });
      }}
    >
      {(fault) => (
        <>
          {!isTopUp && <Text size="sm">{t('accounts.correctText')}</Text>}
          <TextInput
            name="amount"
            label={t('accounts.amount', { currency })}
            description={t(isTopUp ? 'accounts.amountHint' : 'accounts.amountSignedHint')}
            error={fault('amount')}
            inputMode={isTopUp ? 'decimal' : 'text'}
            autoComplete="off"
            required
            data-autofocus
          />
          <TextInput
            name="reference"
            label={t('accounts.reference')}
            description={t('accounts.referenceHint')}
            error={fault('reference')}
            maxLength={100}
          />
          <TextInput
            name="note"
            label={t(isTopUp ? 'accounts.note' : 'accounts.reason')}
            description={t('accounts.noteHint')}
            error={fault('note')}
            required={!isTopUp}
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  );
}
