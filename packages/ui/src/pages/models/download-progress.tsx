import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { Pause, Play, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { Button } from '../../design/button.tsx';
import { IconButton } from '../../design/icon-button.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { clock } from '../history/times.ts';
import { ImportModel } from './import-model.tsx';
import { useSizeText } from './model-sizes.ts';

/** The progress of a download, why it stopped, and what to do then. It continues when the window is closed. */
export function DownloadProgress({
  model,
  download,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload;
}) {
  const t = useTranslations('models');
  const sizeText = useSizeText();
  const { id, status, bytes, total, bytes_per_second: speed, seconds_left: left, error } = download;
  const [isBringing, setBringing] = useState(false);
  const isStopped = status === 'paused' || status === 'failed';
  const pause = useAction((client) => client.pauseDownload({ params: { id } }));
  const resume = useAction((client) => client.resumeDownload({ params: { id } }));
  const cancel = useAction((client) => client.cancelDownload({ params: { id } }));
  const facts = [
    t(`status_${status}`),
    t('progress', { done: sizeText(bytes), total: sizeText(total) }),
    speed === null ? undefined : t('speedNow', { size: sizeText(speed) }),
    left === null ? undefined : t('timeLeft', { time: clock(left) }),
  ].filter((fact) => fact !== undefined);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <ProgressBar
          name={t('progressOf', { name: download.displayName })}
          value={total === 0 ? null : bytes / total}
          words={facts.join(', ')}
        />
        {isStopped ? (
          <IconButton icon={Play} name={t('resume')} onClick={() => resume.mutate()} />
        ) : (
          <IconButton icon={Pause} name={t('pause')} onClick={() => pause.mutate()} />
        )}
        <IconButton icon={X} name={t('cancel')} onClick={() => cancel.mutate()} />
      </div>
      <div className={`tabular text-secondary ${status === 'failed' ? 'text-danger' : 'text-quiet'}`}>
        {facts.join(' · ')}
        {error !== null && <span> · {error.message}</span>}
      </div>
      {status === 'failed' && (
        <div>
          <Button icon={Upload} onClick={() => setBringing(true)}>
            {t('byHand')}
          </Button>
        </div>
      )}
      {isBringing && <ImportModel meant={model} onClose={() => setBringing(false)} />}
    </div>
  );
}
