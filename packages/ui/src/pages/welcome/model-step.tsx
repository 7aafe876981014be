import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { Pill } from '../../design/states.tsx';
import { Loaded, useAction, useRead } from '../../session/application.tsx';
import { DownloadProgress, isBasic, useAccuracy, useDownloads, useModelInUse } from '../models/downloads.tsx';
import { ImportModel } from '../models/import-model.tsx';
import { useSizeText } from '../models/model-sizes.ts';
import { suggestedModel, thisMachine } from '../models/suggested-model.ts';

/** What works now and how good it is, and the one download that fits this machine; a model file, where there is no network. */
export function ModelStep() {
  const t = useTranslations('welcome');
  const own = useTranslations('firstModel');
  const [isChoosingFile, setChoosingFile] = useState(false);
  const accuracyOf = useAccuracy();
  const used = useModelInUse()?.model;
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } });
  const { model: suggested, downloads } = useSuggestedModel();
  return (
    <>
      <div className="divide-y divide-line rounded-card border border-line bg-raised">
        {suggested && (
          <OfferedModel
            model={suggested}
            download={downloads.get(suggested.id)}
            note={own(noteOf(installed.data?.models.length === 0, downloads.has(suggested.id)))}
          />
        )}
        <Loaded query={installed} rows={1}>
          {({ models }) =>
            models
              .filter(({ id, provider }) => provider === 'local' && (used === undefined || id === used.id))
              .map((model) => (
                <SettingRow
                  key={model.id}
                  title={model.displayName}
                  description={isBasic(model) ? own('basic') : accuracyOf(model)}
                  control={
                    <Pill tone="success" icon={CircleCheck}>
                      {t(model.id === used?.id ? 'inUse' : 'ready')}
                    </Pill>
                  }
                />
              ))
          }
        </Loaded>
      </div>
      <p className="m-0 -mt-2 flex flex-wrap items-center gap-x-4 text-secondary text-quiet">
        <Link to="/models">{own('others')}</Link>
        <Button kind="quiet" icon={Upload} className="-ms-3" onClick={() => setChoosingFile(true)}>
          {own('bring')}
        </Button>
      </p>
      {isChoosingFile && <ImportModel onClose={() => setChoosingFile(false)} />}
    </>
  );
}

/** Where no engine has come with Quoth, as on Windows, nothing works before the first model. */
function noteOf(hasNone: boolean, isDownloading: boolean): 'needed' | 'speakMeanwhile' | 'suggested' {
  if (hasNone) return 'needed';
  return isDownloading ? 'speakMeanwhile' : 'suggested';
}

/** The one model to download first on this machine, and downloads that are under way. */
export function useSuggestedModel(): {
  readonly model: CatalogModel | undefined;
  readonly downloads: ReadonlyMap<string, ModelDownload>;
} {
  const catalog = useRead('getModelCatalog').data;
  const downloads = useDownloads(catalog?.downloads ?? []);
  return { model: suggestedModel(catalog?.models ?? [], thisMachine()), downloads };
}

/** A model that can be downloaded here: what it is good for, how good it is, and how its download goes on. */
export function OfferedModel({
  model,
  download,
  note,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
  readonly note?: string;
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
          <span className="block first-letter:uppercase">{note ?? recommended?.reason}</span>
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
