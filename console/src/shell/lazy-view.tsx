import { Button } from '@mantine/core';
import type { RouteComponent } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { EmptyState } from '../parts/EmptyState.tsx';
import { useTexts } from '../texts/language.tsx';
import { reloadIfReachable } from './reload.ts';

export type View = () => Promise<{ default: RouteComponent }>;

const remembered = 'hermod-reloaded';
const retryMs = 5_000;

/** Storage may be forbidden: then nothing is loaded again without a click. */
function wasReloaded(): boolean {
  try {
    return sessionStorage.getItem(remembered) !== null;
  } catch {
    return true;
  }
}

function remember(isReloaded: boolean): void {
  try {
    if (isReloaded) sessionStorage.setItem(remembered, '1');
    else sessionStorage.removeItem(remembered);
  } catch {
    // As above.
  }
}

/**
 * A view whose files are loaded when it is first wanted. If that fails, the rest of the console stays. The way out is to load the
 * page again: a new version has other names of files, and browsers may keep the failure of a file until then.
 */
export function lazyView(load: View): RouteComponent {
  let loaded: RouteComponent | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        remember(false);
      },
      () => {},
    );
    return loading;
  };
  // The router renders a view after its preload has ended.
  const LazyView: RouteComponent = () => {
    const Loaded = loaded;
    return Loaded ? <Loaded /> : <NotLoaded />;
  };
  LazyView.preload = preload;
  return LazyView;
}

/** Loads the page again as soon as the service answers: once, since a file may be missing for another reason. */
function NotLoaded() {
  const { t } = useTexts();
  const [hasReloaded] = useState(wasReloaded);
  const [hasTried, setTried] = useState(hasReloaded);
  const retry = useCallback(() => {
    remember(true);
    void reloadIfReachable().then((isReloading) => {
      if (isReloading) return;
      remember(false);
      setTried(true);
    });
  }, []);
  useEffect(() => {
    if (hasReloaded) return;
    retry();
    const timer = setInterval(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [hasReloaded, retry]);
  if (!hasTried) return null;
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('shell.notLoaded')}
        text={t(hasReloaded ? 'shell.notLoadedMissing' : 'shell.notLoadedOffline')}
      >
        <Button variant="default" onClick={retry}>
          {t('shell.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
