import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { useToast } from '../../design/toasts.tsx';

/** Moves recordings to the trash at once, and offers to take them back. If one cannot be deleted, the others still are. */
export function useDeleteRecordings(onDone: () => void): {
  readonly run: (ids: readonly string[]) => void;
  readonly isBusy: boolean;
} {
  const t = useTranslations();
  const say = useToast();
  const textOf = useErrorText();
  const restore = useAction(async (client, ids: readonly string[]) => {
    for (const id of ids) await client.restoreRecording({ params: { id } });
  });
  const remove = useAction(
    async (client, ids: readonly string[]) => {
      const deleted: string[] = [];
      const failures: unknown[] = [];
      for (const id of ids) {
        try {
          await client.deleteRecording({ params: { id } });
          deleted.push(id);
        } catch (error) {
          failures.push(error);
        }
      }
      return { deleted, failures };
    },
    {
      onDone: ({ deleted, failures }) => {
        if (deleted.length > 0) {
          onDone();
          say({
            text: t('history.deleted', { count: deleted.length }),
            undo: { label: t('app.undo'), run: () => restore.mutate(deleted) },
          });
        }
        if (failures.length > 0) {
          const { message, hint } = textOf(failures[0]);
          say({ text: [message, hint].filter(Boolean).join(' '), tone: 'danger' });
        }
      },
    },
  );
  return { run: (ids) => remove.mutate(ids), isBusy: remove.isPending };
}
