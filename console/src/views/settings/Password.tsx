import { PasswordInput, Stack } from '@mantine/core';
import { api, ask } from '../../api/client.ts';
import { Fault } from '../../api/fault.ts';
import { refresh } from '../../api/queries.ts';
import { InlineForm } from '../../parts/InlineForm.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

/** One's own password. A person who signed in by a link and has none sets the first one here. */
export function Password({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTexts();
  const change = async (form: HTMLFormElement) => {
    const entered = new FormData(form);
    // As it was typed: spaces belong to a password.
    const value = (name: string) => (entered.get(name) as string | null) ?? '';
    if (value('new') !== value('again')) throw new Fault(400, `again: ${t('settings.passwordsDiffer')}`);
    const body = { new: value('new'), ...(hasPassword && { current: value('current') }) };
    await ask(api.POST('/console/v1/password', { body }));
    form.reset();
    notify(t('settings.passwordSet'));
    void refresh('/console/v1/session');
  };
  return (
    <Panel title={t('settings.password')}>
      {!hasPassword && <p style={{ marginTop: 0 }}>{t('settings.passwordNone')}</p>}
      <InlineForm
        action={t(hasPassword ? 'settings.passwordChange' : 'settings.passwordSetFirst')}
        fields={['current', 'new', 'again']}
        submit={(_values, form) => change(form)}
      >
        {(fault) => (
          <Stack gap="sm" maw={420}>
            {hasPassword && (
              <PasswordInput
                name="current"
                label={t('settings.passwordCurrent')}
                error={fault('current')}
                autoComplete="current-password"
                required
              />
            )}
            <PasswordInput
              name="new"
              label={t('settings.passwordNew')}
              description={t('settings.passwordHint')}
              error={fault('new')}
              autoComplete="new-password"
              maxLength={200}
              required
            />
            <PasswordInput
              name="again"
              label={t('settings.passwordAgain')}
              error={fault('again')?.replace(/^again: /, '')}
              autoComplete="new-password"
              maxLength={200}
              required
            />
          </Stack>
        )}
      </InlineForm>
    </Panel>
  );
}
