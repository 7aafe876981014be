import type { Mode } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useToast } from '../../design/toasts.tsx';

/** Deletes a mode at once, and offers to create it again. */
export function useDeleteMode(onDone?: () => void): (mode: Mode) => void {
  const t = useTranslations();
  const say = useToast();
  const restore = useAction((client, { id: _id, ...mode }: Mode) => client.createMode({ body: mode }));
  const remove = useAction((client, { id }: Mode) => client.deleteMode({ params: { id } }), {
    onDone: (_result, mode) => {
      onDone?.();
      say({
        text: t('modes.deleted', { name: mode.name }),
        undo: { label: t('app.undo'), run: () => restore.mutate(mode) },
      });
    },
  });
  return (mode) => remove.mutate(mode);
}
