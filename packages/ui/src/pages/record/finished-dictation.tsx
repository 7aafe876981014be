import type { Dictation, Processing, Recording } from '@quoth/contract';
import { Columns2, MicOff, Pencil, RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, IconButton } from '../../design/button.tsx';
import { Menu } from '../../design/menu.tsx';
import { Banner } from '../../design/states.tsx';
import { useModeName } from '../../session/account.tsx';
import { useAction, useRead } from '../../session/application.tsx';
import { countWords } from '../../session/recording.ts';
import { KeyHint, useShortcut } from '../../shell/shortcuts.tsx';
import { Player, type PlayerHandle } from '../history/player.tsx';
import {
  Comparison,
  CopyText,
  EditedText,
  narrowLabel,
  TextProblem,
  useKeepRecording,
} from '../history/recording-text.tsx';

/** The outcome of the last dictation: the text, and the actions on it. */
export function FinishedDictation({
  id,
  dictation,
  readyMs,
}: {
  readonly id: string;
  readonly dictation: Dictation;
  /** How long the text took after the last word, where it was waited for here. */
  readonly readyMs: number | undefined;
}) {
  const current = dictation.processing.find((each) => each.id === id);
  const [first] = useState(current);
  const processing = current ?? first;
  const isPrivate = processing?.private === true;
  const recording = useRead('getRecording', { params: { id } }, { isWanted: !isPrivate }).data?.recording;
  return (
    <>
      <MicrophoneGone endedBy={processing?.ended_by} />
      <Announced text={recording?.text ?? processing?.text ?? ''} />
      {recording ? (
        <KeptResult recording={recording} readyMs={readyMs} />
      ) : (
        processing && <PassingResult processing={processing} />
      )}
    </>
  );
}

const MAX_ANNOUNCED = 300;

/**
 * A screen reader says the text when it comes; a long one by its beginning. What is there from the start would not be
 * said.
 */
function Announced({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    setSaid(text.length > MAX_ANNOUNCED ? `${text.slice(0, MAX_ANNOUNCED)}…` : text);
  }, [text]);
  return (
    <p role="status" className="unseen">
      {said}
    </p>
  );
}

/** Anyone who looks at the window may have spoken on. */
function MicrophoneGone({ endedBy }: { readonly endedBy: Processing['ended_by'] | undefined }) {
  const t = useTranslations();
  if (endedBy !== 'microphone-lost' && endedBy !== 'microphone-failed') return null;
  return (
    <Banner icon={MicOff} tone="warning">
      {t(endedBy === 'microphone-lost' ? 'record.microphoneLost' : 'record.microphoneFailed')}
    </Banner>
  );
}

/** Of a private dictation there is only the text, and only here. */
function PassingResult({ processing: { text, error, warning } }: { readonly processing: Processing }) {
  const t = useTranslations();
  return (
    <article aria-label={t('record.result')} className="flex w-full flex-col gap-4">
      {text !== null && <Said text={text} />}
      <TextProblem error={error} warning={warning} text={text} />
      {text !== null && (
        <>
          {/* As high as the player that may follow: the words stay where they are. */}
          <div className="h-9" />
          <div className="-me-3 flex justify-end wide:-me-2">
            <CopyText text={text} />
          </div>
        </>
      )}
    </article>
  );
}

/** From so many characters on, a text is set for reading. */
const LONG_TEXT = 400;

/** What was said, where it stood while it was spoken. */
function Said({ text, onEdit }: { readonly text: string; readonly onEdit?: () => void }) {
  const size = text.length > LONG_TEXT ? 'text-read' : 'text-said-narrow rail:text-said';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below and its key do the same.
    <p
      dir="auto"
      onClick={() => {
        // Who has marked some words wants to copy them.
        if (window.getSelection()?.isCollapsed) onEdit?.();
      }}
      className={`said m-0 text-pretty whitespace-pre-wrap ${size} ${onEdit ? 'cursor-text' : ''}`}
    >
      {text}
    </p>
  );
}

