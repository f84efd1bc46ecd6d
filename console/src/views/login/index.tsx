import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ownAddress } from '../../../../src/domain/access/own-address.ts';
import { api, ask, type Paths } from '../../api/client.ts';
import { Fault } from '../../api/fault.ts';
import { Icon } from '../../design/icons.tsx';
import { Mark } from '../../design/Mark.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './login.module.css';
import { linkTried } from './one-time-link.ts';

type Way = 'name' | 'token';
type LogIn = Paths['/console/v1/session']['post']['requestBody']['content']['application/json'];

export default function LogInView() {
  const { t } = useTexts();
  const [isTrying, setTrying] = useState(linkTried !== undefined);
  const [hint, setHint] = useState<string>();
  useEffect(() => {
    document.title = t('login.title');
    linkTried?.then(enter, (fault: unknown) => {
      setTrying(false);
      setHint(fault instanceof Fault && fault.status === 0 ? t('shell.lost') : t('login.linkFailed'));
    });
  }, [t]);
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <h1 className={styles.title}>
          <Mark size={28} />
          {t('login.title')}
        </h1>
        {isTrying ? (
          <p role="status">{t('login.linkGoing')}</p>
        ) : (
          <>
            {hint && (
              <p role="alert" className={styles.hint}>
                <Icon name="alert" /> {hint}
              </p>
            )}
            <Form />
          </>
        )}
      </div>
    </main>
  );
}

function Form() {
  const { t } = useTexts();
  const [way, setWay] = useState<Way>('name');
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function submit(fields: FormData): Promise<void> {
    setBusy(true);
    setFault(undefined);
    try {
      await ask(api.POST('/console/v1/session', { body: bodyOf(way, fields) }));
      enter();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof Fault)) throw error;
      const isCodeMissing = error.headers.get('hermod-totp') === 'required';
      if (isCodeMissing) setNeedsCode(true);
      setFault(isCodeMissing && !needsCode ? t('login.needsCode') : wordsOf(error));
    }
  }

  function wordsOf(error: Fault): string {
    if (error.status === 0) return t('shell.lost');
    if (error.status === 429) return t('login.wait', { seconds: error.retryAfter ?? 1 });
    if (error.status !== 401) return error.message;
    if (way === 'token') return t('login.refusedToken');
    return t(needsCode ? 'login.refusedCode' : 'login.refused');
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      {way === 'name' ? (
        <>
          <TextInput name="name" label={t('login.name')} autoComplete="username" required data-autofocus />
          <PasswordInput name="password" label={t('login.password')} autoComplete="current-password" required />
          {needsCode && (
            <TextInput
              name="totp"
              label={t('login.code')}
              description={t('login.codeHint')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
              autoFocus
            />
          )}
        </>
      ) : (
        <PasswordInput
          name="token"
          label={t('login.token')}
          description={t('login.tokenHint')}
          autoComplete="off"
          required
        />
      )}
      {fault && (
        <p role="alert" className={styles.hint}>
          <Icon name="alert" /> {fault}
        </p>
      )}
      <Button type="submit" size="sm" loading={isBusy}>
        {t('login.go')}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={() => setWay(way === 'name' ? 'token' : 'name')}>
        {t(way === 'name' ? 'login.byToken' : 'login.byName')}
      </Anchor>
      <p className={styles.note}>{t('login.customers')}</p>
    </form>
  );
}

function bodyOf(way: Way, fields: FormData): LogIn {
  const field = (name: string) => (fields.get(name) as string | null) ?? '';
  if (way === 'token') return { token: field('token').trim() };
  const totp = field('totp').replaceAll(/\s/g, '');
  return { name: field('name').trim(), password: field('password'), ...(totp && { totp }) };
}

/** The page is loaded again, so that it begins with the new session and nothing else. */
function enter(): void {
  location.replace(ownAddress(new URLSearchParams(location.search).get('next'), location.origin));
}
