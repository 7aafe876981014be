import { createVocabularyEntryBody, type VocabularyEntry } from '@quoth/contract';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';

/** Changes an entry. */
export function EntryDialog({
  entry,
  onClose,
}: {
  readonly entry: VocabularyEntry;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const textOf = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [phrase, setPhrase] = useState(entry.phrase);
  const [written, setWritten] = useState(entry.written ?? '');
  const body = { phrase, written: written.trim() === '' ? null : written };
  const parsed = createVocabularyEntryBody.safeParse(body);
  const save = useAction((client) => client.updateVocabularyEntry({ params: { id: entry.id }, body }), {
    saysErrors: false,
    onDone: onClose,
  });
  const problem = !parsed.success
    ? parsed.error.issues[0]?.message
    : save.isError
      ? textOf(save.error).message
      : undefined;
  return (
    <Dialog
      title={t('vocabulary.edit')}
      isOpen
      onClose={onClose}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="vocabulary-entry"
            busy={save.isPending}
            disabled={!parsed.success}
          >
            {t('vocabulary.save')}
          </Button>
        </>
      }
    >
      <form
        id="vocabulary-entry"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.success) save.mutate();
        }}
      >
        <TextField
          label={t('vocabulary.phrase')}
          value={phrase}
          onValueChange={(value) => {
            save.reset();
            setPhrase(value);
          }}
          controlRef={field}
          error={problem}
        />
        <TextField
          label={t('vocabulary.written')}
          description={t('vocabulary.writtenHelp')}
          value={written}
          onValueChange={setWritten}
        />
      </form>
    </Dialog>
  );
}
