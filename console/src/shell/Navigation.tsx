import { Link } from '@tanstack/react-router';
import { useScope, useSession } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Navigation.module.css';
import { navigationFor } from './nav.ts';
import { useAttention } from './useAttention.ts';

export function Navigation() {
  const { t } = useTexts();
  const session = useSession();
  const groups = navigationFor(useScope(), session);
  const attention = useAttention();
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
                {attention[to] && <Mark {...attention[to]} />}
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

function Mark({ count, text }: { count: number; text: string }) {
  return (
    <span className={styles.mark} title={text}>
      <span aria-hidden="true">{count >= 1_000 ? '999+' : count}</span>
      <span className="visually-hidden">, {text}</span>
    </span>
  );
}
