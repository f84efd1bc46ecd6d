import type { IconName } from '../design/icons.tsx';
import { hrefOf, type Target } from '../parts/Target.tsx';

/** In the order in which they are shown. */
export const groups = ['direct', 'pages', 'actions', 'saved', 'accounts', 'objects', 'documents', 'search'] as const;
export type Group = (typeof groups)[number];

/** One thing that the palette leads to or does. */
export type Entry = {
  readonly id: string;
  readonly group: Group;
  readonly icon: IconName;
  readonly title: string;
  /** Beside the title: what it is, or does. */
  readonly note?: string;
  /** Found by these, too. */
  readonly words?: string;
  readonly leads:
    | { readonly target: Target }
    /** A page that is loaded on its own: a document, or the console of another account. */
    | { readonly href: string; readonly isNewTab: boolean }
    | { readonly run: () => void };
};

/** The address of an entry, if it has one: it can be opened in a new tab, and copied. */
export function addressOf({ leads }: Entry): string | undefined {
  if ('target' in leads) return hrefOf(leads.target);
  return 'href' in leads ? leads.href : undefined;
}
