import type { Client } from '@quoth/client';
import type { LearnedWord, Recording } from '@quoth/contract';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Banner } from '../../design/states.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useAction, useLatest } from '../../session/application.tsx';
import { KeyHint, useShortcut } from '../../shell/shortcuts.tsx';
import { type Stretch, withoutChange, wordChanges } from './words.ts';

/**
 * The text in a field, which asks before it discards changes; if it disappears without a question, because another
 * recording begins, it saves them.
 * A word that the edit corrected is offered for the vocabulary.
 */
export function EditedText({
  recording,
  onDone,
}: {
  readonly recording: Recording;
  readonly onDone: () => void;
}) {
  const t = useTranslations();
  const say = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(recording.text);
  const isChanged = text !== recording.text;
  /** Saved, or discarded by the user: closing the field loses nothing. */
  const isOver = useRef(false);
  useEffect(() => field.current?.focus(), []);
  const offer = useWordOffer();
  const keep = useKeepRecording();
  const edit = { params: { id: recording.id }, body: { text, learn: true } };
  const save = useAction((client) => client.editRecording(edit), {
    onDone: (answer) => {
      keep(answer);
      isOver.current = true;
      // Behind the saved text, which is shown a moment later: what it was before must not flash up.
      notifyManager.schedule(onDone);
      offer(answer.learned);
    },
  });
  const saveLate = useAction((client) => client.editRecording(edit), {
    onDone: (answer) => {
      keep(answer);
      say({ text: t('history.editKept') });
      offer(answer.learned);
    },
  });
  const end = () => {
    isOver.current = true;
    onDone();
  };
  const keepUnsaved = useLatest(() => {
    if (isChanged && !isOver.current && !save.isPending) saveLate.mutate();
  });
  useEffect(() => () => keepUnsaved(), [keepUnsaved]);
  const [isEscaping, setEscaping] = useState(false);
  const leaving = useBlocker({
    // Searching and filtering leave the recording open.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || openRecording(current.search) !== openRecording(next.search),
    disabled: !isChanged,
    withResolver: true,
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save.mutate();
        else end();
      }}
    >
      <textarea
        ref={field}
        aria-label={t('history.text')}
        dir="auto"
        value={text}
        onChange={(event) => {
          isOver.current = false;
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
          if (event.key !== 'Escape') return;
          // The question would take the same key as an answer.
          event.stopPropagation();
          if (isChanged) setEscaping(true);
          else end();
        }}
        className="field field-sizing-content min-h-40 w-full resize-y rounded-card said px-4 py-3 text-read"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={end}>{t('app.cancel')}</Button>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {t('app.save')}
        </Button>
      </div>
      <Confirm
        title={t('app.leaveTitle')}
        consequence={t('history.leaveConsequence')}
        action={t('app.leave')}
        cancel={t('app.stay')}
        isOpen={isEscaping || leaving.status === 'blocked'}
        onClose={() => {
          isOver.current = false;
          setEscaping(false);
          leaving.reset?.();
        }}
        onConfirm={() => {
          isOver.current = true;
          if (isEscaping) onDone();
          leaving.proceed?.();
        }}
      />
    </form>
  );
}

/** Offers to remember a word; forgetting it again is one click. */
function useWordOffer(): (learned: LearnedWord | undefined) => void {
  const t = useTranslations();
  const say = useToast();
  const forget = useAction((client, id: string) => client.deleteVocabularyEntry({ params: { id } }));
  const remember = useAction(
    (client, { phrase, written }: LearnedWord) => client.createVocabularyEntry({ body: { phrase, written } }),
    {
      onDone: ({ entry }) =>
        say({
          text: t('history.remembered', { written: entry.written ?? entry.phrase }),
          undo: { label: t('app.undo'), run: () => forget.mutate(entry.id) },
        }),
    },
  );
  return (learned) => {
    if (!learned) return;
    const { heard, phrase, written } = learned;
    say({
      id: 'word-offer',
      text: t('history.alwaysWriteQuestion', { phrase: heard, written: written ?? phrase }),
      undo: {
        label:
          written === null
            ? t('history.expectWord', { word: phrase })
            : t('history.alwaysWrite', { written }),
        run: () => remember.mutate(learned),
      },
    });
  };
}

function openRecording(search: object): unknown {
  return 'id' in search ? search.id : undefined;
}

/**
 * The engine's text next to the final one, with the differing words marked. With `onChange`, each change can be taken
 * back.
 */
export function Comparison({
  before,
  after,
  onChange,
}: {
  readonly before: string;
  readonly after: string;
  /** Called with the final text as it is without a change. */
  readonly onChange?: (text: string) => void;
}) {
  const t = useTranslations('history');
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  const hint = useId();
  const writeAsSaid = onChange && ((change: Stretch) => onChange(withoutChange(changes, change)));
  return (
    <div className="grid gap-x-6 gap-y-4 wide:grid-cols-2">
      {onChange && (
        <p id={hint} className="m-0 text-secondary text-quiet wide:col-span-2">
          {t('asSaidHint')}
        </p>
      )}
      <Side title={t('asSpoken')} changes={changes} side="before" hint={hint} onTake={writeAsSaid} />
      <Side title={t('asWritten')} changes={changes} side="after" hint={hint} onTake={writeAsSaid} />
    </div>
  );
}

