import { createModeBody } from '@quoth/contract';
import { Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { recorderView } from '../record/recorder-view.ts';
import { useDictation, useLevelOn } from '../record/use-dictation.ts';
import type { ModeDraft } from './mode-draft.ts';

/** Records speech for an unsaved mode: the engine's text goes to `onTranscript`, and nothing is kept. */
export function SpeakTrial({
  draft,
  onTranscript,
}: {
  readonly draft: ModeDraft;
  readonly onTranscript: (text: string) => void;
}) {
  const t = useTranslations('modes');
  const bar = useRef<HTMLDivElement>(null);
  const [waitsFor, setWaitsFor] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const dictation = useDictation().data?.dictation;
  const view = dictation && recorderView(dictation);
  const isMine = view !== undefined && 'id' in view && view.id === waitsFor;
  const isRecording = isMine && view.state === 'recording';
  useLevelOn(bar, isRecording);
  const start = useAction(
    (client) =>
      client.startDictation({
        body: { trial: createModeBody.parse({ ...draft, applications: [] }), max_seconds: 60 },
      }),
    { onDone: ({ id }) => setWaitsFor(id) },
  );
  const stop = useAction((client) => client.stopDictation());
  const done = dictation?.processing.find(({ id, phase }) => id === waitsFor && phase !== 'transcribing');
  useEffect(() => {
    if (!done) return;
    setWaitsFor(undefined);
    if (done.text !== null) onTranscript(done.text);
    else setProblem(done.error?.message);
  }, [done, onTranscript]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Button
          icon={isRecording ? Square : Mic}
          busy={start.isPending || (isMine && !isRecording)}
          onClick={() => {
            setProblem(undefined);
            if (isRecording) stop.mutate();
            else start.mutate();
          }}
        >
          {t(isRecording ? 'tryStop' : 'trySpeak')}
        </Button>
        {isRecording && (
          <div aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-pressed">
            <div ref={bar} className="level-bar h-full origin-left rounded-full bg-accent rtl:origin-right" />
          </div>
        )}
      </div>
      <p role="status" className="m-0 text-secondary text-quiet empty:hidden">
        {problem ?? (isRecording ? t('tryListening') : isMine ? t('tryHearing') : '')}
      </p>
    </div>
  );
}