function inSeconds(format: ReturnType<typeof useFormatter>, ms: number): string {
  return format.number(Math.max(0.1, ms / 1_000), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}

function KeptResult({
  recording,
  readyMs,
}: {
  readonly recording: Recording;
  readonly readyMs: number | undefined;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const { id, text, error, warning, status, transcribedText, postProcessedText, duration, audioFilePath } =
    recording;
  const [view, setView] = useState<'text' | 'edit' | 'compare'>('text');
  const player = useRef<PlayerHandle>(null);
  const edit = () => setView('edit');
  useShortcut('e', edit, text !== '' && view !== 'edit');
  const keep = useKeepRecording();
  const undo = useAction((client) => client.undoRewriting({ params: { id } }), {
    onDone: (answer) => {
      keep(answer);
      setView('text');
    },
  });
  // A text that was edited since is the user's own: undoing would throw the edit away.
  const isRewritten =
    status === 'completed' &&
    transcribedText !== null &&
    postProcessedText !== null &&
    postProcessedText === text;
  return (
    <article aria-label={t('record.result')} className="flex w-full flex-col gap-4">
      {view === 'edit' ? (
        <EditedText recording={recording} onDone={() => setView('text')} />
      ) : view === 'compare' && transcribedText !== null ? (
        <Comparison before={transcribedText} after={text} />
      ) : (
        text !== '' && <Said text={text} onEdit={edit} />
      )}
      {/* The text comes first: it is what the user waits for. */}
      <TextProblem error={error} warning={warning} text={text} />
      {audioFilePath !== null && duration > 0 && (
        <Player id={id} duration={duration} onTime={() => {}} handle={player} />
      )}
      {view !== 'edit' && (
        <div className="-me-3 flex flex-wrap items-center justify-end gap-x-1 gap-y-2 wide:-me-2">
          {text !== '' && (
            <p className="tabular m-0 me-auto text-secondary text-quiet">
              {t('statistics.count', { count: countWords(text) })}
              {readyMs !== undefined && ` · ${t('record.readyIn', { time: inSeconds(format, readyMs) })}`}
            </p>
          )}
          {isRewritten && (
            <>
              <Button
                kind="quiet"
                icon={Columns2}
                aria-pressed={view === 'compare'}
                onClick={() => setView(view === 'compare' ? 'text' : 'compare')}
              >
                <span className={narrowLabel}>{t('record.compare')}</span>
              </Button>
              <IconButton
                icon={Undo2}
                name={t('record.undoRewriting')}
                busy={undo.isPending}
                onClick={() => undo.mutate()}
              />
            </>
          )}
          <RetryMenu recording={recording} isBrief={isRewritten} />
          {text !== '' && (
            <>
              <Button kind="quiet" icon={Pencil} aria-keyshortcuts="E" onClick={edit}>
                <span className={narrowLabel}>{t('app.edit')}</span>
                <KeyHint keys="e" />
              </Button>
              <CopyText text={text} />
            </>
          )}
        </div>
      )}
    </article>
  );
}

function RetryMenu({
  recording: { id },
  isBrief,
}: {
  readonly recording: Recording;
  /** Beside so many others that they would not fit into one row. */
  readonly isBrief: boolean;
}) {
  const t = useTranslations('record');
  const nameOf = useModeName();
  const modes = useRead('listModes').data?.modes ?? [];
  const trigger = useRef<HTMLButtonElement>(null);
  useShortcut('m', () => trigger.current?.click());
  const retry = useAction((client, mode_id: string) =>
    client.retranscribe({ params: { id }, body: { mode_id, post_process: true, async: true } }),
  );
  return (
    <Menu
      trigger={
        isBrief ? (
          <IconButton
            ref={trigger}
            icon={RotateCcw}
            name={t('retry')}
            aria-keyshortcuts="M"
            busy={retry.isPending}
          />
        ) : (
          <Button ref={trigger} kind="quiet" icon={RotateCcw} aria-keyshortcuts="M" busy={retry.isPending}>
            <span className={narrowLabel}>{t('retry')}</span>
            <KeyHint keys="m" />
          </Button>
        )
      }
      actions={modes.map((mode) => ({
        id: mode.id,
        label: nameOf(mode.name),
        run: () => retry.mutate(mode.id),
      }))}
    />
  );
}
