import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readHistorySearch } from './pages/history/history-search.ts';
import { readTab } from './pages/local-api/local-api-tab.ts';
import { readNewMode } from './pages/modes/new-mode.ts';
import { NotFoundPage, PageError } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

const getParentRoute = () => root;

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/record/record-page.tsx'), 'RecordPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/history',
    validateSearch: readHistorySearch,
    component: lazyRouteComponent(() => import('./pages/history/history-page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/statistics',
    component: lazyRouteComponent(() => import('./pages/statistics/statistics-page.tsx'), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes',
    component: lazyRouteComponent(() => import('./pages/modes/modes-page.tsx'), 'ModesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes/new',
    validateSearch: readNewMode,
    component: lazyRouteComponent(() => import('./pages/modes/mode-editor.tsx'), 'NewModeEditor'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes/$id',
    component: lazyRouteComponent(() => import('./pages/modes/mode-editor.tsx'), 'ModeEditor'),
  }),
  createRoute({
    getParentRoute,
    path: '/vocabulary',
    component: lazyRouteComponent(() => import('./pages/vocabulary-page.tsx'), 'VocabularyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/models',
    component: lazyRouteComponent(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./pages/welcome/welcome-page.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/shortcuts',
    component: lazyRouteComponent(() => import('./pages/shortcuts-page.tsx'), 'ShortcutsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/api-keys',
    component: lazyRouteComponent(() => import('./pages/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/local-api',
    validateSearch: readTab,
    component: lazyRouteComponent(() => import('./pages/local-api/local-api-page.tsx'), 'LocalApiPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/programs',
    component: lazyRouteComponent(() => import('./pages/programs-page.tsx'), 'ProgramsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/actions',
    component: lazyRouteComponent(() => import('./pages/actions/actions-page.tsx'), 'ActionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/advanced',
    component: lazyRouteComponent(() => import('./pages/settings/advanced-page.tsx'), 'AdvancedPage'),
  }),
] as const;

/** Every page by its address; each is loaded when it is first needed. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
