import { Link } from '@tanstack/react-router';
import { useScope, useSession } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Navigation.module.css';
import { navigationFor } from './nav.ts';

export function Navigation() {
  const { t } = useTexts();
  const session = useSession();
  const groups = navigationFor(useScope(), session);
  return (
    <>
      {groups.map((group) => (
        <ul key={group[0]!.to} className={styles.group}>
          {group.map(({ to, text, icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.item}
                activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                activeOptions={{ exact: to === '/', includeSearch: false }}
              >
                <Icon name={icon} />
                {t(text)}
              </Link>
            </li>
          ))}
        </ul>
      ))}
      <p className={styles.version}>
        {session.service.name} {session.service.version}
      </p>
    </>
  );
}
