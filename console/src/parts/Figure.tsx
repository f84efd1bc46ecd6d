import type { ReactNode } from 'react';
import { Icon } from '../design/icons.tsx';
import styles from './Figure.module.css';
import { type Target, TargetLink } from './Target.tsx';

type Props = { label: string; value: ReactNode; note?: ReactNode; tone?: 'bad' | 'warn' | undefined; target?: Target };

/** One number that is looked at from afar. With a target, the whole tile leads to what it counts. */
export function Figure({ label, value, note, tone, target }: Props) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>
          {target ? (
            <TargetLink
              target={target}
              className={styles.link}
              label={typeof value === 'string' ? `${label}: ${value}` : label}
            >
              {value}
            </TargetLink>
          ) : (
            value
          )}
        </span>
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
