import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useErrorText } from '../../application/use-error-text.ts';
import { useCloseToast, useToast } from '../../design/toasts.tsx';
import { useShortcut } from '../../shell/shortcuts.tsx';

const TOAST = 'recordings-deleted';

/** Moves recordings to the trash at once, and offers to restore them, also by Ctrl+Z. If one cannot be deleted, the others still are. */
export function useDeleteRecordings(onDone: (deleted: readonly string[]) => void): {
  readonly run: (ids: readonly string[]) => void;
} {
  const t = useTranslations();
  const say = useToast();
  const close = useCloseToast();
  const textOf = useErrorText();
  const [last, setLast] = useState<readonly string[]>([]);
  const restore = useAction(
    async (client, ids: readonly string[]) => {
      for (const id of ids) await client.restoreRecording({ params: { id } });
    },
    {
      onDone: () => {
        close(TOAST);
        setLast([]);
      },
    },
  );
  useShortcut('mod+z', () => restore.mutate(last), last.length > 0 && !restore.isPending);
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
          setLast(deleted);
          onDone(deleted);
          say({
            id: TOAST,
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
  return { run: (ids) => remove.mutate(ids) };
}
