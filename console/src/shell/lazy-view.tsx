import { Button } from '@mantine/core';
import type { RouteComponent } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { EmptyState } from '../parts/EmptyState.tsx';
import { useTexts } from '../texts/language.tsx';
import { reloadIfReachable } from './reload.ts';

export type View = () => Promise<{ default: RouteComponent }>;

const remembered = 'hermod-reloaded';
const retryMs = 5_000;

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
        sessionStorage.removeItem(remembered);
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
  const [hasReloaded] = useState(() => sessionStorage.getItem(remembered) !== null);
  const [hasTried, setTried] = useState(hasReloaded);
  const retry = useCallback(async () => {
    sessionStorage.setItem(remembered, '1');
    if (await reloadIfReachable()) return;
    sessionStorage.removeItem(remembered);
    setTried(true);
  }, []);
  useEffect(() => {
    if (hasReloaded) return;
    const attempt = () => void retry();
    attempt();
    const timer = setInterval(attempt, retryMs);
    window.addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', attempt);
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
        <Button variant="default" onClick={() => void retry()}>
          {t('shell.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
