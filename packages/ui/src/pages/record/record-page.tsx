import { Button as BaseButton } from '@base-ui/react/button';
import { QuothError } from '@quoth/client';
import type { Dictation, ErrorBody, Notice, Recording } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Loader2, Mic, MicOff, Square, TriangleAlert, X } from 'lucide-react';
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClasses, Icon, KeyCap, Tip, useKeyName } from '../../design/button.tsx';
import { Banner } from '../../design/states.tsx';
import { Checked, transcribingProvider, useModeName, useRecognizerName } from '../../session/account.tsx';
import { Loaded, noticeText, useAction, useIsAway, useRead } from '../../session/application.tsx';
import {
  Elapsed,
  LiveWords,
  useCancelAsked,
  useDictation,
  useLiveText,
  VoiceLine,
} from '../../session/dictation.tsx';
import { lastShown, type RecorderView, recorderView, refusalOf } from '../../session/recording.ts';
import { Page } from '../../shell/page.tsx';
import { useHasSingleKeys, useShortcut } from '../../shell/shortcuts.tsx';
import { ChooseFiles } from '../../shell/uploads.tsx';
import { isLinux } from '../../system.ts';
import { KeyEverywhere, RecentRecordings } from './recent-recordings.tsx';

// Nothing needs the player, menus and comparison before there was a recording, so they are loaded later.
const finished = () => import('./finished-dictation.tsx');
const FinishedDictation = lazy(async () => ({ default: (await finished()).FinishedDictation }));

/** How long one waited for the text that was finished last; undefined where that was not seen from here. */
function useReadyTime(view: RecorderView, finishedId: string | undefined): number | undefined {
  const begun = useRef<{ readonly id: string; readonly at: number }>(undefined);
  const [ready, setReady] = useState<{ readonly id: string; readonly ms: number }>();
  const workId =
    'id' in view && view.state !== 'starting' && view.state !== 'recording' ? view.id : undefined;
  useEffect(() => {
    if (workId !== undefined) begun.current = { id: workId, at: performance.now() };
  }, [workId]);
  useEffect(() => {
    if (finishedId === undefined || begun.current?.id !== finishedId) return;
    setReady({ id: finishedId, ms: performance.now() - begun.current.at });
  }, [finishedId]);
  return ready?.id === finishedId ? ready?.ms : undefined;
}
const Balance = lazy(async () => ({ default: (await import('../../session/balance.tsx')).Balance }));
const RewritingOffer = lazy(async () => ({
  default: (await import('../rewriting-offer.tsx')).RewritingOffer,
}));
const MeetingButton = lazy(async () => ({ default: (await import('./meeting-button.tsx')).MeetingButton }));
const Compact = lazy(async () => ({ default: (await import('./compact.tsx')).Compact }));

