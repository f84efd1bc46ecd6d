import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { blockRows, type Window, windowOf } from './blocks.ts';
import styles from './Rows.module.css';

/** Up to this many, all rows are in the page: the browser finds words in them, and nothing has to be measured. */
export const mostPlain = 200;

type Props<R> = { rows: readonly R[]; columns: number; row: (row: R, place: number) => ReactNode };

/** The rows of a table; of a long one those near the screen, and space for the others above and below. On paper all of them. */
export function Rows<R>(props: Props<R>) {
  return props.rows.length > mostPlain ? <LongRows {...props} /> : <AllRows {...props} />;
}

function AllRows<R>({ rows, row }: Props<R>) {
  return <tbody role="rowgroup">{rows.map((each, place) => row(each, place))}</tbody>;
}

function LongRows<R>(props: Props<R>) {
  const { rows, columns, row } = props;
  const start = useRef<HTMLTableSectionElement>(null);
  const { first, last, above, below, measured } = useWindow(rows.length, start);
  useSteadyColumns(start, `${first} ${last}`);
  if (useIsPrinted()) return <AllRows {...props} />;
  const blocks = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return (
    <>
      <Space height={above} columns={columns} start={start} />
      {blocks.map((block) => (
        <Block key={block} measured={(height) => measured(block, height)}>
          {rows
            .slice(block * blockRows, (block + 1) * blockRows)
            .map((each, place) => row(each, block * blockRows + place))}
        </Block>
      ))}
      <Space height={below} columns={columns} />
    </>
  );
}

type Start = { readonly current: HTMLTableSectionElement | null };

function useWindow(count: number, start: Start) {
  const heights = useRef(new Map<number, number>());
  const [shown, setShown] = useState(() => windowOf(count, heights.current, { top: 0, bottom: window.innerHeight }));
  useEffect(() => {
    const table = start.current?.closest('table');
    let width = table?.offsetWidth;
    const look = () => {
      if (!start.current || !table) return;
      const top = -start.current.getBoundingClientRect().top;
      // Rows that wrap, and cards, are higher on a narrower screen.
      const isResized = table.offsetWidth !== width;
      if (isResized) heights.current.clear();
      width = table.offsetWidth;
      const next = windowOf(count, heights.current, { top, bottom: top + window.innerHeight });
      setShown((now) => (!isResized && isSame(now, next) ? now : next));
    };
    const resized = new ResizeObserver(look);
    if (table) resized.observe(table);
    // A dialogue scrolls by itself.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    look();
    return () => {
      resized.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [count, start]);
  return { ...shown, measured: (block: number, height: number) => heights.current.set(block, height) };
}

const isSame = (one: Window, other: Window) =>
  one.first === other.first && one.last === other.last && one.above === other.above && one.below === other.below;

/** Other rows have other widths: without this, columns would move while one scrolls. They only grow, until the table is resized. */
function useSteadyColumns(start: Start, shown: string): void {
  const width = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are measured again.
  useLayoutEffect(() => {
    const table = start.current?.closest('table');
    const titles = [...(table?.tHead?.rows[0]?.cells ?? [])].filter((title) => !('wide' in title.dataset));
    if (table && table.offsetWidth !== width.current) for (const title of titles) title.style.minWidth = '';
    width.current = table?.offsetWidth ?? 0;
    const widths = titles.map(({ offsetWidth }) => offsetWidth);
    for (const [place, title] of titles.entries()) title.style.minWidth = `${widths[place]}px`;
  }, [shown, start]);
}

function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true));
    const printed = () => setPrinted(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', printed);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', printed);
    };
  }, []);
  return isPrinted;
}

function Block({ measured, children }: { measured: (height: number) => void; children: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    if (body.current) measured(body.current.offsetHeight);
  });
  return (
    <tbody ref={body} role="rowgroup">
      {children}
    </tbody>
  );
}

function Space({ height, columns, start }: { height: number; columns: number; start?: Ref<HTMLTableSectionElement> }) {
  return (
    <tbody ref={start} aria-hidden="true" className={styles.space}>
      <tr style={{ height }}>
        <td colSpan={columns} />
      </tr>
    </tbody>
  );
}
