import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClasses, Icon } from '../../design/button.tsx';
import { useRead } from '../../session/application.tsx';
import { isMisheard, missedWords } from '../../session/recording.ts';
import { useLanguageName } from '../models/downloads.tsx';
import { ImportModel } from '../models/import-model.tsx';
import { OfferedModel, useSuggestedModel } from '../models/offered-model.tsx';
import { mainTag } from '../models/suggested-model.ts';
import { MicrophoneChoice } from '../settings/microphone-choice.tsx';
import { useChangeSettings } from '../settings/setting-rows.tsx';
import { TrialButton } from './trial-button.tsx';
import type { Trial } from './use-trial.ts';

/** A sentence to read out, whose words light up as they are heard; and the better model, which may come meanwhile. */
export function SayStep({ trial }: { readonly trial: Trial }) {
  const t = useTranslations('record');
  const { sentence, spoken, isRecording, live, outcome, press, state } = trial;
  const heard = isRecording ? [...live.stable, live.unstable].join('') : (outcome?.text ?? '');
  const isDone = !isRecording && outcome !== undefined && state === 'ready';
  const isWhole = isRecording && heard !== '' && missedWords(sentence, heard).every((word) => !word.isMissed);
  const end = useEffectEvent(press);
  useEffect(() => {
    // Every word stands there: it ends by itself.
    if (isWhole) end();
  }, [isWhole]);
  return (
    <>
      <p lang={spoken} className="said m-0 mt-4 max-w-150 text-said-narrow text-balance rail:text-said">
        <Sentence sentence={sentence} heard={heard} isDone={isDone && heard !== ''} />
      </p>
      <TrialButton trial={trial} />
      <div role="status" className="flex min-h-6 max-w-130 flex-col items-center gap-4">
        {state === 'transcribing' && <span className="text-quiet">{t('state_transcribing')}</span>}
        {isDone && <Verdict sentence={sentence} {...outcome} />}
      </div>
      {trial.refusal && (
        <MicrophoneToChoose>
          <Said isGood={false}>{trial.refusal.message}</Said>
        </MicrophoneToChoose>
      )}
      <Offer />
    </>
  );
}

/** Words that were heard stand in ink; after the end, those that were not are marked. */
function Sentence({
  sentence,
  heard,
  isDone,
}: {
  readonly sentence: string;
  readonly heard: string;
  readonly isDone: boolean;
}) {
  return missedWords(sentence, heard).map(({ text, isMissed, at }) =>
    isMissed && isDone ? (
      <mark key={at}>{text}</mark>
    ) : (
      <span
        key={at}
        data-heard={(heard !== '' && !isMissed) || undefined}
        className="text-quiet transition-colors duration-300 data-heard:text-text"
      >
        {text}
      </span>
    ),
  );
}

/** What was heard, compared with the sentence: that it works, or what went wrong and what helps. */
function Verdict({ sentence, text, error }: NonNullable<Trial['outcome']> & Pick<Trial, 'sentence'>) {
  const t = useTranslations('welcome');
  const { model: better } = useSuggestedModel();
  if (text === null || text === '')
    return (
      <MicrophoneToChoose>
        <Said isGood={false}>
          {error?.message ?? t('nothingHeard')} <span className="text-quiet">{t('misheardHelp')}</span>
        </Said>
      </MicrophoneToChoose>
    );
  if (!isMisheard(sentence, text)) return <Said isGood>{t('heardWell')}</Said>;
  return (
    <Said isGood={false}>
      {t('misheard')} <span className="text-quiet">{t(better ? 'misheardBetter' : 'misheardHelp')}</span>
    </Said>
  );
}

function Said({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return (
    <p className="m-0 text-balance">
      <Icon
        of={isGood ? CircleCheck : TriangleAlert}
        className={`me-1.5 inline align-[-3px] ${isGood ? 'text-success' : 'text-warning'}`}
      />
      {children}
    </p>
  );
}

/** Where nothing came, another microphone may help. */
function MicrophoneToChoose({ children }: { readonly children: ReactNode }) {
  const settings = useRead('getSettings').data?.settings;
  const change = useChangeSettings();
  return (
    <>
      {children}
      {settings && (
        <div className="w-full max-w-130 rounded-card border border-line bg-raised text-start">
          <MicrophoneChoice settings={settings} change={change} />
        </div>
      )}
    </>
  );
}

/** The one download that fits this machine better, or a model file, where there is no network. */
function Offer() {
  const t = useTranslations('firstModel');
  const models = useTranslations('models');
  const [isChoosingFile, setChoosingFile] = useState(false);
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } }).data?.models;
  const { model, language, downloads } = useSuggestedModel();
  const languageName = useLanguageName('sentence');
  const note =
    installed?.length === 0
      ? t('needed')
      : model && downloads.has(model.id)
        ? t('speakMeanwhile')
        : t('suggested', { language: languageName(mainTag(language)) });
  return (
    <div className="flex w-full max-w-130 flex-col items-center gap-1">
      {model && (
        <div className="w-full rounded-card border border-line bg-raised text-start">
          <OfferedModel model={model} download={downloads.get(model.id)} note={note} />
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-x-1">
        <Link to="/models" className={`${buttonClasses.quiet} text-quiet no-underline`}>
          {t('others')}
        </Link>
        <Button kind="quiet" icon={Upload} className="text-quiet" onClick={() => setChoosingFile(true)}>
          {models('import')}
        </Button>
      </div>
      {isChoosingFile && <ImportModel onClose={() => setChoosingFile(false)} />}
    </div>
  );
}
