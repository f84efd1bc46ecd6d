import { Fragment } from 'react';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import { tagsOf } from './tags.ts';

/** The text as it was decoded, and the tags that were found in it. */
export function Decoded({ text, tags }: { text?: string | undefined; tags?: object | undefined }) {
  const { t } = useTexts();
  const found = tagsOf((tags ?? {}) as Record<string, unknown>);
  return (
    <div>
      <Panel title={t('emails.tags')}>
        {found.length === 0 ? (
          <EmptyState title={t('emails.noTags')} text={t(tags ? 'emails.noTagsHint' : 'shell.hidden')} />
        ) : (
          <dl className={styles.tags}>
            {found.map(({ tag, value }) => (
              <Fragment key={tag}>
                <dt>
                  <code>{tag}</code>
                </dt>
                <dd dir="auto">{value}</dd>
              </Fragment>
            ))}
          </dl>
        )}
      </Panel>
      <Panel title={t('emails.decoded')}>
        {text ? (
          <CodeBlock code={text} label={t('emails.decoded')} wrap />
        ) : (
          <p className={styles.dim} style={{ margin: 0 }}>
            {t('emails.textGone')}
          </p>
        )}
      </Panel>
    </div>
  );
}
