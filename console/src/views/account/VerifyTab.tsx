import { NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { InlineForm } from '../../parts/InlineForm.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Texts } from '../verify/Texts.tsx';

type Limits = Operator['VerifyLimits'];
const path = '/admin/v1/accounts/{accountId}/verify-limits';
const names = ['perNumber', 'perPrefix', 'freshPrefix', 'perAccount', 'conversion'] as const;

/** How many verification codes the account may send, and with which texts. */
export function VerifyTab({ accountId }: { accountId: string }) {
  const mayChange = useMayChange();
  const { data, error, refetch } = useQuery(read(path, { params: { path: { accountId } } }));
  return (
    <>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        data && <LimitsForm key={JSON.stringify(data.own)} accountId={accountId} limits={data} />
      )}
      {/* Texts are read as the account, which only those may do who may change it. */}
      {mayChange && <Texts accountId={accountId} />}
    </>
  );
}

function LimitsForm({ accountId, limits: { own, inForce } }: { accountId: string; limits: Limits }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  return (
    <Panel title={t('verify.limits')}>
      <InlineForm
        action={t('shell.save')}
        disabled={!mayChange}
        fields={names}
        submit={async (value) => {
          const given = names.flatMap((name) => (value(name) === '' ? [] : [[name, Number(value(name))] as const]));
          const body = Object.fromEntries(given);
          await ask(api.PUT(path, { params: { path: { accountId } }, body }));
          notify(t('shell.saved'));
          await refresh(path);
        }}
      >
        {(fault) => (
          <Stack gap="sm" maw={420}>
            <p style={{ margin: 0, color: 'var(--dim)' }}>{t('verify.limitsHint')}</p>
            {names.map((name) => (
              <NumberInput
                key={name}
                name={name}
                label={t(`verify.${name}`)}
                {...(name === 'conversion' && { description: t('verify.conversionHint') })}
                placeholder={String(inForce[name])}
                defaultValue={own[name] ?? ''}
                min={name === 'conversion' ? 0 : 1}
                max={name === 'conversion' ? 100 : 1_000_000}
                allowDecimal={false}
                hideControls
                error={fault(name)}
              />
            ))}
          </Stack>
        )}
      </InlineForm>
    </Panel>
  );
}
