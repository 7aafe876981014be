import type { Recording } from '@quoth/contract';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useLatest } from '../../application/use-latest.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { useToast } from '../../design/toasts.tsx';
import { useKeepRecording } from './use-keep-recording.ts';
import { oneReplacement } from './word-changes.ts';

/**
 * The text in a field, which asks before it discards changes; if it disappears without a question, because another recording begins, it saves them.
 * If the edit replaced one word, it offers to write it that way from now on.
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
  const remember = useAction(
    (client, body: { phrase: string; written: string }) => client.createVocabularyEntry({ body }),
    { onDone: (_entry, { written }) => say({ text: t('history.remembered', { written }) }) },
  );
  const keep = useKeepRecording();
  const edit = { params: { id: recording.id }, body: { text } };
  const save = useAction((client) => client.editRecording(edit), {
    onDone: (answer) => {
      keep(answer);
      end();
      const replaced = oneReplacement(recording.text, text);
      if (!replaced) return;
      say({
        text: t('history.alwaysWriteQuestion', replaced),
        undo: {
          label: t('history.alwaysWrite', { written: replaced.written }),
          run: () => remember.mutate(replaced),
        },
      });
    },
  });
  const saveLate = useAction((client) => client.editRecording(edit), {
    onDone: (answer) => {
      keep(answer);
      say({ text: t('history.editKept') });
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
        className="field-sizing-content min-h-40 w-full resize-y rounded-card border border-line-control bg-raised px-4 py-3 leading-6"
      />
      <div className="flex justify-end gap-2">
        <Button onClick={end}>{t('app.cancel')}</Button>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {t('history.save')}
        </Button>
      </div>
      <Confirm
        title={t('history.leaveTitle')}
        consequence={t('history.leaveConsequence')}
        action={t('history.leave')}
        cancel={t('history.stay')}
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

function openRecording(search: object): unknown {
  return 'id' in search ? search.id : undefined;
}
