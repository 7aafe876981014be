import { Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { IconButton } from '../../design/icon-button.tsx';

/** Restores the text from before rewriting. */
export function UndoRewriting({ id }: { readonly id: string }) {
  const t = useTranslations('history');
  const undo = useAction((client) => client.undoRewriting({ params: { id } }));
  return (
    <IconButton
      icon={Undo2}
      name={t('undoRewriting')}
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
    />
  );
}
