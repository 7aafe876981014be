import type { CatalogModel } from '@quoth/contract';
import { CircleCheck, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useAction } from '../../application/use-action.ts';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { Pill } from '../../design/pill.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { useSizeText } from '../models/model-sizes.ts';

/** What works already, and better models one click away. */
export function SpeechModelStep() {
  const t = useTranslations('welcome');
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } });
  const catalog = useRead('getModelCatalog');
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={installed} rows={1}>
        {({ models }) =>
          models
            .filter(({ provider }) => provider === 'local')
            .map(({ id, displayName }) => (
              <SettingRow
                key={id}
                title={displayName}
                control={
                  <Pill tone="success" icon={CircleCheck}>
                    {t('ready')}
                  </Pill>
                }
              />
            ))
        }
      </Loaded>
      <Loaded query={catalog} rows={3}>
        {({ models }) =>
          models
            .filter(({ recommended, installed: isHere }) => recommended !== null && !isHere)
            .slice(0, 3)
            .map((model) => <Recommended key={model.id} model={model} />)
        }
      </Loaded>
    </div>
  );
}

function Recommended({
  model: { id, displayName, recommended, size_bytes },
}: {
  readonly model: CatalogModel;
}) {
  const t = useTranslations('welcome');
  const size = useSizeText()(size_bytes);
  const downloads = useRead('listDownloads').data?.downloads ?? [];
  const download = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  const isComing = download.isSuccess || downloads.some((each) => each.id === id);
  return (
    <SettingRow
      title={
        <>
          <span className="inline-block first-letter:uppercase">{recommended?.for}</span>
          <span className="font-normal text-quiet"> · {displayName}</span>
        </>
      }
      description={<span className="block first-letter:uppercase">{recommended?.reason}</span>}
      control={
        isComing ? (
          <Pill tone="accent" icon={Download}>
            {t('downloading')}
          </Pill>
        ) : (
          <Button
            icon={Download}
            busy={download.isPending}
            aria-label={t('downloadNamed', { name: displayName, size })}
            onClick={() => download.mutate()}
          >
            {t('download', { size })}
          </Button>
        )
      }
    />
  );
}
