import { createVocabularyEntryBody } from '@quoth/contract';
import { ArrowRight, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { TextField } from '../../design/text-field.tsx';

/** Adds a word, or a phrase and what is written for it. The focus returns to the first field, for the next entry. */
export function AddEntry() {
  const t = useTranslations('vocabulary');
  const textOf = useErrorText();
  const first = useRef<HTMLInputElement>(null);
  const [phrase, setPhrase] = useState('');
  const [written, setWritten] = useState('');
  const add = useAction(
    (client, body: { phrase: string; written: string | null }) => client.createVocabularyEntry({ body }),
    {
      saysErrors: false,
      onDone: () => {
        setPhrase('');
        setWritten('');
        first.current?.focus();
      },
    },
  );
  const body = { phrase, written: written.trim() === '' ? null : written };
  const parsed = createVocabularyEntryBody.safeParse(body);
  const problem =
    phrase.trim() !== '' && !parsed.success
      ? parsed.error.issues[0]?.message
      : add.isError
        ? textOf(add.error).message
        : undefined;
  return (
    <form
      className="grid grid-cols-1 items-start gap-x-3 gap-y-2 rail:grid-cols-[1fr_auto_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) add.mutate(body);
      }}
    >
      <TextField
        label={t('phrase')}
        placeholder={t('phrasePlaceholder')}
        value={phrase}
        onValueChange={(value) => {
          add.reset();
          setPhrase(value);
        }}
        controlRef={first}
        autoComplete="off"
        error={problem}
      />
      <Icon of={ArrowRight} className="mt-[34px] hidden text-quiet rail:block rtl:-scale-x-100" />
      <TextField
        label={t('written')}
        placeholder={t('writtenPlaceholder')}
        value={written}
        onValueChange={setWritten}
        autoComplete="off"
      />
      <Button
        type="submit"
        kind="primary"
        icon={Plus}
        className="rail:mt-[26px]"
        busy={add.isPending}
        disabled={!parsed.success}
      >
        {t('add')}
      </Button>
    </form>
  );
}
