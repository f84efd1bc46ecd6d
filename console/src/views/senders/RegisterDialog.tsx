import { Radio, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { channels, readPaths, type Sender } from './reading.ts';

type Channel = (typeof channels)[number];
type Props = {
  opened: boolean;
  onClose: () => void;
  /** Called when a code was sent during the registration: ask for it. */
  onCode: (sender: Pick<Sender, 'id' | 'value' | 'isNumber'>) => void;
};

/** A new name or number. A number gets its code immediately, a name usually after the operator's approval. */
export function RegisterDialog({ opened, onClose, onCode }: Props) {
  const { t } = useTexts();
  const { service } = useSession();
  const [type, setType] = useState<'0' | '1'>('0');
  const [channel, setChannel] = useState<Channel>('SMS');
  const isNumber = type === '1';
  // The answer still says Pending: the code is sent a moment later.
  const getsCode = isNumber || service.senderApproval === 'auto';
  const submit = async (values: Values) => {
    const statusCallbackUrl = values('statusCallbackUrl') || null;
    const body = { value: values('value'), type: isNumber ? 1 : 0, channel, statusCallbackUrl } as const;
    const { data, response } = await api.POST('/v1/senders', { body });
    const { id, value, status } = await ask(Promise.resolve({ data, response }));
    notify(t(response.status === 200 ? 'senders.hadAlready' : 'senders.registeredNow', { value }));
    await refresh(...readPaths);
    if (getsCode && status !== 'Confirmed' && status !== 'Rejected') onCode({ id, value, isNumber });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('senders.registerTitle')}
      action={t('senders.registerGo')}
      fields={['value', 'statusCallbackUrl']}
      submit={submit}
    >
      {(fault) => (
        <>
          <Radio.Group
            label={t('senders.type')}
            value={type}
            onChange={(chosen) => setType(chosen === '1' ? '1' : '0')}
          >
            <Stack gap={6} mt={4}>
              <Radio value="0" label={t('senders.typeName')} description={t('senders.typeNameHint')} />
              <Radio value="1" label={t('senders.typeNumber')} description={t('senders.typeNumberHint')} />
            </Stack>
          </Radio.Group>
          <SegmentedControl
            aria-label={t('senders.channel')}
            data={[...channels]}
            value={channel}
            onChange={(chosen) => setChannel(chosen as Channel)}
          />
          <TextInput
            name="value"
            label={t(isNumber ? 'senders.number' : 'senders.name')}
            description={t(
              isNumber ? 'senders.numberRule' : channel === 'SMS' ? 'senders.nameRule' : 'senders.viberRule',
            )}
            placeholder={isNumber ? '+38640123456' : 'My Shop'}
            inputMode={isNumber ? 'tel' : 'text'}
            maxLength={40}
            required
            data-autofocus
            error={fault('value')}
          />
          <TextInput
            name="statusCallbackUrl"
            label={t('senders.statusCallbackUrl')}
            description={t('senders.statusCallbackUrlHint')}
            placeholder="https://"
            inputMode="url"
            error={fault('statusCallbackUrl')}
          />
        </>
      )}
    </FormDialog>
  );
}
