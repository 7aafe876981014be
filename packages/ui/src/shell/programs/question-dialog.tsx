import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ActiveRecording, Question } from '@quoth/contract';
import { Mic, Send } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { backdropClasses } from '../../design/dialog.tsx';
import { KeyCap } from '../../design/key-cap.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { LiveWords } from '../../pages/record/live-words.tsx';
import { useLiveText } from '../../pages/record/use-dictation.ts';
import { ListeningLine } from './listening-line.tsx';
import { TimeLeft } from './time-left.tsx';

/** A press this soon was meant for what was there before the dialog. */
const CONSIDERED_MS = 600;

/** What a program asks, in front of every page: answered by voice, or declined. Nothing has the focus that a stray key could press. */
export function QuestionDialog({
  question: { id, phase, program, question, expires_at },
  recording,
}: {
  readonly question: Question;
  readonly recording: ActiveRecording | null;
}) {
  const t = useTranslations('asking');
  const text = useRef<HTMLParagraphElement>(null);
  const shownAt = useRef(performance.now());
  const answer = useAction((client) => client.answerQuestion({ params: { id } }));
  const decline = useAction((client) => client.declineQuestion({ params: { id } }));
  const send = useAction((client) => client.stopDictation());
  const { name } = program;
  const isAsked = phase === 'asked';
  const isAnswering = phase === 'answering';
  const live = useLiveText(isAnswering ? recording?.id : undefined);
  const isUserRecording = recording !== null && recording.program === null;
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && phase !== 'transcribing' && decline.mutate()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4">
          <AlertDialog.Popup
            initialFocus={text}
            data-field="question"
            className="floating flex max-h-full w-full max-w-128 flex-col"
          >
            <div className="min-h-0 overflow-y-auto px-6 pt-6">
              <div className="flex items-baseline justify-between gap-4">
                <AlertDialog.Title className="m-0 text-body font-normal text-quiet">
                  {t.rich(question === null ? 'wants' : 'asks', {
                    name,
                    program: (chunks) => <bdi className="font-semibold break-words text-text">{chunks}</bdi>,
                  })}
                </AlertDialog.Title>
                {isAsked && <TimeLeft until={Date.parse(expires_at)} />}
              </div>
              <AlertDialog.Description
                render={
                  <p
                    ref={text}
                    tabIndex={-1}
                    dir="auto"
                    className="m-0 mt-2 text-title leading-7 font-medium text-pretty break-words outline-none"
                  />
                }
              >
                {question ?? t('mayRecord')}
              </AlertDialog.Description>
              {isAsked && <p className="m-0 mt-3 text-secondary text-quiet">{t('goesTo', { name })}</p>}
              {isAnswering && (
                <div className="mt-5 flex flex-col gap-3">
                  <ListeningLine isRecording={recording?.phase === 'recording'} />
                  <LiveWords text={live} align="start" />
                </div>
              )}
              {phase === 'transcribing' && (
                <div className="mt-6" role="status">
                  <p className="m-0 mb-2 text-secondary text-quiet">{t('sending', { name })}</p>
                  <ProgressBar name={t('sending', { name })} value={null} />
                </div>
              )}
            </div>
            <div className="flex flex-wrap items-center justify-end gap-2 px-6 pt-6 pb-5">
              {isAsked && (
                <>
                  <span className="me-auto flex items-center gap-1.5 text-secondary text-quiet">
                    <KeyCap>Esc</KeyCap> {t('declines')}
                  </span>
                  <Button onClick={() => decline.mutate()} busy={decline.isPending}>
                    {t('decline')}
                  </Button>
                  <Button
                    kind="primary"
                    icon={Mic}
                    busy={answer.isPending}
                    disabled={isUserRecording}
                    focusableWhenDisabled
                    onClick={() => {
                      if (performance.now() - shownAt.current >= CONSIDERED_MS) answer.mutate();
                    }}
                  >
                    {t(question === null ? 'record' : 'answer')}
                  </Button>
                </>
              )}
              {isAnswering && (
                <>
                  <Button onClick={() => decline.mutate()} busy={decline.isPending}>
                    {t('discard')}
                  </Button>
                  <Button
                    kind="primary"
                    icon={Send}
                    busy={send.isPending}
                    disabled={recording?.phase !== 'recording'}
                    focusableWhenDisabled
                    onClick={() => send.mutate()}
                  >
                    {t('send')}
                  </Button>
                </>
              )}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
