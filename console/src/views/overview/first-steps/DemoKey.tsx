import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Customer } from '../../../api/client.ts';
import { useScope, useSession } from '../../../api/session.tsx';
import { Icon } from '../../../design/icons.tsx';
import { CodeBlock } from '../../../parts/CodeBlock.tsx';
import { useTexts } from '../../../texts/language.tsx';
import { FaultText } from './FaultText.tsx';
import styles from './first-steps.module.css';

/**
 * The key of the demo account, for the command beside it. It is asked for by a click and kept by this component alone. To a person
 * at another machine the service names the file.
 */
export function DemoKey({ onKey }: { onKey: (key: string) => void }) {
  const { t } = useTexts();
  const { service, role } = useSession();
  const isAdmin = useScope().kind === 'operator' && role === 'admin';
  const [given, setGiven] = useState<Customer['DemoKey']>();
  const [fault, setFault] = useState<unknown>();
  if (!isAdmin || !service.demo) return <p className={styles.text}>{t('firstSteps.keyText')}</p>;
  const show = async () => {
    setFault(undefined);
    const answer = await ask(api.GET('/console/v1/demo-key'));
    setGiven(answer);
    if (answer.key !== undefined) onKey(answer.key);
  };
  if (given?.key !== undefined) {
    return (
      <>
        <p className={styles.text}>{t('firstSteps.keyShown')}</p>
        <CodeBlock code={given.key} label={t('firstSteps.keyLabel')} wrap />
      </>
    );
  }
  if (given) {
    return (
      <>
        <p className={styles.text}>{t('firstSteps.keyInFile')}</p>
        <CodeBlock
          code={`export HERMOD_API_KEY="$(cat ${quoted(given.file)})"`}
          label={t('firstSteps.keyFileLabel')}
          wrap
        />
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>{t('firstSteps.keyDemo')}</p>
      <div>
        <Button variant="default" leftSection={<Icon name="key" />} onClick={() => void show().catch(setFault)}>
          {t('firstSteps.keyShow')}
        </Button>
      </div>
      <FaultText fault={fault} />
    </>
  );
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
}