const marks = {
  before: { of: 'del', classes: 'bg-danger-soft decoration-1' },
  after: { of: 'ins', classes: 'bg-success-soft no-underline' },
} as const;

function Side({
  title,
  changes,
  side,
  hint,
  onTake,
}: {
  readonly title: string;
  readonly changes: readonly Stretch[];
  readonly side: 'before' | 'after';
  /** The id of what says what a press does. */
  readonly hint: string;
  readonly onTake: ((change: Stretch) => void) | undefined;
}) {
  const { of: Mark, classes } = marks[side];
  return (
    <section>
      <h3 className="m-0 mb-1.5 text-secondary font-medium text-quiet">{title}</h3>
      <p dir="auto" className="said m-0 max-w-[68ch] text-read whitespace-pre-wrap">
        {changes.map((change, at) => {
          const key = `${at}`;
          const text = change[side];
          if (!change.isChanged || text.trim() === '') return <span key={key}>{text}</span>;
          const words = text.trimEnd();
          const mark = <Mark className={classes}>{words}</Mark>;
          const space = text.slice(words.length);
          // What was said is the way back; where nothing was, what was written is.
          const isWayBack = side === 'before' || change.before.trim() === '';
          return (
            <Fragment key={key}>
              {onTake && isWayBack ? (
                <button
                  type="button"
                  data-change
                  aria-describedby={hint}
                  onClick={() => onTake(change)}
                  className="said inline text-start text-read whitespace-pre-wrap hover:outline-1"
                >
                  {mark}
                </button>
              ) : (
                mark
              )}
              {space}
            </Fragment>
          );
        })}
      </p>
    </section>
  );
}

/**
 * Saves a text of which a change was taken back, which can be undone. The focus goes on to the next change in the pane,
 * or to the pane.
 */
export function useWriteAsSaid(
  { id, text }: Pick<Recording, 'id' | 'text'>,
  pane: RefObject<HTMLElement | null>,
): (next: string) => void {
  const t = useTranslations();
  const say = useToast();
  const keep = useKeepRecording();
  const buttons = () => [...(pane.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
  const pressed = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the new text, the pressed button is gone.
  useEffect(() => {
    const at = pressed.current;
    pressed.current = -1;
    if (at < 0 || document.activeElement !== document.body) return;
    const left = buttons();
    (left[at] ?? left.at(-1) ?? pane.current)?.focus();
  }, [text]);
  const write = (client: Client, next: string) =>
    client.editRecording({ params: { id }, body: { text: next } });
  const undo = useAction(write, { onDone: keep });
  const save = useAction(write, {
    onDone: (answer) => {
      keep(answer);
      say({
        id: 'written-as-said',
        text: t('history.writtenAsSaid'),
        undo: { label: t('app.undo'), run: () => undo.mutate(text) },
      });
    },
  });
  return (next) => {
    // A text made from the one before would undo what is being saved; the event may show that before the answer.
    if ([save, undo].some(({ isPending, variables }) => isPending && variables !== text)) return;
    pressed.current = buttons().indexOf(document.activeElement as HTMLElement);
    save.mutate(next);
  };
}

/** Of a button: on narrow windows the icons stand alone, so that all of them fit in one row. */
export const narrowLabel = 'max-[479px]:unseen';

/** Copies a text, also with C; a tick confirms it. */
export function CopyText({ text }: { readonly text: string }) {
  const t = useTranslations('app');
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true));
  useShortcut('c', copy);
  return (
    <>
      <Button kind="quiet" icon={isDone ? Check : Copy} aria-keyshortcuts="C" onClick={copy}>
        <span className={narrowLabel}>{t('copy')}</span>
        <KeyHint keys="c" />
      </Button>
      <span role="status" className="unseen">
        {isDone ? t('copied') : ''}
      </span>
    </>
  );
}

/** Why there is no text, or a warning about it. */
export function TextProblem({
  error,
  warning,
  text,
  action,
}: {
  readonly error: Recording['error'];
  readonly warning: Recording['warning'] | undefined;
  readonly text: string | null;
  /** What helps. */
  readonly action?: ReactNode;
}) {
  const problem = error ?? warning;
  if (!problem) return null;
  return (
    <Banner icon={CircleAlert} tone={error !== null && !text ? 'danger' : 'warning'} action={action}>
      {problem.message}
    </Banner>
  );
}

/**
 * Stores a changed recording in the cache, so that the change is visible at once; a read that is still in progress
 * would show the old one.
 */
export function useKeepRecording(): (answer: { readonly recording: Recording }) => void {
  const queries = useQueryClient();
  return (answer) => {
    const queryKey = ['getRecording', { params: { id: answer.recording.id } }];
    void queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, { ok: true, ...answer });
  };
}
