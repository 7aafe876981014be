import { createModeBody } from '@quoth/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale } from 'use-intl';
import { useAction, useRead } from '../../session/application.tsx';
import { useCancelOnLeaving, useDictation, useLiveText } from '../../session/dictation.tsx';
import { lastFinished, recorderView, refusalOf } from '../../session/recording.ts';
import { mainTag } from '../models/suggested-model.ts';
import { trialSentence } from './trial-sentence.ts';

/** A recording to try it with: nothing of it is kept, and its text comes back to this page alone. */
export function useTrial() {
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  // A dictation from elsewhere is not this one.
  const [triedId, setTried] = useState<string>();
  const id = view && 'id' in view ? view.id : undefined;
  const isOwn = id !== undefined && id === triedId;
  const live = useLiveText(isOwn ? id : undefined);
  const finished = dictation && lastFinished(dictation);
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const language = mainTag(useLocale());
  const { text: sentence, language: spoken } = trialSentence(
    mode,
    useRead('listModels').data?.models ?? [],
    language,
  );
  // Where no model is named, the sentence's language is meant, whatever the default mode's is.
  const trial =
    mode?.model === 'auto'
      ? createModeBody.parse({ ...mode, language: spoken, applications: [] })
      : undefined;
  const isOpen = isOwn && (view?.state === 'starting' || view?.state === 'recording');
  const start = useAction(
    (client) => client.startDictation({ body: { delivery: 'none', private: true, max_seconds: 60, trial } }),
    {
      onDone: (started) => {
        setTried(started.id);
        cancelIfGone();
      },
    },
  );
  const cancelIfGone = useCancelOnLeaving(isOpen, start.isPending);
  const stop = useAction((client) => client.stopDictation());
  const isRecording = view?.state === 'recording' && isOwn;
  const refusal = view && refusalOf(view);
  // A recording that a program began is not ended here.
  const isOther = view?.state === 'recording' && !isOwn && !start.isPending;
  /** Whether the key that is held is still down; undefined if another key or the button began. */
  const [isHeld, setHeld] = useState<boolean>();
  const end = useEffectEvent(() => stop.mutate());
  useEffect(() => {
    // It may have been let go before the microphone was open.
    if (isRecording && isHeld === false) end();
  }, [isRecording, isHeld]);
  const isBusy = start.isPending || stop.isPending || view?.state === 'starting' || isOther;
  const begin = () => {
    if (!refusal) start.mutate();
  };
  return {
    /** What to read out. */
    sentence,
    /** Its language. */
    spoken,
    state: view?.state,
    isRecording,
    isBusy,
    refusal,
    live,
    outcome: finished?.id === triedId && finished?.phase !== 'cancelled' ? finished : undefined,
    press: () => {
      if (isBusy) return;
      setHeld(undefined);
      if (isRecording) stop.mutate();
      else begin();
    },
    /** The key that records as long as it is held went down or up. */
    hold: (isDown: boolean) => {
      if (isDown && !isBusy && !isRecording) begin();
      setHeld(isDown);
    },
  };
}

export type Trial = ReturnType<typeof useTrial>;
