import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import { type Tag, tagsOf } from './tags.ts';

/** The text as it was decoded, and the tags that were found in it. */
export function Decoded({ text, tags }: { text?: string | undefined; tags?: object | undefined }) {
  const { t } = useTexts();
  const columns: Column<Tag>[] = [
    { id: 'tag', title: t('emails.tag'), cell: ({ tag }) => <code>{tag}</code> },
    { id: 'value', title: t('emails.value'), wide: true, cell: ({ value }) => value },
  ];
  return (
    <div>
      <Panel title={t('emails.tags')} flush>
        <DataTable
          caption={t('emails.tags')}
          columns={columns}
          rows={tagsOf((tags ?? {}) as Record<string, unknown>)}
          rowKey={({ tag }) => tag}
          empty={<EmptyState title={t('emails.noTags')} text={t(tags ? 'emails.noTagsHint' : 'shell.hidden')} />}
        />
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
