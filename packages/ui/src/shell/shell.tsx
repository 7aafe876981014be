import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApplicationEvent } from '../application/application-provider.tsx';
import { noticeText } from '../application/notice-text.ts';
import { useToast } from '../design/toasts.tsx';
import { UploadsProvider } from '../uploads/uploads-provider.tsx';
import { ActionNotices } from './action-notices.tsx';
import { ChangeNotices } from './change-notices.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { destinations, settingsDestination } from './destinations.ts';
import { ProgramRequests } from './programs/program-requests.tsx';
import { BottomBar, Rail } from './rail.tsx';
import { useShortcut } from './shortcuts.tsx';
import { usePreload } from './use-preload.ts';
import { useSetting } from './use-setting.ts';
import { useTheme } from './use-theme.ts';

// Loaded when they are first needed: dialogs and menus are a third of the code.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame around every page. */
export function Shell() {
  const t = useTranslations('app');
  const [isSearching, setSearching] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const say = useToast();
  useTheme();
  usePreload();
  useApplicationEvent((event) => {
    if (event.type !== 'notice-raised') return;
    const { level } = event.notice;
    say({ text: noticeText(event.notice), tone: level === 'warning' ? 'danger' : 'info' });
  });
  useShortcut('mod+k', () => setSearching((is) => !is));
  useShortcut('?', () => setShowingKeys(true));
  return (
    <UploadsProvider>
      <div className="relative flex h-dvh flex-col overflow-hidden rail:flex-row">
        <a
          href="#content"
          className="absolute -top-20 start-3 z-50 rounded-control bg-accent px-3 py-2 text-on-accent focus:top-3"
        >
          {t('skipToContent')}
        </a>
        <FirstRun />
        <GoKeys />
        <ChangeNotices />
        <ActionNotices />
        <Rail onSearch={() => setSearching(true)} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ConnectionBanner />
          <ProgramRequests />
          {/* What is positioned inside belongs to it: otherwise a hidden label far down makes the document scroll. */}
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            <Outlet />
          </main>
        </div>
        <BottomBar />
        <Suspense>
          {isSearching && (
            <Palette onClose={() => setSearching(false)} onShowKeys={() => setShowingKeys(true)} />
          )}
          {isShowingKeys && <KeysDialog isOpen onClose={() => setShowingKeys(false)} />}
        </Suspense>
      </div>
    </UploadsProvider>
  );
}

function GoKeys() {
  return [...destinations, settingsDestination].map(({ id, path, key }) => (
    <GoKey key={id} path={path} keys={`g ${key}`} />
  ));
}

function GoKey({ path, keys }: { readonly path: string; readonly keys: string }) {
  const navigate = useNavigate();
  useShortcut(keys, () => void navigate({ to: path }));
  return null;
}

/** A window that is opened for the first time begins with the first steps, unless another page was requested. */
function FirstRun() {
  const navigate = useNavigate();
  const isDone = useSetting('firstStepsDone');
  const isAtStart = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const [wasAtStart] = useState(isAtStart);
  useEffect(() => {
    if (isDone === false && wasAtStart) void navigate({ to: '/welcome', replace: true });
  }, [isDone, wasAtStart, navigate]);
  return null;
}
