import { Button, Menu, Textarea } from '@mantine/core';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { countryOf } from '../../../../src/domain/phone/phone.ts';
import { useSession } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Badge } from '../../parts/Status.tsx';
import { magicNumbers } from '../../sending/magic-numbers.ts';
import { useTexts } from '../../texts/language.tsx';
import { mostRecipients, numbersOfFile, type Recipient, readRecipients } from './recipients.ts';
import styles from './send.module.css';

const mostShown = 8;
const mostFileBytes = 2_000_000;

/** The recipients of a list. The numbering plans (49 kB) are loaded with this view, the only one that needs them. */
export function useRecipients(text: string): Recipient[] {
  const settled = useDeferredValue(text);
  return useMemo(() => readRecipients(settled, countryOf), [settled]);
}

type Props = { value: string; onChange: (text: string) => void; recipients: Recipient[] };

/** A list, pasted or dropped; what is wrong with it is said before it is sent. */
export function Recipients({ value, onChange, recipients }: Props) {
  const { t } = useTexts();
  const [isOver, setOver] = useState(false);
  const file = useId();
  const take = async (chosen: File | undefined) => {
    if (!chosen || chosen.size > mostFileBytes) return;
    onChange([value.trim(), numbersOfFile(await chosen.text())].filter(Boolean).join('\n'));
  };
  return (
    <div>
      <Textarea
        label={t('send.to')}
        description={t('send.toHint')}
        placeholder="+38640123456"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={10}
        required
        spellCheck={false}
        className={isOver ? styles.over : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          const [dropped] = event.dataTransfer.files;
          if (!dropped) return;
          event.preventDefault();
          void take(dropped);
        }}
      />
      <div className={styles.tools}>
        <Count recipients={recipients} />
        <span className={styles.buttons}>
          <input
            id={file}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="visually-hidden"
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <Button
            component="label"
            htmlFor={file}
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="upload" size={14} />}
          >
            {t('send.file')}
          </Button>
          <Magic add={(number) => onChange([value.trim(), number].filter(Boolean).join('\n'))} />
        </span>
      </div>
      <Wrong recipients={recipients} />
    </div>
  );
}

function Count({ recipients }: { recipients: Recipient[] }) {
  const { t } = useTexts();
  const right = recipients.filter(({ problem }) => problem === undefined).length;
  const isTooMany = right > mostRecipients;
  return (
    <span role="status">
      {recipients && recipients.length > 0 && t('send.recipients', { count: right })}
      {isTooMany && <b className={styles.bad}> {t('send.tooMany', { most: mostRecipients })}</b>}
    </span>
  );
}

function Wrong({ recipients }: { recipients: Recipient[] }) {
  const { t } = useTexts();
  const wrong = recipients.filter(({ problem }) => problem !== undefined);
  if (wrong.length === 0) return null;
  return (
    <ul className={styles.wrong} aria-label={t('send.wrong')}>
      {wrong.slice(0, mostShown).map(({ written, problem }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain the same wrong number twice.
        <li key={`${written} ${place}`}>
          <Badge
            tone={problem === 'twice' ? 'warn' : 'bad'}
            icon={problem === 'twice' ? 'copy' : 'cross'}
            text={written.slice(0, 40)}
          />{' '}
          {t(`send.problem_${problem!}`)}
        </li>
      ))}
      {wrong.length > mostShown && <li>{t('send.moreWrong', { count: wrong.length - mostShown })}</li>}
    </ul>
  );
}

function Magic({ add }: { add: (number: string) => void }) {
  const { t } = useTexts();
  const { service } = useSession();
  if (!service.simulator) return null;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="bolt" size={14} />}>
          {t('send.magic')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.magic}>
        <Menu.Label>{t('send.magicHint')}</Menu.Label>
        {magicNumbers.map(({ number, text }) => (
          <Menu.Item key={number} onClick={() => add(number)}>
            <code>{number}</code> {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
