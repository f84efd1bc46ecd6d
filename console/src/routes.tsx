import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { AppPath } from '../../src/api/console/paths.ts';
import { basePath } from './api/scope.ts';
import { Broken } from './shell/Broken.tsx';
import { Layout } from './shell/Layout.tsx';
import { lazyView, type View } from './shell/lazy-view.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { parseSearch, stringifySearch } from './shell/search-params.ts';

/** Every page of the console. The service answers exactly these paths with it. */
const views: Readonly<Record<AppPath, View>> = {
  '/': () => import('./views/overview/index.tsx'),
  '/login': () => import('./views/login/index.tsx'),
  '/messages': () => import('./views/messages/index.tsx'),
  '/messages/$id': () => import('./views/message/index.tsx'),
  '/send': () => import('./views/send/index.tsx'),
  '/templates': () => import('./views/templates/index.tsx'),
  '/phone': () => import('./views/phone/index.tsx'),
  '/webhooks': () => import('./views/webhooks/index.tsx'),
  '/webhooks/$id': () => import('./views/delivery/index.tsx'),
  '/senders': () => import('./views/senders/index.tsx'),
  '/inbound': () => import('./views/inbound/index.tsx'),
  '/opt-outs': () => import('./views/opt-outs/index.tsx'),
  '/emails': () => import('./views/emails/index.tsx'),
  '/emails/$id': () => import('./views/email/index.tsx'),
  '/accounts': () => import('./views/accounts/index.tsx'),
  '/accounts/$id': () => import('./views/account/index.tsx'),
  '/prices': () => import('./views/prices/index.tsx'),
  '/prices/$id': () => import('./views/price-list/index.tsx'),
  '/carriers': () => import('./views/carriers/index.tsx'),
  '/carriers/$id': () => import('./views/carrier/index.tsx'),
  '/statistics': () => import('./views/statistics/index.tsx'),
  '/verify': () => import('./views/verify/index.tsx'),
  '/waiting': () => import('./views/waiting/index.tsx'),
  '/receipts': () => import('./views/receipts/index.tsx'),
  '/erasure': () => import('./views/erasure/index.tsx'),
  '/audit': () => import('./views/audit/index.tsx'),
  '/health': () => import('./views/health/index.tsx'),
  '/operators': () => import('./views/operators/index.tsx'),
  '/settings': () => import('./views/settings/index.tsx'),
};

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound });
const routes = Object.entries(views).map(([path, view]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyView(view) }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: basePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
