import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../texts/language.tsx';
import styles from './DataTable.module.css';
import { ErrorState } from './ErrorState.tsx';
import { usePanelHead } from './Page.tsx';
import { ColumnMenu } from './table/ColumnMenu.tsx';
import { mostPlain, Rows } from './table/Rows.tsx';
import { SelectAll, SelectRow } from './table/SelectBox.tsx';
import { SortButton } from './table/SortButton.tsx';
import { clicked, type Selection } from './table/selection.ts';
import type { Comparable } from './table/sorting.ts';
import { useColumnChoice } from './table/useColumnChoice.ts';
import { useSorting } from './table/useSorting.ts';

export type Column<R> = {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers stand at the end, below each other. */
  readonly align?: 'end';
  /** On a narrow screen: a line of its own, left out, or with its title in front. */
  readonly narrow?: 'line' | 'hide' | 'titled';
  /** Takes what the others leave, and is cut where it does not fit. */
  readonly wide?: boolean;
  /** Its title is not shown, only said: for a column of buttons. */
  readonly quiet?: boolean;
  /** The list can be sorted by this: amounts as numbers, times as ISO 8601. */
  readonly sort?: (row: R) => Comparable;
  /** Shown only where it was chosen; for tables with a name. */
  readonly isExtra?: boolean;
};

type Props<R> = {
  /** Says what the table is of, to those who cannot see its heading. */
  caption: string;
  columns: readonly Column<R>[];
  /** Undefined while they are loaded for the first time. */
  rows: readonly R[] | undefined;
  rowKey: (row: R) => string;
  /** The page of a row: its first cell is the link, and the whole row can be clicked. */
  to?: (row: R) => string;
  empty: ReactNode;
  error?: unknown;
  retry?: () => void;
  /** How many rows are likely to come. */
  expected?: number;
  /** Narrow enough to stay a table on every screen. */
  slim?: boolean;
  /** New rows are on their way; the old ones are still shown. */
  isStale?: boolean;
  /** With a name, the order is in the address, so one such table a page; of many columns, some can be chosen, which is kept. */
  name?: string;
  /** The service has more rows than these: they are sorted alone. */
  isPart?: boolean;
  /** Rows can be selected; `bar` says what can be done with them. */
  selection?: Selection<R>;
  bar?: ReactNode;
};

/**
 * Rows below each other, numbers aligned. On a narrow screen each row becomes a card; the roles say that it is still a
 * table.
 */
