import { ActionIcon, Autocomplete, Textarea, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { Icon } from '../../design/icons.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './phone.module.css';

/** Writes from this phone, as its owner would: to the sender of the last message, unless another is named. */
export function Composer({ number, known }: { number: string; known: readonly string[] }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const [told, setTold] = useState('');
  const faultText = useFaultText(fault);
  const to = chosen ?? known[0] ?? '';
  const send = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const body = { from: number, to: to.trim(), text };
      const { accountId } = await ask(api.POST('/admin/v1/simulator/inbound', { body }));
      setText('');
      setTold(t(accountId === null ? 'phone.sentNoAccount' : 'phone.sent', { to }));
      await refresh('/admin/v1/simulator/phones', '/admin/v1/inbound');
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Autocomplete
        size="xs"
        label={t('phone.writeTo')}
        placeholder={t('phone.numberOrName')}
        data={[...known]}
        value={to}
        onChange={setChosen}
        maxLength={28}
        required
      />
      <div className={styles.line}>
        <Textarea
          size="xs"
          label={t('phone.answer')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1_000}
          required
          className={styles.words}
        />
        <Tooltip label={t('phone.send')}>
          <ActionIcon
            type="submit"
            variant="filled"
            color="fjord"
            size={30}
            loading={isBusy}
            aria-label={t('phone.send')}
          >
            <Icon name="send" />
          </ActionIcon>
        </Tooltip>
      </div>
      <p className={styles.told} role="status">
        {fault === undefined ? told : ''}
      </p>
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {faultText}
        </p>
      )}
    </form>
  );
}
