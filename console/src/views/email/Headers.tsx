import { useMayRead } from '../../api/session.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';

/** The headers as they came, words decoded. */
export function Headers({ headers }: { headers?: readonly { name: string; value: string }[] | undefined }) {
  const { t } = useTexts();
  const mayRead = useMayRead('text');
  return (
    <Panel title={t('emails.headers')}>
      {headers && headers.length > 0 ? (
        <CodeBlock
          code={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          label={t('emails.headers')}
          wrap
        />
      ) : (
        <p className={styles.dim} style={{ margin: 0 }}>
          {t(mayRead ? 'emails.textGone' : 'shell.hidden')}
        </p>
      )}
    </Panel>
  );
}
