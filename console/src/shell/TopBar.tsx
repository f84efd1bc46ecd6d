import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { Mark } from '../design/Mark.tsx';
import { useTexts } from '../texts/language.tsx';
import { LiveDot } from './LiveDot.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

/** As the keyboards of Apple have it, and all others. */
const paletteKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

type Props = { isOpen: boolean; toggle: () => void; help: () => void; palette: () => void };

export function TopBar({ isOpen, toggle, help, palette }: Props) {
  const { t } = useTexts();
  const { service } = useSession();
  return (
    <div className={styles.bar}>
      <Burger
        opened={isOpen}
        onClick={toggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t(isOpen ? 'shell.closeNavigation' : 'shell.openNavigation')}
        aria-expanded={isOpen}
      />
      <Link to="/" className={styles.brand} aria-label={service.name}>
        <Mark />
        <span className={styles.name}>{service.name}</span>
      </Link>
      <button type="button" className={styles.search} onClick={palette} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" size={14} />
        <span className={styles.searchText}>{t('palette.open')}</span>
        <kbd className={styles.key}>{paletteKey}</kbd>
      </button>
      <div className={styles.end}>
        <LiveDot />
        <UserMenu help={help} />
      </div>
    </div>
  );
}
