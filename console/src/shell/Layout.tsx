import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isUuid } from '../../../src/domain/uuid.ts';
import { Fault, isMissing } from '../api/fault.ts';
import { read } from '../api/queries.ts';
import { actingFor } from '../api/scope.ts';
import { SessionProvider, useScope, useSession } from '../api/session.tsx';
import { LiveProvider } from '../live/useLive.tsx';
import { PaletteDialog } from '../palette/PaletteDialog.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { useTexts } from '../texts/language.tsx';
import { Banners } from './Banners.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { useKeyboard } from './keyboard.ts';
import styles from './Layout.module.css';
import { Navigation } from './Navigation.tsx';
import { NotFound, NotFoundActing } from './NotFound.tsx';
import { hasPage } from './nav.ts';
import { useOneSession } from './one-session.ts';
import { TopBar } from './TopBar.tsx';

/** The log-in page stands alone; everything else needs a session, and is framed by the navigation. */
export function Layout() {
  const isLogIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  return isLogIn ? <Outlet /> : <Gate />;
}

/** Without a session the client has sent the browser to the log-in page already. */
function Gate() {
  const { data, error, refetch } = useQuery({
    ...read('/console/v1/session'),
    staleTime: 60_000,
    refetchInterval: 60_000,
    // Another person may have logged in in another tab.
    refetchOnWindowFocus: 'always',
  });
  useOneSession(data?.sessionId);
  if (data) {
    return (
      <SessionProvider session={data}>
        <Acting>
          <LiveProvider>
            <Frame />
          </LiveProvider>
        </Acting>
      </SessionProvider>
    );
  }
  if (error && !(error instanceof Fault && error.status === 401)) {
    return (
      <main className={styles.alone}>
        <ErrorState error={error} retry={() => void refetch()} />
      </main>
    );
  }
  return <div className={styles.blank} />;
}

/** Only an operator who may change things acts for an account, and only for one that exists. */
function Acting({ children }: { children: ReactNode }) {
  const { kind, role } = useSession();
  const mayAct = kind === 'operator' && role !== 'support';
  const params = { path: { accountId: actingFor ?? '' } };
  const { error } = useQuery({
    ...read('/admin/v1/accounts/{accountId}', { params }),
    enabled: mayAct && actingFor !== undefined,
  });
  if (actingFor === undefined || (mayAct && !isMissing(error))) return children;
  return (
    <main className={styles.alone}>
      <NotFoundActing />
    </main>
  );
}

/** The page of the address, if this person has it. `/emails/try` is the only name in the place of an id. */
function Content() {
  const route = String(useMatches().at(-1)?.routeId);
  const { id } = useParams({ strict: false }) as { id?: string };
  const isThing = id === undefined || isUuid(id) || (route === '/emails/$id' && id === 'try');
  return hasPage(route, useScope(), useSession()) && isThing ? <Outlet /> : <NotFound />;
}

function Frame() {
  const { t } = useTexts();
  const [isOpen, drawer] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useKeyboard({ help: help.toggle, palette: palette.toggle });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes.
  useEffect(() => drawer.close(), [path]);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <AppShell
        header={{ height: 48 }}
        navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        transitionDuration={120}
        padding={0}
      >
        <AppShell.Header className={styles.header}>
          <TopBar isOpen={isOpen} toggle={drawer.toggle} help={help.open} palette={palette.open} />
        </AppShell.Header>
        <AppShell.Navbar className={styles.navbar} aria-label={t('shell.navigation')}>
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main className={styles.main}>
          <Banners />
          <div id="content" className={styles.content} tabIndex={-1}>
            <Content />
          </div>
        </AppShell.Main>
      </AppShell>
      <PaletteDialog opened={isPaletteOpen} onClose={palette.close} help={help.open} />
      <HelpDialog opened={isHelpOpen} onClose={help.close} />
    </>
  );
}
