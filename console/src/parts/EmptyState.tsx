import type { ReactNode } from 'react';
import { Icon, type IconName } from '../design/icons.tsx';
import styles from './EmptyState.module.css';

type Props = { title: string; text?: ReactNode; icon?: IconName; children?: ReactNode };

/** Nothing is there, why, and what one can do about it. */
export function EmptyState({ title, text, icon = 'info', children }: Props) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
