import type { Recording } from '@quoth/contract';
import { ArrowLeft, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { AskedQuestion } from './asked-question.tsx';

/** A recording in the trash: it can be read, taken back, or deleted for good. */
export function TrashedDetail({
  recording,
  onClose,
}: {
  readonly recording: Recording;
  readonly onClose: () => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const [isAsking, setAsking] = useState(false);
  const { id, text, date } = recording;
  const restore = useAction((client) => client.restoreRecording({ params: { id } }), { onDone: onClose });
  const purge = useAction((client) => client.purgeRecordings({ body: { ids: [id] } }), { onDone: onClose });
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <div className="flex items-start gap-2">
        <div className="wide:hidden">
          <IconButton icon={ArrowLeft} name={t('history.back')} onClick={onClose} />
        </div>
        <h2 className="m-0 text-heading font-semibold">
          {format.dateTime(new Date(date), { dateStyle: 'full', timeStyle: 'short' })}
        </h2>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('history.restore')}
        </Button>
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {t('history.purge')}
        </Button>
      </div>
      <AskedQuestion recording={recording} />
      <p className="m-0 leading-6 whitespace-pre-wrap">{text === '' ? t('history.noText') : text}</p>
      <Confirm
        title={t('history.purgeTitle')}
        consequence={t('history.purgeConsequence')}
        action={t('history.purge')}
        cancel={t('app.cancel')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => purge.mutate()}
        isBusy={purge.isPending}
      />
    </article>
  );
}