export function DataTable<R>(props: Props<R>) {
  const { caption, columns, rows, rowKey, empty, error, retry, slim = false, isStale, name, selection } = props;
  const { t } = useTexts();
  const hasChoice = name !== undefined && columns.filter(({ quiet }) => !quiet).length > mostWithoutChoice;
  const { shown, choose, reset } = useColumnChoice(hasChoice ? name : undefined, columns);
  const { sorting, sort, inOrder } = useSorting(name, shown);
  const lastClicked = useRef<string>(undefined);
  const head = usePanelHead();
  if (error && !rows) return <ErrorState error={error} retry={retry} />;
  if (rows?.length === 0) return empty;
  const ordered = rows && inOrder(rows);
  const isPartSorted = sorting !== undefined && props.isPart === true;
  const menu = hasChoice && <ColumnMenu columns={columns} shown={shown} choose={choose} reset={reset} />;
  const select = (key: string, isRange: boolean) => {
    if (!selection || !ordered) return;
    selection.set(clicked(selection.keys, ordered.map(rowKey), key, isRange ? lastClicked.current : undefined));
    lastClicked.current = key;
  };
  return (
    <>
      {head && menu && createPortal(menu, head)}
      {(props.bar || isPartSorted || (menu && !head)) && (
        <div className={styles.tools} data-bar={props.bar ? true : undefined}>
          {props.bar}
          {isPartSorted && <span role="status">{t('shell.sortedPart', { count: ordered?.length ?? 0 })}</span>}
          {!head && menu && <div className={styles.menu}>{menu}</div>}
        </div>
      )}
      <div
        className={styles.frame}
        data-cards={!slim || undefined}
        {...(slim && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      >
        <table
          className={styles.table}
          role="table"
          aria-busy={!rows || isStale}
          aria-rowcount={isLong(rows) ? rows.length + 1 : undefined}
          data-stale={isStale || undefined}
        >
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {selection && (
                <th scope="col" role="columnheader" className={styles.select} data-tool>
                  <SelectAll selection={selection} order={ordered?.map(rowKey)} />
                </th>
              )}
              {shown.map((column) => (
                <Title key={column.id} column={column} sorting={sorting} sort={sort} />
              ))}
            </tr>
          </thead>
          {ordered ? (
            <Rows
              rows={ordered}
              columns={shown.length + (selection ? 1 : 0)}
              row={(row, place) => (
                <Row
                  key={rowKey(row)}
                  row={row}
                  columns={shown}
                  to={props.to}
                  place={isLong(rows) ? place + 2 : undefined}
                  isSelected={selection?.keys.has(rowKey(row))}
                  box={
                    selection && (
                      <SelectRow
                        name={selection.nameOf(row)}
                        isSelected={selection.keys.has(rowKey(row))}
                        onClick={(isRange) => select(rowKey(row), isRange)}
                      />
                    )
                  }
                />
              )}
            />
          ) : (
            <tbody role="rowgroup">
              {placeholders.slice(0, props.expected ?? 8).map((key) => (
                <Placeholder key={key} columns={shown} hasBox={selection !== undefined} />
              ))}
            </tbody>
          )}
        </table>
      </div>
    </>
  );
}

/** As many columns are read without a choice. */
const mostWithoutChoice = 6;
const placeholders = Array.from({ length: 50 }, (_, place) => `row ${place}`);
/** Not all of its rows are in the page: each says which one it is. */
const isLong = (rows: readonly unknown[] | undefined): rows is readonly unknown[] => (rows?.length ?? 0) > mostPlain;

function Title<R>({
  column: { id, title, align, narrow, wide, quiet, sort: isSortable },
  sorting,
  sort,
}: { column: Column<R> } & Pick<ReturnType<typeof useSorting<R>>, 'sorting' | 'sort'>) {
  const direction = sorting?.column === id ? sorting.direction : undefined;
  return (
    <th
      scope="col"
      role="columnheader"
      data-align={align}
      data-narrow={narrow}
      data-wide={wide}
      data-tool={isSortable && true}
      aria-sort={direction}
    >
      {quiet ? (
        <span className="visually-hidden">{title}</span>
      ) : isSortable ? (
        <SortButton title={title} direction={direction} onClick={() => sort(id)} />
      ) : (
        title
      )}
    </th>
  );
}

function Row<R>({
  row,
  columns,
  to,
  place,
  isSelected,
  box,
}: {
  row: R;
  columns: readonly Column<R>[];
  to: ((row: R) => string) | undefined;
  place: number | undefined;
  isSelected: boolean | undefined;
  box: ReactNode;
}) {
  return (
    <tr role="row" className={to && styles.linked} aria-rowindex={place} data-selected={isSelected || undefined}>
      {box && (
        <td role="cell" className={styles.select}>
          {box}
        </td>
      )}
      {columns.map(({ id, title, cell, align, narrow, wide, quiet }, at) => (
        <td
          key={id}
          role="cell"
          dir="auto"
          data-lead={at === 0 || undefined}
          data-align={align}
          data-narrow={narrow}
          data-wide={wide}
          data-quiet={quiet}
          data-title={title}
        >
          {to && at === 0 ? (
            <Link to={to(row)} className={styles.link}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Placeholder<R>({ columns, hasBox }: { columns: readonly Column<R>[]; hasBox: boolean }) {
  return (
    <tr role="row">
      {hasBox && <td role="cell" className={styles.select} />}
      {columns.map(({ id, narrow }) => (
        <td key={id} role="cell" data-narrow={narrow}>
          <Skeleton height={12} width="70%" />
        </td>
      ))}
    </tr>
  );
}
