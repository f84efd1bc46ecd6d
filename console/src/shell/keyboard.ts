import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useScope, useSession } from '../api/session.tsx';
import { navigationFor } from './nav.ts';

/** A view with a search box of its own marks it with this attribute: then `/` leads there, and to the palette elsewhere. */
const ownSearch = '[data-search]';
/** Between `g` and the letter that says where to. */
const togetherMs = 1_500;

/** Ctrl+K or Cmd+K the palette, `/` search, `g` and a letter to go somewhere, `?` for the list of keys. Escape leaves a field. */
export function useKeyboard({ help, palette }: { help: () => void; palette: () => void }): void {
  const navigate = useNavigate();
  const session = useSession();
  const scope = useScope();
  const goPressed = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') return leaveField();
    if (isPaletteKey(event) && !isDialogOpen(':not([data-palette])')) {
      event.preventDefault();
      return palette();
    }
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
    else if (event.key === '/') search();
    else if (event.key === '?') help();
    else return;
    event.preventDefault();
  });
  const search = () => {
    const own = document.querySelector<HTMLElement>(ownSearch);
    if (own) own.focus();
    else palette();
  };
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function isTyping(): boolean {
  const element = document.activeElement;
  return (
    element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))
  );
}

function isDialogOpen(which = ''): boolean {
  return document.querySelector(`[role="dialog"]${which}, [role="menu"]`) !== null;
}

function leaveField(): void {
  if (isTyping() && !isDialogOpen()) (document.activeElement as HTMLElement).blur();
}
