import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.tsx';
import { Mark } from '../design/Mark.tsx';
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
        <Mark />
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
