import { Button, FileButton, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './price-list.module.css';

const mostBytes = 1_048_576;
type Props = { content: string; setContent: (content: string) => void };

/** A file by dropping or choosing it, or its content. The content is shown and can be edited. */
export function ChooseFile({ content, setContent }: Props) {
  const { t } = useTexts();
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setProblem(undefined);
    if (file.size > mostBytes) return setProblem(t('prices.importLarge'));
    const text = textOf(await file.arrayBuffer());
    if (text === undefined) setProblem(t('prices.importEncoding'));
    else setContent(text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <p className={styles.text}>{t('prices.importText')}</p>
      <section
        className={styles.drop}
        data-over={isOver || undefined}
        aria-label={t('prices.importDrop')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={20} />
        <span>{t('prices.importDrop')}</span>
        <FileButton onChange={(file) => void take(file)} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} variant="default">
              {t('prices.importChoose')}
            </Button>
          )}
        </FileButton>
      </section>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Textarea
        label={t('prices.importPaste')}
        description={t('prices.importFormat')}
        placeholder={'country,unit_price\nSI,0.0125\nHR,0.0180'}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        rows={8}
        classNames={{ input: styles.content }}
        spellCheck={false}
      />
    </>
  );
}

/** Undefined where it is not UTF-8: names would be imported as something else. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
