import { useTexts } from '../../texts/language.tsx';
import styles from './SelectBox.module.css';
import { clickedAll, type Selection } from './selection.ts';

/** Selects a row; with shift, all from the row before. */
export function SelectRow({
  name,
  isSelected,
  onClick,
}: {
  name: string;
  isSelected: boolean;
  onClick: (isRange: boolean) => void;
}) {
  const { t } = useTexts();
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t('shell.select', { row: name })}
        checked={isSelected}
        onChange={({ nativeEvent }) => onClick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}

/** Selects all loaded rows, or none. */
export function SelectAll<R>({ selection, order }: { selection: Selection<R>; order: readonly string[] | undefined }) {
  const { t } = useTexts();
  const keys = order ?? [];
  const count = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t('shell.selectAll')}
        disabled={keys.length === 0}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => selection.set(clickedAll(selection.keys, keys))}
      />
    </label>
  );
}
