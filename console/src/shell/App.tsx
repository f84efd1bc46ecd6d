import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { queryClient } from '../api/queries.ts';
import { theme, variables } from '../design/theme.ts';
import { router } from '../routes.tsx';
import type { Catalogue } from '../texts/catalogue.ts';
import { type Language, TextsProvider } from '../texts/language.tsx';
import { nonce } from './nonce.ts';

const scheme = localStorageColorSchemeManager({ key: 'hermod-scheme' });

export function App({ language, catalogue }: { language: Language; catalogue: Catalogue }) {
  const named = useMemo(() => withNames(catalogue), [catalogue]);
  return (
    <StrictMode>
      <TextsProvider language={language} catalogue={catalogue}>
        <MantineProvider
          theme={named}
          cssVariablesResolver={variables}
          colorSchemeManager={scheme}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queryClient}>
            <Notifications position="bottom-right" limit={3} autoClose={5_000} />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </TextsProvider>
    </StrictMode>
  );
}

/** Messages are shown from outside of the page's tree, where no part of it could name their button. */
function withNames({ shell }: Catalogue) {
  const Notification = { defaultProps: { closeButtonProps: { 'aria-label': shell.close } } };
  return mergeThemeOverrides(theme, { components: { Notification } });
}
