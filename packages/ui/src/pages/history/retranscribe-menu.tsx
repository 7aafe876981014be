import type { Recording } from '@quoth/contract';
import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { IconButton } from '../../design/icon-button.tsx';
import { Menu } from '../../design/menu.tsx';

/** Transcribes a recording again with one of the modes. */
export function RetranscribeMenu({
  recording,
  isDone,
}: {
  readonly recording: Recording;
  readonly isDone: boolean;
}) {
  const t = useTranslations('history');
  const modes = useRead('listModes').data?.modes ?? [];
  const again = useAction((client, modeId: string) =>
    client.retranscribe({
      params: { id: recording.id },
      body: { mode_id: modeId, post_process: true, async: true },
    }),
  );
  return (
    <Menu
      trigger={
        <IconButton
          icon={RotateCcw}
          name={t('retranscribe')}
          disabled={!isDone || recording.audioFilePath === null || again.isPending}
        />
      }
      actions={modes.map(({ id, name }) => ({
        id,
        label: t('withMode', { mode: name }),
        run: () => again.mutate(id),
      }))}
    />
  );
}
