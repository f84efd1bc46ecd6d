import { Icon, type IconName } from '../design/icons.tsx';
import type { KeyOf } from '../texts/catalogue.ts';
import { useTexts } from '../texts/language.tsx';
import styles from './Status.module.css';

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'none';

/** Every state that something can be in: an icon, a tone and a word, never the colour alone. */
const looks: Readonly<Record<string, readonly [Tone, IconName]>> = {
  ACCEPTED: ['info', 'waiting'],
  SCHEDULED: ['info', 'calendar'],
  SENT: ['info', 'send'],
  DELIVERED: ['ok', 'delivered'],
  FAILED: ['bad', 'cross'],
  REJECTED: ['bad', 'forbidden'],
  UNKNOWN: ['warn', 'question'],
  CANCELLED: ['none', 'close'],
  // Senders
  Pending: ['warn', 'waiting'],
  'Confirmation Pending': ['info', 'clock'],
  Confirmed: ['ok', 'delivered'],
  Rejected: ['bad', 'forbidden'],
  // Webhook deliveries and outgoing mails
  waiting: ['info', 'waiting'],
  retrying: ['warn', 'refresh'],
  delivered: ['ok', 'delivered'],
  'given up': ['bad', 'cross'],
  kept: ['none', 'inbound'],
  // E-mails
  sent: ['ok', 'delivered'],
  repeated: ['none', 'copy'],
  dropped: ['none', 'close'],
  rejected: ['bad', 'forbidden'],
  error: ['bad', 'alert'],
  // Accounts, keys
  active: ['ok', 'check'],
  suspended: ['bad', 'forbidden'],
  live: ['ok', 'check'],
  expired: ['none', 'clock'],
  revoked: ['bad', 'forbidden'],
  // Endpoints, carriers, findings
  healthy: ['ok', 'delivered'],
  failing: ['warn', 'alert'],
  open: ['bad', 'pause'],
  up: ['ok', 'delivered'],
  down: ['bad', 'cross'],
  refused: ['bad', 'forbidden'],
  throttled: ['warn', 'clock'],
  disabled: ['none', 'forbidden'],
  paused: ['warn', 'pause'],
  ok: ['ok', 'delivered'],
  note: ['warn', 'info'],
  problem: ['bad', 'alert'],
};

/** The word comes from the catalogue; an unknown state is shown unchanged. */
export function Status({ status, text }: { status: string; text?: string }) {
  const { t } = useTexts();
  const look = looks[status];
  const word = text ?? (look ? t(`status.${status}` as KeyOf<'status'>) : status);
  return <Badge tone={look?.[0] ?? 'none'} icon={look?.[1] ?? 'question'} text={word} />;
}

export function Badge({ tone, icon, text }: { tone: Tone; icon?: IconName; text: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} size={13} />}
      {text}
    </span>
  );
}
