import { Icon, type IconName } from '../../design/icons.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './Chart.module.css';
import type { Plotted } from './plot.ts';
import { type Note, notesAt } from './stack.ts';

const icons: Readonly<Record<Note['kind'], IconName>> = { deployment: 'upload', pause: 'pause', outage: 'alert' };
/** More would push the next panel out of sight; all are marked in the chart. */
const mostShown = 4;

/** What happened in the range, or, while a time is pointed at, in its step. */
export function Notes({
  plotted: { times, notes = [], time },
  point,
}: {
  plotted: Plotted;
  point: number | undefined;
}) {
  const { t } = useTexts();
  if (notes.length === 0) return null;
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  const here = point === undefined ? [] : notesAt(notes, times[point]!, step);
  const latest = notes.slice(-mostShown);
  // The list keeps its place: what happened at the time that is pointed at is marked in it, or replaces it.
  const shown = here.length > 0 ? here.slice(-mostShown) : latest;
  return (
    <ul className={styles.notes} aria-label={t('chart.notes')}>
      {shown.map(({ kind, at, until, text }) => (
        <li key={`${kind} ${at} ${text}`} data-kind={kind} data-here={here.length > 0 || undefined}>
          <Icon name={icons[kind]} size={13} />
          <span>
            <time>{until === undefined ? time(at) : `${time(at)} – ${time(until)}`}</time> {text}
          </span>
        </li>
      ))}
      {here.length === 0 && notes.length > latest.length && (
        <li>{t('chart.moreNotes', { count: notes.length - latest.length })}</li>
      )}
    </ul>
  );
}
