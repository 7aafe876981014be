import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ActiveRecording, Question } from '@quoth/contract';
import { Mic, Send } from 'lucide-react';
import { useRef } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { Button, KeyCap } from '../design/button.tsx';
import { backdropClasses } from '../design/dialog.tsx';
import { Banner, ProgressBar } from '../design/states.tsx';
import { useAction } from '../session/application.tsx';
import { Elapsed, LiveWords, useLevelOn, useLiveText } from '../session/dictation.tsx';
import { clock } from '../session/recording.ts';

/** A press this soon was meant for what was there before the dialog. */
const CONSIDERED_MS = 600;

/**
 * What a program asks, in front of every page: answered by voice, or declined. Nothing has the focus that a stray key
 * could press.
 */
export function QuestionDialog({
  question: { id, phase, program, question, expires_at },
  recording,
}: {
  readonly question: Question;
  readonly recording: ActiveRecording | null;
}) {
  const t = useTranslations('asking');
  const app = useTranslations('app');
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
                  <LiveWords
                    text={live}
                    isListening={recording?.phase === 'recording'}
                    className="text-read"
                  />
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
                    {question === null ? app('record') : t('answer')}
                  </Button>
                </>
              )}
              {isAnswering && (
                <>
                  <Button onClick={() => decline.mutate()} busy={decline.isPending}>
                    {app('discard')}
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

/** That the microphone is open, how loud it is, and for how long. */
function ListeningLine({ isRecording }: { readonly isRecording: boolean }) {
  const t = useTranslations('asking');
  const record = useTranslations('record');
  const dot = useRef<HTMLSpanElement>(null);
  useLevelOn(dot, isRecording);
  return (
    <div className="flex items-center gap-3">
      <span className="relative flex size-6 items-center justify-center" aria-hidden>
        <span ref={dot} className="level-ring absolute size-5 rounded-full bg-live" />
        <span className="relative size-3 rounded-full bg-live" />
      </span>
      <span role="status" className="flex-1">
        {isRecording ? t('listening') : record('state_starting')}
      </span>
      {isRecording && <Elapsed isSmall />}
    </div>
  );
}

const SECOND_MS = 1_000;

/** How long the question stays; counted for the eye alone, since a screen reader would say it every second. */
function TimeLeft({ until }: { readonly until: number }) {
  const t = useTranslations('asking');
  const now = useNow({ updateInterval: SECOND_MS });
  const left = clock(Math.max(0, until - now.getTime()));
  return (
    <span role="timer" aria-label={t('timeLeft')} className="shrink-0 text-secondary text-quiet tabular">
      {left}
    </span>
  );
}

/** One line over every page as long as a program records: whose it is, and how it ends. */
export function ProgramRecording({
  name,
  isRecording,
}: {
  readonly name: string;
  readonly isRecording: boolean;
}) {
  const t = useTranslations('asking');
  const app = useTranslations('app');
  const stop = useAction((client) => client.stopDictation());
  const cancel = useAction((client) => client.cancelDictation());
  return (
    <section aria-label={t('sign')} className="px-4 pt-4 rail:px-8">
      <Banner
        tone="danger"
        icon={Mic}
        action={
          <div className="flex items-center gap-2">
            {isRecording && <Elapsed isSmall />}
            <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
              {app('discard')}
            </Button>
            <Button onClick={() => stop.mutate()} busy={stop.isPending} disabled={!isRecording}>
              {t('send')}
            </Button>
          </div>
        }
      >
        <p className="m-0 font-medium">
          {t.rich('isRecording', { name, program: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      </Banner>
    </section>
  );
}
