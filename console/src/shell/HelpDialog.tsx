import { Kbd, Modal } from '@mantine/core';
import { useScope, useSession } from '../api/session.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './HelpDialog.module.css';
import { navigationFor } from './nav.ts';

export function HelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const groups = navigationFor(useScope(), useSession());
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.keysTitle')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <dl className={styles.keys}>
        <Row keys={['/']} text={t('shell.keysSearch')} />
        <Row keys={['?']} text={t('shell.keysHelp')} />
        <Row keys={['Esc']} text={t('shell.keysEscape')} />
      </dl>
      <h3 className={styles.title}>{t('shell.keysGo')}</h3>
      <dl className={styles.keys}>
        {groups.flat().map(({ to, key, text }) => (
          <Row key={to} keys={['g', key]} text={t(text)} />
        ))}
      </dl>
    </Modal>
  );
}

function Row({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
