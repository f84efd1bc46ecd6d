import { Anchor, Kbd, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useScope, useSession } from '../api/session.tsx';
import { useKeptSteps } from '../parts/kept-steps.ts';
import { useTexts } from '../texts/language.tsx';
import styles from './HelpDialog.module.css';
import { navigationFor } from './nav.ts';

export function HelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const groups = navigationFor(useScope(), useSession());
  const { keep } = useKeptSteps();
  const showSteps = () => {
    keep({ list: 'shown' });
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.help')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <h3 className={styles.title}>{t('shell.keysTitle')}</h3>
      <dl className={styles.keys}>
        <Row keys={['Ctrl', 'K']} text={t('palette.title')} />
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
      <h3 className={styles.title}>{t('shell.docs')}</h3>
      <ul className={styles.docs}>
        <li>
          <Anchor component={Link} to="/" underline="always" onClick={showSteps}>
            {t('firstSteps.title')}
          </Anchor>
        </li>
        <li>
          <Anchor href="/guides" target="_blank" rel="noreferrer" underline="always">
            {t('shell.guides')}
          </Anchor>
        </li>
        <li>
          <Anchor href="/docs" target="_blank" rel="noreferrer" underline="always">
            {t('shell.reference')}
          </Anchor>
        </li>
      </ul>
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
