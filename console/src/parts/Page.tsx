import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { useTexts } from '../texts/language.tsx';
import { GuideLink } from './GuideLink.tsx';
import type { Guide } from './guides.ts';
import styles from './Page.module.css';

type Props = {
  title: string;
  /** Beside the title: what it is of, such as an id or a state. */
  aside?: ReactNode;
  /** What can be done here, on the right. */
  actions?: ReactNode;
  /** One line below the title. */
  lead?: ReactNode;
  guide?: Guide;
  children: ReactNode;
};

/** A view: its title, which is also that of the window, what can be done, and its content. */
export function Page({ title, aside, actions, lead, guide, children }: Props) {
  const { t } = useTexts();
  const { service } = useSession();
  useEffect(() => {
    document.title = t('shell.page', { title, service: service.name });
  }, [title, service.name, t]);
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        {aside && <div className={styles.aside}>{aside}</div>}
        {guide && <GuideLink guide={guide} />}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </>
  );
}

const Head = createContext<HTMLElement | null>(null);

/** A place in the head of the panel around this part, before its buttons; null where the panel has none. */
export const usePanelHead = (): HTMLElement | null => use(Head);

/** A part of a view, with a frame and a title of its own. */
export function Panel({ title, actions, children, flush = false }: PanelProps) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <section className={styles.panel}>
      {(title || actions) && (
        <header className={styles.panelHead}>
          {title && <h2 className={styles.panelTitle}>{title}</h2>}
          <div ref={setHead} className={styles.panelTools} />
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : styles.panelBody}>
        <Head value={head}>{children}</Head>
      </div>
    </section>
  );
}

type PanelProps = {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without space around: for tables. */
  flush?: boolean;
};
