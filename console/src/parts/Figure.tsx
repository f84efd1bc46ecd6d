import type { ReactNode } from 'react';
import { Icon } from '../design/icons.tsx';
import styles from './Figure.module.css';

type Props = { label: string; value: ReactNode; note?: ReactNode; tone?: 'bad' | 'warn' | undefined };

/** One number that is looked at from afar. */
export function Figure({ label, value, note, tone }: Props) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        <span className={styles.note}>
          {tone && <Icon name="alert" size={12} />} {note}
        </span>
      </dd>
    </div>
  );
}

export function Figures({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {children}
    </dl>
  );
}
