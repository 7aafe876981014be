import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readHistorySearch } from './pages/history/history-search.ts';
import { readNewMode } from './pages/modes/new-mode.ts';
import { readSettingsSearch } from './pages/settings/setting-list.ts';
import { NotFoundPage, PageError } from './shell/page.tsx';
import { Shell, WindowError } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: WindowError,
});

const getParentRoute = () => root;

/** What a list is searched for when a link leads to it. */
const readFind = ({ find }: Record<string, unknown>): { readonly find?: string } =>
  typeof find === 'string' ? { find } : {};

/**
 * A page that is loaded when it is needed. The router would reload the window where that fails, which ends at the
 * browser's own error page while Quoth is away.
 */
const page: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error('A page could not be loaded.', { cause });
      }),
    name,
  );

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: page(() => import('./pages/record/record-page.tsx'), 'RecordPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/history',
    validateSearch: readHistorySearch,
    component: page(() => import('./pages/history/history-page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/statistics',
    component: page(() => import('./pages/statistics/statistics-page.tsx'), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes',
    component: page(() => import('./pages/modes/modes-page.tsx'), 'ModesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes/new',
    validateSearch: readNewMode,
    component: page(() => import('./pages/modes/mode-editor.tsx'), 'NewModeEditor'),
  }),
  createRoute({
    getParentRoute,
    path: '/modes/$id',
    component: page(() => import('./pages/modes/mode-editor.tsx'), 'ModeEditor'),
  }),
  createRoute({
    getParentRoute,
    path: '/vocabulary',
    validateSearch: readFind,
    component: page(() => import('./pages/vocabulary-page.tsx'), 'VocabularyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/models',
    validateSearch: readFind,
    component: page(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/welcome',
    component: page(() => import('./pages/welcome/welcome-page.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readSettingsSearch,
    component: page(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/$section',
    // Addresses that programs and documents know; a section is a part of the one page.
    beforeLoad: ({ params: { section }, search }) => {
      throw redirect({
        to: '/settings',
        search: readSettingsSearch({ ...search, at: section }),
        replace: true,
      });
    },
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
