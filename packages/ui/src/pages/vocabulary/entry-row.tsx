import type { VocabularyEntry } from '@quoth/contract';
import { ArrowRight, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Icon } from '../../design/icon.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { useToast } from '../../design/toasts.tsx';
import { EntryDialog } from './entry-dialog.tsx';

/** One entry. Deleting is immediate, with an undo. */
export function EntryRow({ entry }: { readonly entry: VocabularyEntry }) {
  const t = useTranslations();
  const say = useToast();
  const [isEditing, setEditing] = useState(false);
  const { id, phrase, written } = entry;
  const restore = useAction((client) => client.createVocabularyEntry({ body: { phrase, written } }));
  const remove = useAction((client) => client.deleteVocabularyEntry({ params: { id } }), {
    onDone: () =>
      say({
        text: t('vocabulary.deleted', { phrase }),
        undo: { label: t('app.undo'), run: () => restore.mutate() },
      }),
  });
  return (
    <li className="flex items-center gap-3 py-2 ps-4 pe-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
        <span>{phrase}</span>
        {written !== null && (
          <>
            <Icon of={ArrowRight} className="text-quiet rtl:-scale-x-100" />
            <span className="unseen">{t('vocabulary.isWritten')}</span>
            <span className="font-medium">{written}</span>
          </>
        )}
      </div>
      <IconButton
        icon={Pencil}
        name={t('vocabulary.editNamed', { phrase })}
        onClick={() => setEditing(true)}
      />
      <IconButton
        icon={Trash2}
        name={t('vocabulary.deleteNamed', { phrase })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
      {isEditing && <EntryDialog entry={entry} onClose={() => setEditing(false)} />}
    </li>
  );
}
