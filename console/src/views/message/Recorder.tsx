import { Skeleton } from '@mantine/core';
import { Icon, type IconName } from '../../design/icons.tsx';
import { longTime, preciseTime, utcTime } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import { EntryBody } from './EntryBody.tsx';
import styles from './message.module.css';
import { sinceStart, type Timeline, type TimelineEntry } from './timeline.ts';

const icons: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  request: 'inbound',
  ledger: 'prices',
  route: 'carriers',
  part: 'send',
  receipt: 'email',
  state: 'messages',
  webhook: 'webhooks',
  retry: 'clock',
};

type Group = { readonly title: TimelineEntry['kind']; readonly entries: TimelineEntry[] };

/** Entries in the order of time; those of one kind that follow each other stand under one heading. */
export function Recorder({ timeline }: { timeline: Timeline | undefined }) {
  const { t } = useTexts();
  if (!timeline) return <Waiting />;
  return (
    <ol className={styles.line}>
      {groupsOf(timeline.entries).map((group) => (
        <li
          key={keyOf(group.entries[0]!)}
          className={styles.group}
          data-kind={group.title}
          data-bad={isBad(group) || undefined}
        >
          <span className={styles.bullet}>
            <Icon name={icons[group.title]} size={14} />
          </span>
          <h3 className={styles.kind}>{t(`message.kind_${group.title}`)}</h3>
          <ul className={styles.entries}>
            {group.entries.map((entry) => (
              <li key={keyOf(entry)}>
                <When entries={timeline.entries} entry={entry} />
                <div className={styles.body}>
                  <EntryBody entry={entry} accountId={timeline.message.accountId} />
                </div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function groupsOf(entries: readonly TimelineEntry[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.title === entry.kind) last.entries.push(entry);
    else groups.push({ title: entry.kind, entries: [entry] });
  }
  return groups;
}

function keyOf(entry: TimelineEntry): string {
  const more = 'deliveryId' in entry ? `${entry.deliveryId}${'attempt' in entry ? entry.attempt : ''}` : '';
  const part = 'part' in entry ? entry.part : '';
  return `${entry.kind} ${entry.at} ${more}${part}${entry.kind === 'state' ? entry.status : ''}${entry.kind === 'ledger' ? entry.entry : ''}`;
}

function isBad({ entries }: Group): boolean {
  const last = entries.at(-1)!;
  if (last.kind === 'webhook') return last.status === undefined || last.status >= 300;
  return last.kind === 'state' && ['FAILED', 'REJECTED'].includes(last.status);
}

/** The time of day, and how long after the request: what one looks for is usually the difference. */
function When({ entries, entry }: { entries: readonly TimelineEntry[]; entry: TimelineEntry }) {
  const { t, locale } = useTexts();
  const at = new Date(entry.at);
  return (
    <span className={styles.when}>
      <time dateTime={entry.at} title={`${longTime(at, locale)} · ${t('shell.utc', { time: utcTime(at) })}`}>
        {preciseTime(at, locale)}
      </time>
      <small>{after(sinceStart(entries, entry))}</small>
    </span>
  );
}

function after(ms: number): string {
  if (ms === 0) return '';
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 1_000) return `${sign}${size} ms`;
  if (size < 60_000) return `${sign}${(size / 1_000).toFixed(2)} s`;
  if (size < 3_600_000) return `${sign}${(size / 60_000).toFixed(1)} min`;
  return `${sign}${(size / 3_600_000).toFixed(1)} h`;
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </div>
  );
}
