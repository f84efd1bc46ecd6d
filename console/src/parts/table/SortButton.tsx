import styles from './SortButton.module.css';
import type { Direction } from './sorting.ts';

type Props = { title: string; direction: Direction | undefined; onClick: () => void };

/** The title of a column that sorts by it. `aria-sort` is on its cell. */
export function SortButton({ title, direction, onClick }: Props) {
  return (
    <button type="button" className={styles.sort} data-direction={direction} onClick={onClick}>
      {title}
      <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true" focusable="false">
        {direction !== 'descending' && <path d="M4 1 7 5H1z" />}
        {direction !== 'ascending' && <path d="M4 11 1 7h6z" />}
      </svg>
    </button>
  );
}
