import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { read } from '../api/queries.ts';
import { actingFor } from '../api/scope.ts';
import { useMayChange, useScope, useSession } from '../api/session.tsx';
import { signOut } from '../api/sign-out.ts';
import type { IconName } from '../design/icons.tsx';
import { schemes } from '../design/schemes.ts';
import { guides } from '../parts/guides.ts';
import type { Target } from '../parts/Target.tsx';
import { useSavedSearches } from '../saved/useSavedSearches.ts';
import { navigationFor } from '../shell/nav.ts';
import type { PlainKey } from '../texts/catalogue.ts';
import { chooseLanguage, type Language, languages, useTexts } from '../texts/language.tsx';
import type { Entry } from './entry.ts';

/** Pages, actions, saved searches and documents: what this person has, without asking the service. */
export function useFixedEntries(help: () => void): readonly Entry[] {
  const pages = usePages();
  const actions = useActions(help);
  const saved = useSaved();
  return useMemo(() => [...pages, ...actions, ...saved, ...documents], [pages, actions, saved]);
}

function usePages(): readonly Entry[] {
  const { t } = useTexts();
  const session = useSession();
  const scope = useScope();
  return useMemo(() => {
    const page = (to: string, text: PlainKey, icon: IconName): Entry => ({
      ...{ id: `page ${to}`, group: 'pages', icon, title: t(text), words: to.slice(1) },
      leads: { target: { to } },
    });
    const pages = navigationFor(scope, session).flat();
    return [
      ...pages.map(({ to, text, icon }) => page(to, text, icon)),
      page('/settings', 'shell.settings', 'settings'),
    ];
  }, [t, session, scope]);
}

function useActions(help: () => void): readonly Entry[] {
  const { t, language } = useTexts();
  const mayChange = useMayChange();
  const isOperator = useScope().kind === 'operator';
  const { setColorScheme } = useMantineColorScheme();
  const isPaused = useIsPaused(isOperator && mayChange);
  const keys = useKeysTarget(isOperator);
  return useMemo(() => {
    const action = (id: string, icon: IconName, title: string, leads: Entry['leads'], words = ''): Entry => ({
      ...{ id: `action ${id}`, group: 'actions', icon, title, leads, words },
    });
    const dialog = (to: string, what: string): Entry['leads'] => ({ target: { to, search: { do: what } } });
    const changes = [
      action('send', 'send', t('messages.sendOne'), { target: { to: '/send' } }),
      ...(isOperator
        ? [
            action('account', 'plus', t('accounts.new'), dialog('/accounts', 'new')),
            action('carrier', 'plus', t('carriers.add'), dialog('/carriers', 'new')),
            action('prices', 'plus', t('prices.new'), dialog('/prices', 'new')),
            action('operator', 'plus', t('operators.add'), dialog('/operators', 'new')),
          ]
        : [action('sender', 'plus', t('senders.register'), dialog('/senders', 'new'))]),
      action('key', 'key', t('accounts.issue'), { target: keys }, 'api key'),
      ...(isPaused === undefined
        ? []
        : [
            isPaused
              ? action('resume', 'play', t('pauses.resumeAll'), dialog('/carriers', 'resume'))
              : action('pause', 'pause', t('pauses.pauseAll'), dialog('/carriers', 'pause')),
          ]),
    ];
    const others = (Object.keys(languages) as Language[]).filter((name) => name !== language);
    return [
      ...(mayChange ? changes : []),
      ...schemes.map(({ scheme, text, icon }) =>
        action(scheme, icon, `${t('shell.theme')}: ${t(text)}`, { run: () => setColorScheme(scheme) }, scheme),
      ),
      ...others.map((name) =>
        action(
          name,
          'language',
          `${t('shell.language')}: ${languages[name]}`,
          { run: () => chooseLanguage(name) },
          name,
        ),
      ),
      action('help', 'question', t('shell.keysTitle'), { run: help }),
      action('reference', 'info', t('shell.reference'), { href: '/docs', isNewTab: true }),
      ...(actingFor === undefined
        ? []
        : [action('back', 'back', t('shell.actingBack'), { href: `/accounts/${actingFor}`, isNewTab: false })]),
      action('sign-out', 'logout', t('shell.logout'), { run: () => void signOut() }),
    ];
  }, [t, language, mayChange, isOperator, setColorScheme, isPaused, keys, help]);
}

/** Undefined for those who may not change it, and while it is not known. */
function useIsPaused(isWanted: boolean): boolean | undefined {
  const { data } = useQuery({ ...read('/admin/v1/pauses'), enabled: isWanted });
  return isWanted ? data?.pauses.some(({ kind }) => kind === 'all') : undefined;
}

/** An operator issues a key on the page of an account, and chooses one first elsewhere. */
function useKeysTarget(isOperator: boolean): Target {
  const { id } = useParams({ strict: false }) as { id?: string };
  const path = useLocation({ select: ({ pathname }) => pathname });
  return useMemo(() => {
    if (!isOperator) return { to: '/accounts', search: { tab: 'keys', do: 'issue' } };
    const isAccount = id !== undefined && path.startsWith('/accounts/');
    return isAccount ? { to: `/accounts/${id}`, search: { tab: 'keys', do: 'issue' } } : { to: '/accounts' };
  }, [isOperator, id, path]);
}

function useSaved(): readonly Entry[] {
  const { saved } = useSavedSearches();
  return useMemo(
    () =>
      saved.map(
        ({ name, search }): Entry => ({
          ...{ id: `saved ${name}`, group: 'saved', icon: 'bookmark', title: name, note: search, words: search },
          leads: { target: { to: '/messages', search: { q: search } } },
        }),
      ),
    [saved],
  );
}

/** In English, as the documents are. */
const documents = Object.entries(guides).map(
  ([name, title]): Entry => ({
    ...{ id: `document ${name}`, group: 'documents', icon: 'info', title, words: name },
    leads: { href: `/guides/${name}`, isNewTab: true },
  }),
);
