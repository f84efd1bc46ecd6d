import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { plain } from '../../api/fault.ts';
import { useScope } from '../../api/session.tsx';
import { amountsText } from '../../incident/amounts.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { notify } from '../../parts/notify.ts';
import { ownId } from '../../parts/own-id.ts';
import { useTexts } from '../../texts/language.tsx';
import { previewResend, type ResendPreview, resendAll } from './bulk-api.ts';
import type { Message } from './search.ts';

type Props = { rows: readonly Message[]; opened: boolean; onClose: () => void; onDone: () => void };

/** Asks the service what sending again costs and which messages cannot be, and sends the others. */
export function ResendDialog({ rows, opened, onClose, onDone }: Props) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const accountId = isOperator ? rows[0]?.accountId : undefined;
  const ids = rows.map(({ messageId }) => messageId);
  const { data, error, refetch } = useQuery({
    queryKey: ['preview of resend', accountId ?? '', ids],
    queryFn: () => previewResend(accountId, ids),
    enabled: opened,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was confirmed is sent once.
  const key = useMemo(ownId, [data]);
  const resend = async () => {
    const refused = new Set(data?.refused.map(({ messageId }) => messageId));
    const sent = await resendAll(
      accountId,
      ids.filter((id) => !refused.has(id)),
      key,
    );
    const left = refused.size;
    notify(
      [t('messages.resent', { count: sent }), ...(left > 0 ? [t('messages.notResent', { count: left })] : [])].join(
        ', ',
      ),
    );
    onDone();
  };
  const count = data?.messages ?? 0;
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('messages.resendTitle')}
      action={data ? t('messages.resendGo', { count }) : t('messages.resend')}
      disabled={count === 0}
      onConfirm={resend}
    >
      {data ? (
        <Costs preview={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <p>
          <Loader size="xs" /> {t('incident.counting')}
        </p>
      )}
    </Confirm>
  );
}

/** The reasons are the service's own words. */
function Costs({ preview: { messages: count, segments, amounts, refused } }: { preview: ResendPreview }) {
  const { t, locale } = useTexts();
  const reasons = Map.groupBy(refused, ({ error }) => plain(error));
  return (
    <>
      <p>
        {count === 0
          ? t('messages.resendNothing')
          : t('messages.resendText', {
              count,
              segments: t('messages.segments', { count: segments }),
              price: amountsText(amounts, locale),
            })}
      </p>
      {refused.length > 0 && (
        <>
          <p>{t('messages.resendRefused', { count: refused.length })}</p>
          <ul>
            {[...reasons].map(([reason, messages]) => (
              <li key={reason}>
                {messages.length > 1 && `${messages.length} × `}
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
