import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { CircleCheck, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { Pill } from '../../design/pill.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { DownloadProgress } from '../models/download-progress.tsx';
import { useSizeText } from '../models/model-sizes.ts';
import { useAccuracy } from '../models/use-accuracy.ts';
import { useDownloads } from '../models/use-downloads.ts';

/** The models recommended for this machine that are not installed yet, and their downloads. */
export function useOfferedModels(): {
  readonly models: readonly CatalogModel[];
  readonly downloads: ReadonlyMap<string, ModelDownload>;
} {
  const catalog = useRead('getModelCatalog').data;
  const downloads = useDownloads(catalog?.downloads ?? []);
  const models = catalog?.models.filter(({ recommended, installed }) => recommended !== null && !installed);
  return { models: models ?? [], downloads };
}

/** A model that can be downloaded here: what it is good for, how good it is, and how its download goes on. */
export function OfferedModel({
  model,
  download,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
}) {
  const t = useTranslations('welcome');
  const { id, displayName, recommended, size_bytes, installed } = model;
  const size = useSizeText()(size_bytes);
  const accuracy = useAccuracy()(model);
  const start = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  return (
    <SettingRow
      title={
        <>
          <span className="inline-block first-letter:uppercase">{recommended?.for ?? displayName}</span>
          {recommended && <span className="font-normal text-quiet"> · {displayName}</span>}
        </>
      }
      description={
        <>
          <span className="block first-letter:uppercase">{recommended?.reason}</span>
          {accuracy && <span className="block">{accuracy}</span>}
        </>
      }
      control={
        installed ? (
          <Pill tone="success" icon={CircleCheck}>
            {t('ready')}
          </Pill>
        ) : (
          !download && (
            <Button
              icon={Download}
              busy={start.isPending}
              aria-label={t('downloadNamed', { name: displayName, size })}
              onClick={() => start.mutate()}
            >
              {t('download', { size })}
            </Button>
          )
        )
      }
      below={download && <DownloadProgress model={model} download={download} />}
    />
  );
}
