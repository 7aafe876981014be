import type { Dictation } from '@quoth/contract';
import { TriangleAlert, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { LowBalance } from '../../application/low-balance.tsx';
import { noticeText } from '../../application/notice-text.ts';
import { prepaidOf } from '../../application/use-account.ts';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { ChooseFiles } from '../../uploads/choose-files.tsx';
import { RewritingOffer } from '../rewriting-offer.tsx';
import { Elapsed } from './elapsed.tsx';
import { LiveWords } from './live-words.tsx';
import { ModeSwitcher } from './mode-switcher.tsx';
import { RecordButton } from './record-button.tsx';
import { lastFinished, type RecorderView, recorderView, refusalOf } from './recorder-view.ts';
import { RefusalReason } from './refusal-reason.tsx';
import { useCancelAsked, useDictation, useLiveText } from './use-dictation.ts';
import { useRecorder } from './use-recorder.ts';

// Nothing needs the player, menus and comparison before there was a recording, so they are loaded later.
const finished = () => import('./finished-dictation.tsx');
const FinishedDictation = lazy(async () => ({ default: (await finished()).FinishedDictation }));

/** Record: one button, and what it makes. */
export function RecordPage() {
  const t = useTranslations();
  const query = useDictation();
  return (
    <Page title={t('pages.record')} width="full">
      <Loaded query={query} rows={4}>
        {({ dictation }) => <Recorder dictation={dictation} />}
      </Loaded>
    </Page>
  );
}

function Recorder({ dictation }: { readonly dictation: Dictation }) {
  const t = useTranslations('record');
  const view = recorderView(dictation);
  const { press, cancel, isBusy } = useRecorder(view);
  const isRecording = view.state === 'starting' || view.state === 'recording';
  const isIdle = view.state === 'ready' || view.state === 'refused';
  const refusal = refusalOf(view);
  const program = dictation.recording?.program;
  const finishedId = useLastFinished(dictation);
  const live = useLiveText('id' in view ? view.id : undefined);
  const cancelKeys = useCancelAsked(isRecording ? view.id : undefined);
  useEffect(() => {
    // In time for the text that is about to come.
    if (isRecording) void finished();
  }, [isRecording]);
  return (
    <div className="mx-auto flex w-full max-w-176 flex-1 flex-col items-center justify-center gap-5 pb-6">
      <ModeSwitcher isLocked={isRecording} />
      <RecordButton view={view} isBusy={isBusy} onPress={press} />
      <div className="flex min-h-16 w-full flex-col items-center gap-2 text-center">
        {view.state === 'recording' && <Elapsed />}
        <p id="record-state" role="status" className="m-0 text-quiet">
          {cancelKeys !== undefined && t('cancelAgain', { keys: cancelKeys })}
          {cancelKeys === undefined && program && t('recordingFor', { name: program.name })}
          {cancelKeys === undefined && !program && view.state !== 'refused' && t(`state_${view.state}`)}
        </p>
        {refusal && <RefusalReason refusal={refusal} />}
        <Work view={view} />
        {!isIdle && (
          <Button kind="quiet" icon={X} onClick={cancel}>
            {t(isRecording ? 'discard' : 'cancelWork')}
          </Button>
        )}
      </div>
      {dictation.recording?.warnings.map((notice) => (
        <Warning key={notice.id} id={notice.id} text={noticeText(notice)} />
      ))}
      <Balance />
      {isIdle && <RewritingOffer />}
      <LiveWords text={live} />
      {/* An earlier result under new work would be read as the outcome of it. */}
      {finishedId !== undefined && isIdle && (
        <Suspense>
          <FinishedDictation key={finishedId} id={finishedId} dictation={dictation} />
        </Suspense>
      )}
      {!isRecording && <ChooseFiles />}
    </div>
  );
}

/** The balance of the prepaid provider to which the current mode sends its audio. */
function Balance() {
  const providers = useRead('listProviders').data?.providers ?? [];
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const provider = mode && prepaidOf(mode, providers);
  return provider ? <LowBalance provider={provider} tier={mode.cloudAccuracyTier} isLinked /> : null;
}

function Work({ view }: { readonly view: RecorderView }) {
  const t = useTranslations('record');
  if (view.state !== 'transcribing' && view.state !== 'rewriting') return null;
  return (
    <div className="w-48">
      <ProgressBar name={t(`state_${view.state}`)} value={null} />
    </div>
  );
}

function Warning({ id, text }: { readonly id: string; readonly text: string }) {
  const t = useTranslations('record');
  const goOn = useAction((client) => client.continueDictation());
  return (
    <div className="w-full">
      <Banner
        tone="warning"
        icon={TriangleAlert}
        {...(id === 'still-there' && {
          action: <Button onClick={() => goOn.mutate()}>{t('stillHere')}</Button>,
        })}
      >
        {text}
      </Banner>
    </div>
  );
}

/** A finished dictation is reported for a minute; the page keeps the last one as long as it is open. */
function useLastFinished(dictation: Dictation): string | undefined {
  const now = lastFinished(dictation);
  const [kept, setKept] = useState(now);
  useEffect(() => {
    if (now) setKept(now);
  }, [now]);
  const finished = now ?? kept;
  return finished?.phase === 'cancelled' ? undefined : finished?.id;
}
