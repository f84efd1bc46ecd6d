import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AppPath } from '../../../src/api/console/paths.ts';
import type { Search } from '../shell/search-params.ts';

/** A page and its search parameters, for what can lead to several pages. */
export type Target = { readonly to: AppPath; readonly search?: Search };

type Props = { target: Target; children: ReactNode; className?: string | undefined; label?: string | undefined };

export function TargetLink({ target: { to, search = {} }, children, className, label }: Props) {
  return (
    <Link to={to} search={search as never} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
