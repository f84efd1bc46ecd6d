import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.tsx';
import { useTexts } from '../texts/language.tsx';
import { LiveDot } from './LiveDot.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

type Props = { isOpen: boolean; toggle: () => void; help: () => void };

export function TopBar({ isOpen, toggle, help }: Props) {
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
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="6" fill="#1d5f92" />
          <path d="M9 7v18M23 7v18M9 16l14-4" fill="none" stroke="#fff" strokeWidth="3.4" strokeLinecap="round" />
        </svg>
        <span className={styles.name}>{service.name}</span>
      </Link>
      <SearchBox />
      <div className={styles.end}>
        <LiveDot />
        <UserMenu help={help} />
      </div>
    </div>
  );
}
