import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { Panel } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './phone.module.css';

type Props = {
  phones: Operator['PhoneList']['phones'] | undefined;
  chosen: string | undefined;
  open: (number: string) => void;
};

/** The latest phones, and a way to any other. */
export function PhoneList({ phones, chosen, open }: Props) {
  const { t } = useTexts();
  return (
    <Panel title={t('phone.phones')} flush>
      {!phones ? (
        <div className={styles.loading}>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ) : (
        <ul className={styles.list}>
          {phones.map(({ number, lastAt, lastText }) => (
            <li key={number}>
              <button
                type="button"
                className={styles.entry}
                aria-current={number === chosen ? 'true' : undefined}
                onClick={() => open(number)}
              >
                <strong>{number}</strong>
                <span className={styles.dim}>
                  <Time at={lastAt} />
                </span>
                <span className={styles.last} dir="auto">
                  {lastText ?? t('shell.hidden')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Other open={open} />
    </Panel>
  );
}

function Other({ open }: { open: (number: string) => void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const go = () => {
    const number = text.replaceAll(/[\s()/.-]/g, '');
    const isNumber = /^\+[1-9]\d{6,14}$/.test(number);
    setWrong(!isNumber);
    if (!isNumber) return;
    open(number);
    setText('');
  };
  return (
    <form
      className={styles.other}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TextInput
        size="xs"
        label={t('phone.other')}
        placeholder="+38640123456"
        inputMode="tel"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isWrong ? t('phone.wrongNumber') : undefined}
      />
      <Button type="submit" variant="default" size="xs">
        {t('phone.open')}
      </Button>
    </form>
  );
}
