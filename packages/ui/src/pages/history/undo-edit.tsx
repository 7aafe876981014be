import type { Recording } from '@quoth/contract';
import { Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { useKeepRecording } from './use-keep-recording.ts';

/** Says that the user edited the text, and restores the text from before. */
export function UndoEdit({ recording }: { readonly recording: Recording }) {
  const t = useTranslations('history');
  const undo = useAction(
    (client) => client.editRecording({ params: { id: recording.id }, body: { text: null } }),
    { onDone: useKeepRecording() },
  );
  return (
    <div className="flex flex-wrap items-center gap-2 text-secondary text-quiet">
      {t('edited')}
      <Button kind="quiet" icon={Undo2} busy={undo.isPending} onClick={() => undo.mutate()}>
        {t('undoEdit')}
      </Button>
    </div>
  );
}
