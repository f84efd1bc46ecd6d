import { Anchor, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { readPaths, type Sender } from './reading.ts';

type Confirmable = Pick<Sender, 'id' | 'value' | 'isNumber'>;

/** The code that was sent to the owner of the number or the account. */
export function ConfirmCode({
  sender,
  opened,
  onClose,
}: {
  sender: Confirmable;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const { id, value, isNumber } = sender;
  const submit = async (values: Values) => {
    const body = { id, confirmationCode: values('confirmationCode').replaceAll(/\s/g, '') };
    await ask<unknown>(api.POST('/v1/senders/confirm', { body }));
    notify(t('senders.confirmedNow', { value }));
    await refresh(...readPaths);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('senders.confirmTitle', { value })}
      action={t('senders.confirmGo')}
      fields={['confirmationCode']}
      submit={submit}
    >
      {(fault) => (
        <>
          <Text size="sm">{isNumber ? t('senders.codeSentSms', { value }) : t('senders.codeSentMail')}</Text>
          <TextInput
            name="confirmationCode"
            label={t('senders.code')}
            description={t('senders.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            data-autofocus
            error={fault('confirmationCode')}
          />
          <NewCode id={id} />
        </>
      )}
    </FormDialog>
  );
}

function NewCode({ id }: { id: string }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<'asking' | 'sent'>();
  const [fault, setFault] = useState<unknown>();
  const faultText = useFaultText(fault);
  const go = async () => {
    setOutcome('asking');
    setFault(undefined);
    try {
      await ask(api.POST('/v1/senders/{senderId}/code', { params: { path: { senderId: id } } }));
      setOutcome('sent');
    } catch (error) {
      setOutcome(undefined);
      setFault(error);
    }
  };
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={() => void go()} disabled={outcome === 'asking'}>
        {t('senders.newCode')}
      </Anchor>
      <div aria-live="polite">
        {outcome === 'sent' && <Text size="sm">{t('senders.newCodeSent')}</Text>}
        {fault !== undefined && (
          <Text size="sm" c="var(--bad)">
            {faultText}
          </Text>
        )}
      </div>
    </div>
  );
}
