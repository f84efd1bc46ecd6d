import { Button, FileButton, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope, useSession } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import { type Trial, tryEmail } from '../emails/reading.ts';
import { TriedMail } from './TriedMail.tsx';

const example = `#apikey#
00000000-0000-0000-0000-000000000000
#sender#
Shop
#startdestination#
+386 40 123 456
#enddestination#
#startcontent#
Your order is ready.
#endcontent#
`;

/** Paste a mail, whole or only its text, or choose a file, and see the outcome without sending anything. */
export function TryMail() {
  const { t, rich } = useTexts();
  const { service } = useSession();
  const isOperator = useScope().kind === 'operator';
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Trial>();
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const faultText = useFaultText(fault);
  const go = async (mail: string | Blob) => {
    setBusy(true);
    setFault(undefined);
    try {
      setTried(await tryEmail(isOperator, mail));
    } catch (error) {
      setTried(undefined);
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Page
      title={t('emails.try')}
      guide="email2sms"
      lead={rich('emails.tryLead', { address: <code>{service.emailAddress}</code> })}
      actions={
        <Button component={Link} to="/emails" variant="default">
          {t('emails.back')}
        </Button>
      }
    >
      <Panel>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void go(text);
          }}
        >
          <Textarea
            label={t('emails.paste')}
            description={t('emails.pasteHint')}
            placeholder={example}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={10}
            maxRows={24}
            required
            spellCheck={false}
            error={fault === undefined ? undefined : faultText}
          />
          <div className={styles.buttons}>
            <Button type="submit" loading={isBusy} disabled={text.trim() === ''} leftSection={<Icon name="play" />}>
              {t('emails.tryGo')}
            </Button>
            <Button variant="default" onClick={() => setText(example)}>
              {t('emails.example')}
            </Button>
            <FileButton accept=".eml,message/rfc822,text/plain" onChange={(file) => file && void go(file)}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<Icon name="upload" />}>
                  {t('emails.file')}
                </Button>
              )}
            </FileButton>
          </div>
        </form>
      </Panel>
      <div aria-live="polite">{tried && <TriedMail tried={tried} />}</div>
    </Page>
  );
}
