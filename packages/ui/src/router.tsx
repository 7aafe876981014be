import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readHistorySearch } from './pages/history/history-search.ts';
import { readNewMode } from './pages/modes/new-mode.ts';
import { readSettingsSearch } from './pages/settings/settings-search.ts';
import { NotFoundPage, PageError } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

const getParentRoute = () => root;

/** What a list is searched for when a link leads to it. */
const readFind = ({ find }: Record<string, unknown>): { readonly find?: string } =>
  typeof find === 'string' ? { find } : {};

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
    validateSearch: readFind,
    component: lazyRouteComponent(() => import('./pages/vocabulary-page.tsx'), 'VocabularyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/models',
    validateSearch: readFind,
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
    validateSearch: readSettingsSearch,
    component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
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
