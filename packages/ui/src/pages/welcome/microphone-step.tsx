import { createModeBody, type ErrorBody } from '@quoth/contract';
import { CircleCheck, Mic, MicOff, Square, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Banner } from '../../design/states.tsx';
import { Loaded, useAction, useRead } from '../../session/application.tsx';
import { LevelBar, LiveWords, useDictation, useLiveText } from '../../session/dictation.tsx';
import { isMisheard, lastFinished, missedWords, recorderView } from '../../session/recording.ts';
import { OfferedModel, useSuggestedModel } from '../models/offered-model.tsx';
import { mainTag } from '../models/suggested-model.ts';
import { MicrophoneChoice } from '../settings/microphone-choice.tsx';
import { useChangeSettings } from '../settings/settings-layout.tsx';
import { trialSentence } from './trial-sentence.ts';

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

/** The sentence to say; the words that were not recognized are marked. */
function Sentence({ sentence, heard }: { readonly sentence: string; readonly heard: string | undefined }) {
  if (heard === undefined) return sentence;
  return missedWords(sentence, heard).map(({ text, isMissed, at }) =>
    isMissed ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );
}

/** What was heard, compared with the sentence: that it works, or what went wrong and what helps. */
function Verdict({
  sentence,
  text,
  error,
}: {
  readonly sentence: string;
  readonly text: string | null;
  readonly error: ErrorBody | null;
}) {
  const t = useTranslations('welcome');
  const { model: better, downloads } = useSuggestedModel();
  if (text === null || text === '')
    return (
      <Banner tone="warning" icon={MicOff}>
        <p className="m-0 font-medium">{error?.message ?? t('nothingHeard')}</p>
        <p className="m-0 text-secondary text-quiet">{t('misheardHelp')}</p>
      </Banner>
    );
  if (!isMisheard(sentence, text))
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
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  const isRecording = view?.state === 'recording';
  const live = useLiveText(view && 'id' in view ? view.id : undefined);
  // A dictation from elsewhere does not count for this sentence.
  const [triedId, setTried] = useState<string>();
  const finished = dictation && lastFinished(dictation);
  const outcome = finished?.id === triedId && finished?.phase !== 'cancelled' ? finished : undefined;
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const language = mainTag(useLocale());
  const sentence = trialSentence(mode, useRead('listModels').data?.models ?? [], language);
  // Where no model is named, the sentence is in the window's language, whatever the default mode's is.
  const trial =
    mode?.model === 'auto' ? createModeBody.parse({ ...mode, language, applications: [] }) : undefined;
  const start = useAction(
    (client) => client.startDictation({ body: { delivery: 'none', private: true, max_seconds: 60, trial } }),
    { onDone: ({ id }) => setTried(id) },
  );
  const stop = useAction((client) => client.stopDictation());
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-raised p-4">
      <p className="m-0 text-secondary text-quiet">{t('say')}</p>
      <p className="m-0 text-heading">
        <Sentence
          sentence={sentence}
          heard={view?.state === 'ready' ? (outcome?.text ?? undefined) : undefined}
        />
      </p>
      <div className="flex w-full items-center gap-4">
        <Button
          icon={isRecording ? Square : Mic}
          busy={start.isPending || view?.state === 'starting'}
          disabled={view?.state === 'refused'}
          onClick={() => (isRecording ? stop.mutate() : start.mutate())}
        >
          {t(isRecording ? 'stop' : 'try')}
        </Button>
        <LevelBar isActive={isRecording} />
      </div>
      {view?.state === 'refused' && <p className="m-0 text-quiet">{view.refusal.message}</p>}
      {isRecording ? (
        <LiveWords text={live} className="text-said-narrow rail:text-said" />
      ) : (
        <p role="status" className="m-0 min-h-5">
          {view?.state === 'transcribing'
            ? t('transcribing')
            : outcome?.text && t('heard', { text: outcome.text })}
        </p>
      )}
      {view?.state === 'ready' && outcome && <Verdict sentence={sentence} {...outcome} />}
    </div>
  );
}
