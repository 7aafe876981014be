import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useToast } from '../../design/toasts.tsx';

/** Moves recordings to the trash at once, and offers to take them back. */
export function useDeleteRecordings(onDone: () => void): {
  readonly run: (ids: readonly string[]) => void;
  readonly isBusy: boolean;
} {
  const t = useTranslations();
  const say = useToast();
  const restore = useAction(async (client, ids: readonly string[]) => {
    for (const id of ids) await client.restoreRecording({ params: { id } });
  });
  const remove = useAction(
    async (client, ids: readonly string[]) => {
      for (const id of ids) await client.deleteRecording({ params: { id } });
    },
    {
      onDone: (_result, ids) => {
        onDone();
        say({
          text: t('history.deleted', { count: ids.length }),
          undo: { label: t('app.undo'), run: () => restore.mutate(ids) },
        });
      },
    },
  );
  return { run: (ids) => remove.mutate(ids), isBusy: remove.isPending };
}