/** Record: one button, and what it makes. */
export function RecordPage() {
  const t = useTranslations();
  const errors = useTranslations('errors');
  const query = useDictation();
  // Asked for at once: the page would wait for one after the other.
  const recent = useRecent();
  const isAway = useIsAway();
  return (
    <Page title={t('pages.record')} width="full" isTitleUnseen>
      <Loaded query={query} rows={4}>
        {({ dictation }) => (
          <Recorder
            recent={recent}
            dictation={
              isAway
                ? { ...dictation, recording: null, processing: [], refusal: away(errors('NO_CONNECTION')) }
                : dictation
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The API has no code for it. */
const away = (message: string): ErrorBody => ({ code: 'INTERNAL_ERROR', message });

function Recorder({
  dictation,
  recent,
}: {
  readonly dictation: Dictation;
  readonly recent: readonly Recording[] | undefined;
}) {
  const t = useTranslations('record');
  const app = useTranslations('app');
  const view = recorderView(dictation);
  const { press, cancel, isBusy, switchHeadset } = useRecorder(view);
  const isRecording = view.state === 'starting' || view.state === 'recording';
  const isIdle = view.state === 'ready' || view.state === 'refused';
  const refusal = refusalOf(view);
  const program = dictation.recording?.program;
  const isMeeting = dictation.recording?.meeting === true;
  const finishedId = useLastFinished(dictation, recent);
  const readyMs = useReadyTime(view, finishedId);
  const others = recent?.filter(({ id }) => id !== finishedId).slice(0, MAX_RECENT);
  const live = useLiveText('id' in view ? view.id : undefined);
  const cancelKeys = useCancelAsked(isRecording ? view.id : undefined);
  const keyName = useKeyName();
  const hasSpace = useHasSingleKeys();
  useEffect(() => {
    // In time for the text that is about to come.
    if (isRecording) void finished();
  }, [isRecording]);
  const isShowingResult = finishedId !== undefined && isIdle;
  const result = [...dictation.processing, ...(recent ?? [])].find(({ id }) => id === finishedId);
  const said = (isShowingResult && result?.text) || undefined;
  return (
    // In the order in which it is read aloud: mode, button, what to do or what was said, and then what is offered.
    // Where its column would begin almost at the edge of the page, it begins there.
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)_minmax(0,350px)_60px_minmax(0,350px)_minmax(0,1fr)] grid-rows-[auto_auto_1fr_auto] max-[1199px]:grid-cols-[0_minmax(0,1fr)_60px_minmax(0,1fr)_0]">
      <div className="col-span-5 -ms-4 flex">
        <ModeSwitcher isLocked={isRecording} />
        <div className="ms-auto -me-3 flex shrink-0 items-center">
          {isLinux && view.state === 'ready' && (
            <Suspense>
              <MeetingButton />
            </Suspense>
          )}
          <Suspense>
            <Compact view={view} live={live} said={said} press={press} cancel={cancel} />
          </Suspense>
        </div>
      </div>
      <div className={`${bar} col-start-3`}>
        <RecordButton view={view} isBusy={isBusy} onPress={press} />
      </div>
      <div className={`${bar} col-start-2 flex-wrap gap-x-3 pe-3`}>
        {view.state === 'recording' && <Elapsed />}
        <p
          id="record-state"
          role="status"
          className={
            isIdle || (view.state === 'recording' && !program && !isMeeting && cancelKeys === undefined)
              ? 'unseen'
              : 'm-0 text-quiet'
          }
        >
          {cancelKeys !== undefined &&
            t('cancelAgain', { keys: cancelKeys.split('+').map(keyName).join('+') })}
          {cancelKeys === undefined && program && t('recordingFor', { name: program.name })}
          {cancelKeys === undefined && isMeeting && t('recordingMeeting')}
          {cancelKeys === undefined &&
            !program &&
            !isMeeting &&
            view.state !== 'ready' &&
            view.state !== 'refused' &&
            t(`state_${view.state}`)}
        </p>
        {view.state === 'ready' && (
          <div className="max-rail:hidden">
            <KeyEverywhere />
          </div>
        )}
      </div>
      {/* A sheet that is written from below: the newest line is always at the same place, and nothing jumps when it is done. */}
      <div className="col-span-3 col-start-2 row-start-3 flex min-w-0 flex-col justify-end gap-4">
        {!isIdle && (
          // Whole lines: half of one at the top would look broken.
          <div className="flex max-h-[round(down,60dvh,28px)] flex-col justify-end overflow-hidden rail:max-h-[round(down,60dvh,40px)] low:max-h-21 low:rail:max-h-30">
            <LiveWords
              text={live}
              isListening={view.state === 'recording'}
              className="text-said-narrow rail:text-said"
            />
          </div>
        )}
        {/* An earlier result under new work would be read as the outcome of it. */}
        {isShowingResult && !refusal && (
          <Suspense>
            <FinishedDictation key={finishedId} id={finishedId} dictation={dictation} readyMs={readyMs} />
          </Suspense>
        )}
        {refusal && <RefusalReason refusal={refusal} />}
        {isIdle && switchHeadset && (
          <Button className="self-start" onClick={switchHeadset}>
            {t('switchHeadset')}
          </Button>
        )}
        {isIdle && !isShowingResult && others && (
          // Together, so that nothing is pushed away by what comes later; not lazy, or React would show it 300 ms
          // later.
          <>
            {view.state === 'ready' && (
              // Not announced: after a dictation, its text is.
              <p className="said m-0 text-said-narrow text-quiet rail:text-said">
                {t(hasSpace ? 'state_ready' : 'state_readyWithoutKeys')}
              </p>
            )}
            {others.length > 0 && <RecentRecordings shown={others} />}
          </>
        )}
        {!isIdle && (
          <div className="h-21 low:h-10">
            <VoiceLine isWorking={!isRecording} />
          </div>
        )}
      </div>
      <div className="col-span-5 row-start-2 my-4 flex flex-col gap-3 low:my-2">
        <Suspense>
          <Balance />
        </Suspense>
        <Warnings notices={dictation.recording?.warnings ?? []} />
        {view.state === 'ready' && (
          <div className="low:hidden">
            <Suspense>
              <RewritingOffer isBrief />
            </Suspense>
          </div>
        )}
      </div>
      <div className={`${bar} col-start-4 justify-end`}>
        {isIdle && <ChooseFiles />}
        {!isIdle && (
          <Button kind="quiet" icon={X} onClick={cancel} aria-keyshortcuts="Escape" className="-me-3">
            {app(isRecording ? 'discard' : 'cancel')}
            {isRecording && (
              <span aria-hidden className="max-rail:hidden">
                <KeyCap>Esc</KeyCap>
              </span>
            )}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A part of the row at the foot of the page, which stays on the screen however long a text is. */
const bar = 'sticky bottom-0 row-start-4 flex min-w-0 items-center bg-surface py-4';

const MAX_RECENT = 5;

/** The last recordings with a text: one more than are listed, which may be the one that is shown already. */
function useRecent(): readonly Recording[] | undefined {
  const query = { status: 'completed', limit: MAX_RECENT + 1 } as const;
  const { data, isPending } = useRead('searchRecordings', { query });
  if (isPending) return undefined;
  return (data?.recordings ?? []).filter(({ text }) => text !== '');
}

/** All of them in one place, a line each. */
function Warnings({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useTranslations('record');
  const continueRecording = useAction((client) => client.continueDictation());
  if (notices.length === 0) return null;
  return (
    <Banner
      tone="warning"
      icon={TriangleAlert}
      {...(notices.some(({ id }) => id === 'still-there') && {
        action: <Button onClick={() => continueRecording.mutate()}>{t('stillHere')}</Button>,
      })}
    >
      {notices.map((notice) => (
        <p key={notice.id} className="m-0">
          {noticeText(notice)}
        </p>
      ))}
    </Banner>
  );
}

/** What was finished last while the window is open. */
let lastFinishedId: string | undefined;

/**
 * A finished dictation is reported for a minute; the page keeps the last one as long as it is open, and shows it again
 * to those who come back from another one, if it is in the history.
 */
function useLastFinished(dictation: Dictation, recent: readonly Recording[] | undefined): string | undefined {
  const now = lastShown(dictation);
  const [kept, setKept] = useState(now);
  useEffect(() => {
    if (!now) return;
    setKept(now);
    lastFinishedId = now.id;
  }, [now]);
  const finished = now ?? kept;
  if (finished) return finished.phase === 'cancelled' ? undefined : finished.id;
  return recent?.find(({ id }) => id === lastFinishedId)?.id;
}

// The list with its search is a tenth of the first page's code: it is loaded when the pointer or the focus comes near.
const chooser = () => import('./mode-chooser.tsx');
const ModeChooser = lazy(async () => ({ default: (await chooser()).ModeChooser }));

/** The button that names the mode, with and without its list. */
const pillClasses =
  'flex h-10 max-w-full min-w-0 items-center gap-2 rounded-full ps-4 pe-3 transition-colors hover:bg-hover data-disabled:opacity-60';

/** Names the mode in use and who transcribes for it, and opens the list of all. */
function ModeSwitcher({ isLocked }: { readonly isLocked: boolean }) {
  const [isOpened, setOpened] = useState(false);
  // The button stays until its list is there.
  const open = () => startTransition(() => setOpened(true));
  return isOpened ? (
    <Suspense>
      <ModeChooser isLocked={isLocked} className={pillClasses} />
    </Suspense>
  ) : (
    <ModeButton isLocked={isLocked} onOpen={open} />
  );
}

function ModeButton({ isLocked, onOpen }: { readonly isLocked: boolean; readonly onOpen: () => void }) {
  const t = useTranslations('record');
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const recognizerName = useRecognizerName();
  const nameOf = useModeName();
  if (!mode) return <div className="h-10" />;
  return (
    <BaseButton
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={t('modeNamed', { mode: nameOf(mode.name) })}
      disabled={isLocked}
      onPointerEnter={() => void chooser()}
      onFocus={() => void chooser()}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && onOpen()}
      onClick={onOpen}
      className={pillClasses}
    >
      <span className="truncate font-medium">{nameOf(mode.name)}</span>
      <span className="truncate text-quiet">{recognizerName(mode)}</span>
      <Icon of={ChevronDown} className="text-quiet" />
    </BaseButton>
  );
}

/** The id of the reason why nothing can be recorded. */
const REFUSAL = 'record-refusal';

/** The one button: begins, ends, and says why it cannot. */
function RecordButton({
  view,
  isBusy,
  onPress,
}: {
  readonly view: RecorderView;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}) {
  const t = useTranslations('record');
  const isRecording = view.state === 'recording';
  const refusal = refusalOf(view);
  const isWaiting = view.state === 'starting' || isBusy;
  const label = t(isRecording ? 'stop' : 'start');
  const hasSpace = useHasSingleKeys();
  const button = (
    <BaseButton
      aria-label={label}
      aria-keyshortcuts={hasSpace ? 'Space' : undefined}
      aria-describedby={refusal && REFUSAL}
      disabled={refusal !== undefined || isWaiting}
      focusableWhenDisabled
      onClick={onPress}
      data-recording={isRecording || undefined}
      className="flex size-15 items-center justify-center rounded-full bg-accent text-on-accent transition-colors focus-visible:outline-offset-4 not-data-disabled:hover:bg-accent-hover data-disabled:bg-pressed data-disabled:text-quiet data-recording:bg-live data-recording:text-on-live data-recording:hover:bg-live-hover"
    >
      {isWaiting ? (
        <Icon of={Loader2} size={24} className="turning" />
      ) : isRecording ? (
        <Square size={20} strokeWidth={1.75} fill="currentColor" aria-hidden />
      ) : (
        <Icon of={refusal ? MicOff : Mic} size={24} />
      )}
    </BaseButton>
  );
  return refusal ? <Tip text={refusal.message}>{button}</Tip> : button;
}

/** Why nothing can be recorded, and where to change it: the settings stay usable. */
function RefusalReason({ refusal: { code, message } }: { readonly refusal: ErrorBody }) {
  const t = useTranslations('record');
  const link = linkFor(code);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p id={REFUSAL} className="m-0">
        {message}
      </p>
      {isOfProvider(code) && <LastCheck />}
      {link && (
        <Link
          to={link.to}
          {...('search' in link && { search: link.search })}
          className={`${buttonClasses.secondary} no-underline`}
        >
          {t(link.label)}
        </Link>
      )}
    </div>
  );
}

/** When the provider of the current mode was checked; it goes on counting. */
function LastCheck() {
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const providers = useRead('listProviders').data?.providers ?? [];
  const provider = mode && transcribingProvider(mode, providers);
  if (!provider?.checked_at) return null;
  return (
    <p className="m-0 text-secondary text-quiet">
      <Checked at={provider.checked_at} />
    </p>
  );
}

function isOfProvider(code: ErrorBody['code']): boolean {
  return code === 'MISSING_API_KEY' || code === 'ENGINE_UNAVAILABLE';
}

function linkFor(code: ErrorBody['code']) {
  if (isOfProvider(code)) return { to: '/settings', search: { at: 'api-keys' }, label: 'toApiKeys' } as const;
  if (code === 'MODEL_NOT_INSTALLED' || code === 'MODEL_NOT_FOUND')
    return { to: '/models', label: 'toModels' } as const;
  return code === 'MICROPHONE_UNAVAILABLE'
    ? ({ to: '/settings', search: { at: 'settings.microphone' }, label: 'toMicrophone' } as const)
    : undefined;
}

/** What the button and the space bar do now. */
function useRecorder(view: RecorderView | undefined) {
  // Into the window, not into another application: anyone who looks at this page wants to see the text here.
  const start = useAction((client, switch_headset: boolean) =>
    client.startDictation({ body: { delivery: 'none', switch_headset } }),
  );
  const stop = useAction((client) => client.stopDictation());
  const cancel = useAction((client) => client.cancelDictation());
  const press = () => {
    if (!view || start.isPending || stop.isPending) return;
    if (view.state === 'recording') stop.mutate();
    else if (view.state !== 'starting' && !refusalOf(view)) start.mutate(false);
  };
  useShortcut('space', press, view !== undefined);
  useShortcut('escape', () => cancel.mutate(), view?.state === 'starting' || view?.state === 'recording');
  const needsHeadset =
    start.error instanceof QuothError &&
    start.error.said.some(({ reason }) => reason === 'headsetPlaysMusic');
  return {
    press,
    cancel: () => cancel.mutate(),
    isBusy: start.isPending,
    switchHeadset: needsHeadset ? () => start.mutate(true) : undefined,
  };
}
