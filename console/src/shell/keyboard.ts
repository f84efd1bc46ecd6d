import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useScope, useSession } from '../api/session.tsx';
import { navigationFor } from './nav.ts';

export const searchBoxId = 'search';
/** A view with a search box of its own marks it with this attribute: then `/` leads there. */
const ownSearch = '[data-search]';
/** Between `g` and the letter that says where to. */
const togetherMs = 1_500;

/** `/` search, `g` and a letter to go somewhere, `?` for the list of keys. Escape leaves a field. */
export function useKeyboard({ help }: { help: () => void }): void {
  const navigate = useNavigate();
  const session = useSession();
  const scope = useScope();
  const goPressed = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return leaveField();
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping() || isDialogOpen()) return;
    const isSecond = event.timeStamp - goPressed.current < togetherMs;
    goPressed.current = 0;
    const target = isSecond
      ? navigationFor(scope, session)
          .flat()
          .find(({ key }) => key === event.key)
      : undefined;
    if (target) void navigate({ to: target.to });
    else if (event.key === 'g') goPressed.current = event.timeStamp;
    else if (event.key === '/') searchField()?.focus();
    else if (event.key === '?') help();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function searchField(): HTMLElement | null {
  return document.querySelector<HTMLElement>(ownSearch) ?? document.getElementById(searchBoxId);
}

function isTyping(): boolean {
  const element = document.activeElement;
  return (
    element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

function leaveField(): void {
  if (isTyping() && !isDialogOpen()) (document.activeElement as HTMLElement).blur();
}
