import { CircleCheck, Mic, Square, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Banner } from '../../design/banner.tsx';
import { Button } from '../../design/button.tsx';
import { LiveWords } from '../record/live-words.tsx';
import { lastFinished, recorderView } from '../record/recorder-view.ts';
import { useDictation, useLevelOn, useLiveText } from '../record/use-dictation.ts';
import { MicrophoneChoice } from '../settings/microphone-settings.tsx';
import { useChangeSettings } from '../settings/use-change-settings.ts';
import { isMisheard } from './is-misheard.ts';
import { OfferedModel, useOfferedModels } from './offered-model.tsx';

/** The microphone, its level, and a sentence to try it with; nothing of it is kept. */
export function MicrophoneStep() {
  const settings = useRead('getSettings');
  const change = useChangeSettings();
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={settings} rows={1}>
        {(body) => (
          <div className="rounded-card border border-line bg-raised">
            <MicrophoneChoice settings={body.settings} change={change} />
          </div>
        )}
      </Loaded>
      <TryMicrophone />
    </div>
  );
}

/** What was heard, compared with the sentence; where it went wrong, a better model. */
function Verdict({ text }: { readonly text: string }) {
  const t = useTranslations('welcome');
  const { models, downloads } = useOfferedModels();
  const [better] = models;
  if (!isMisheard(t('sentence'), text))
    return (
      <Banner tone="success" icon={CircleCheck}>
        {t('heardWell')}
      </Banner>
    );
  return (
    <div className="flex w-full flex-col gap-3">
      <Banner tone="warning" icon={TriangleAlert}>
        <p className="m-0 font-medium">{t('misheard')}</p>
        <p className="m-0 text-secondary text-quiet">{t(better ? 'misheardBetter' : 'misheardHelp')}</p>
      </Banner>
      {better && (
        <div className="rounded-card border border-line">
          <OfferedModel model={better} download={downloads.get(better.id)} />
        </div>
      )}
    </div>
  );
}

function TryMicrophone() {
  const t = useTranslations('welcome');
  const bar = useRef<HTMLDivElement>(null);
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  const isRecording = view?.state === 'recording';
  const live = useLiveText(view && 'id' in view ? view.id : undefined);
  // What was dictated elsewhere has nothing to do with this sentence.
  const [triedId, setTried] = useState<string>();
  const finished = dictation && lastFinished(dictation);
  const outcome = finished?.id === triedId && finished?.phase !== 'cancelled' ? finished : undefined;
  useLevelOn(bar, isRecording);
  const start = useAction(
    (client) => client.startDictation({ body: { delivery: 'none', private: true, max_seconds: 60 } }),
    { onDone: ({ id }) => setTried(id) },
  );
  const stop = useAction((client) => client.stopDictation());
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-raised p-4">
      <p className="m-0">{t('say', { sentence: t('sentence') })}</p>
      <div className="flex w-full items-center gap-4">
        <Button
          icon={isRecording ? Square : Mic}
          busy={start.isPending || view?.state === 'starting'}
          disabled={view?.state === 'refused'}
          onClick={() => (isRecording ? stop.mutate() : start.mutate())}
        >
          {t(isRecording ? 'stop' : 'try')}
        </Button>
        <div aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-pressed">
          <div ref={bar} className="level-bar h-full origin-left rounded-full bg-accent rtl:origin-right" />
        </div>
      </div>
      {view?.state === 'refused' && <p className="m-0 text-quiet">{view.refusal.message}</p>}
      {isRecording ? (
        <LiveWords text={live} />
      ) : (
        <p role="status" className="m-0 min-h-5">
          {view?.state === 'transcribing' ? t('transcribing') : (outcome?.text ?? outcome?.error?.message)}
        </p>
      )}
      {view?.state === 'ready' && outcome?.text != null && <Verdict text={outcome.text} />}
    </div>
  );
}
