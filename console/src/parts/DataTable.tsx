import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './DataTable.module.css';
import { ErrorState } from './ErrorState.tsx';

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
};

/**
 * Rows below each other, numbers aligned. On a narrow screen each row becomes a card; the roles say that it is still a
 * table.
 */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowKey,
  to,
  empty,
  error,
  retry,
  expected = 8,
  isStale,
  slim = false,
}: Props<R>) {
  if (error && !rows) return <ErrorState error={error} retry={retry} />;
  if (rows?.length === 0) return empty;
  return (
    <div
      className={styles.frame}
      data-cards={!slim || undefined}
      {...(slim && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <table className={styles.table} role="table" aria-busy={!rows || isStale} data-stale={isStale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, title, align, narrow, wide, quiet }) => (
              <th key={id} scope="col" role="columnheader" data-align={align} data-narrow={narrow} data-wide={wide}>
                {quiet ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows
            ? rows.map((row) => <Row key={rowKey(row)} row={row} columns={columns} to={to} />)
            : placeholders.slice(0, expected).map((key) => <Placeholder key={key} columns={columns} />)}
        </tbody>
      </table>
    </div>
  );
}

const placeholders = Array.from({ length: 50 }, (_, place) => `row ${place}`);

function Row<R>({
  row,
  columns,
  to,
}: {
  row: R;
  columns: readonly Column<R>[];
  to?: ((row: R) => string) | undefined;
}) {
  return (
    <tr role="row" className={to && styles.linked}>
      {columns.map(({ id, title, cell, align, narrow, wide, quiet }, place) => (
        <td
          key={id}
          role="cell"
          dir="auto"
          data-align={align}
          data-narrow={narrow}
          data-wide={wide}
          data-quiet={quiet}
          data-title={title}
        >
          {to && place === 0 ? (
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

function Placeholder<R>({ columns }: { columns: readonly Column<R>[] }) {
  return (
    <tr role="row">
      {columns.map(({ id, narrow }) => (
        <td key={id} role="cell" data-narrow={narrow}>
          <Skeleton height={12} width="70%" />
        </td>
      ))}
    </tr>
  );
}
