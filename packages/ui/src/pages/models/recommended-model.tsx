import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { DownloadProgress } from './download-progress.tsx';
import { ModelAction } from './model-action.tsx';
import { Errors, Languages } from './model-facts.tsx';
import { useSizeText } from './model-sizes.ts';

/** A recommended model, and its purpose in one line. */
export function RecommendedModel({
  model,
  download,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
}) {
  const t = useTranslations('models');
  const sizeText = useSizeText();
  const { displayName, recommended, size_bytes, speed, problem } = model;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <div>
            <span className="inline-block font-medium first-letter:uppercase">{recommended?.for}</span>
            <span className="text-quiet"> · {displayName}</span>
          </div>
          <div className="text-secondary text-quiet first-letter:uppercase">{recommended?.reason}</div>
          <div className="mt-1 flex flex-wrap gap-x-4 text-secondary text-quiet">
            <span className="tabular">{sizeText(size_bytes)}</span>
            <Languages model={model} />
            {model.word_error_rate !== null && (
              <span>
                {t('errors')} <Errors model={model} />
              </span>
            )}
            {speed !== null && <span>{t(`speed_${speed}`)}</span>}
          </div>
          {problem !== null && <div className="text-secondary text-danger">{t('problem', { problem })}</div>}
        </div>
        <ModelAction model={model} download={download} />
      </div>
      {download && <DownloadProgress model={model} download={download} />}
    </li>
  );
}
