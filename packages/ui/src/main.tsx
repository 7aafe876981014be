import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { createClient } from '@quoth/client';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationProvider } from './session/application.tsx';
import { Connection } from './session/session.ts';
import './design/design.css';
import { ToastProvider } from './design/toasts.tsx';
import { router } from './router.tsx';
import {
  apiBase,
  browserTransport,
  knowsWindow,
  openSession,
  type Session,
  tabStore,
} from './session/session.ts';
import { ClosedWindow } from './shell/page.tsx';
import { ShortcutProvider } from './shell/shortcuts.tsx';
import type { WindowTexts } from './text/load-texts.ts';
import { firstTexts, TextProvider } from './text/text-provider.tsx';

const { origin, hash, pathname, search } = window.location;
const session = openSession({
  origin,
  fragment: hash,
  store: tabStore(sessionStorage),
  fetch: browserTransport,
});
// The code has been used: it must be neither visible nor kept by the browser.
if (hash !== '') window.history.replaceState(null, '', `${pathname}${search}`);

// The page's own code is loaded while the session is opened, not after it.
void router.preloadRoute({ to: pathname as '/' }).catch(() => undefined);

// Waited for here and not by the module: beside one that waits, the bundler leaves a file for each page that only names
// what another has.
void Promise.all([session.catch((): Session => ({ state: 'none' })), firstTexts()]).then(show);

function show([session, texts]: readonly [Session, WindowTexts]): void {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Window session={session} texts={texts} />);
}

function Window({ session, texts }: { readonly session: Session; readonly texts: WindowTexts }) {
  return (
    <StrictMode>
      <TextProvider first={texts}>
        {session.state === 'open' ? (
          <OpenWindow token={session.token} />
        ) : (
          <ClosedWindow reason={session.state} />
        )}
      </TextProvider>
    </StrictMode>
  );
}

const connection = new Connection();
const stranger = createClient({ baseUrl: apiBase(origin), fetch: browserTransport });

function OpenWindow({ token }: { readonly token: string }) {
  const client = createClient({
    baseUrl: apiBase(origin),
    headers: { authorization: `Bearer ${token}` },
    fetch: connection.watching(
      browserTransport,
      (url) => url.startsWith(`${apiBase(origin)}/events`),
      () => knowsWindow(stranger, token),
    ),
  });
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        <ToastProvider>
          <ApplicationProvider client={client} connection={connection}>
            <ShortcutProvider>
              <RouterProvider router={router} />
            </ShortcutProvider>
          </ApplicationProvider>
        </ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
