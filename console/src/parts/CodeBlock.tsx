import styles from './CodeBlock.module.css';
import { Copy } from './Copy.tsx';

/** Text to be copied or read as it is. `label` says what it is to those who do not see it. */
export function CodeBlock({
  code,
  label,
  copy = true,
  wrap = false,
}: {
  code: string;
  label: string;
  copy?: boolean;
  wrap?: boolean;
}) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label} data-wrap={wrap || undefined}>
        <pre dir="auto">
          <code>{code}</code>
        </pre>
      </section>
      {copy && (
        <span className={styles.copy}>
          <Copy text={code} />
        </span>
      )}
    </div>
  );
}
