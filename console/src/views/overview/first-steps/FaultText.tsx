import { useFaultText } from '../../../parts/ErrorState.tsx';
import styles from './first-steps.module.css';

export function FaultText({ fault }: { fault: unknown }) {
  const text = useFaultText(fault);
  if (fault === undefined) return null;
  return (
    <p role="alert" className={styles.fault}>
      {text}
    </p>
  );
}
