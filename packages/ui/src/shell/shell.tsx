import type { Dictation, Question } from '@quoth/contract';
import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Banner } from '../design/states.tsx';
import { useCloseToast, useToast } from '../design/toasts.tsx';
import { useAction, useApplicationEvent, useConnection, useSetting } from '../session/application.tsx';
import { useDictation } from '../session/dictation.tsx';
import { useLanguage } from '../text/text-provider.tsx';
import { ApplicationNotices, ChangeNotices } from './notices.tsx';
import { PageError } from './page.tsx';
import { BottomBar, destinations, Rail, settingsDestination } from './rail.tsx';
import { useShortcut } from './shortcuts.tsx';
import { UploadsProvider } from './uploads-provider.tsx';

// Loaded when they are first needed: dialogs and menus are a third of the code.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./dialogs.tsx')).KeysDialog }));

/** The frame around every page. */
export function Shell() {
  const t = useTranslations('app');
  const [isSearching, setSearching] = useState(false);
  const [isShowingKeys, setShowingKeys] = useState(false);
  useTheme();
  useLanguage(useSetting('language'));
  usePreload();
  const { history } = useRouter();
  // The first steps have the whole window.
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  useApplicationEvent((event) => {
    if (event.type === 'window-wanted') history.push(event.page);
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
        <ApplicationNotices />
        {!isWelcome && <Rail onSearch={() => setSearching(true)} />}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ConnectionBanner />
          <ProgramRequests />
          {/* What is positioned inside belongs to it: otherwise a hidden label far down makes the document scroll. */}
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            <Outlet />
          </main>
        </div>
        {!isWelcome && <BottomBar />}
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

/** Shown for a part of the frame that threw. */
export function WindowError() {
  return (
    <main>
      <ConnectionBanner />
      <PageError />
    </main>
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

const StartAgainDialog = lazy(async () => ({
  default: (await import('./dialogs.tsx')).StartAgainDialog,
}));

/** One banner over every page while the application cannot be reached; what was typed stays. */
function ConnectionBanner() {
  const t = useTranslations();
  const connection = useConnection();
  const [isAsking, setAsking] = useState(false);
  if (connection === 'ended') {
    return (
      <div className="px-4 pt-4 rail:px-8">
        <Banner tone="danger" icon={CircleAlert} isAlert>
          <p className="m-0 font-medium">{t('session.ended')}</p>
          <p className="m-0 text-quiet">{t('session.noneHint')}</p>
        </Banner>
      </div>
    );
  }
  if (connection !== 'lost') return null;
  return (
    <div className="px-4 pt-4 rail:px-8">
      <Banner
        tone="danger"
        icon={CircleAlert}
        isAlert
        action={<Button onClick={() => setAsking(true)}>{t('connection.startAgain')}</Button>}
      >
        <p className="m-0 font-medium">{t('connection.lost')}</p>
        <p className="m-0 text-quiet">{t('errors.NO_CONNECTION_hint')}</p>
      </Banner>
      <Suspense>{isAsking && <StartAgainDialog onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}

// Loaded when a program first asks or records.
const QuestionDialog = lazy(async () => ({
  default: (await import('./questions.tsx')).QuestionDialog,
}));
const ProgramRecording = lazy(async () => ({
  default: (await import('./questions.tsx')).ProgramRecording,
}));

/**
 * What programs want of the user, on every page: the question of one, and who is recording; and what was discarded just
 * now.
 */
function ProgramRequests() {
  const dictation = useDictation().data?.dictation;
  useQuestionOutcome(dictation);
  useDiscardUndo(dictation);
  if (!dictation) return null;
  const { recording, question } = dictation;
  return (
    <Suspense>
      {/* A dialog shows itself what is recorded for its question. */}
      {recording?.program && !question && (
        <ProgramRecording name={recording.program.name} isRecording={recording.phase === 'recording'} />
      )}
      {question && <QuestionDialog key={question.id} question={question} recording={recording} />}
    </Suspense>
  );
}

/** Says what became of a question when it disappears, unless the user has just declined it. */
function useQuestionOutcome(dictation: Dictation | undefined): void {
  const t = useTranslations('asking');
  const say = useToast();
  const last = useRef<Question>(undefined);
  const question = dictation?.question ?? undefined;
  useEffect(() => {
    const before = last.current;
    last.current = question;
    if (!before || before.id === question?.id) return;
    const { name } = before.program;
    const ended = dictation?.processing.find(({ id }) => id === before.recording_id);
    if (ended?.phase === 'delivered') say({ text: t('sent', { name }) });
    else if (ended?.phase === 'failed') say({ text: ended.error?.message ?? t('notSent'), tone: 'danger' });
  });
}

/** Offers to restore what was discarded, for as long as that can be done. */
function useDiscardUndo(dictation: Dictation | undefined): void {
  const t = useTranslations();
  const say = useToast();
  const close = useCloseToast();
  const offered = useRef<readonly string[]>([]);
  const undo = useAction((client, id: string) => client.undoDiscard({ params: { id } }));
  useEffect(() => {
    if (!dictation) return;
    const before = offered.current;
    offered.current = dictation.discarded;
    for (const id of before) if (!dictation.discarded.includes(id)) close(`discarded-${id}`);
    for (const id of dictation.discarded)
      if (!before.includes(id))
        say({
          id: `discarded-${id}`,
          text: t('record.discarded'),
          undo: { label: t('app.undo'), run: () => undo.mutate(id) },
        });
  });
}

/**
 * Loads the code of every page, dialog and menu once the first page is complete: not before, because it would compete
 * with the first page, and not only on demand, because nothing can be loaded without the application.
 */
function usePreload(): void {
  const router = useRouter();
  const isReading = useIsFetching() > 0;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isReading || isDue) return;
    const timer = setTimeout(() => setDue(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isReading, isDue]);
  useEffect(() => {
    if (!isDue) return;
    for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
    void import('./dialogs.tsx');
    void import('./palette.tsx');
    void import('./uploads-sheet.tsx');
    void import('../pages/record/mode-chooser.tsx');
    void import('../pages/record/finished-dictation.tsx');
  }, [router, isDue]);
}

/** How long nothing must have been read before the rest is loaded. */
const QUIET_MS = 2_000;

/** Applies the chosen theme to the document. The server has already written it there; this follows changes. */
function useTheme(): void {
  const appearance = useSetting('appearance');
  useEffect(() => {
    if (appearance !== undefined) document.documentElement.dataset.theme = appearance;
  }, [appearance]);
}
