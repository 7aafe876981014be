import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { CircleCheck, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { FactLine, Pill } from '../../design/states.tsx';
import { useAction, useRead } from '../../session/application.tsx';
import {
  DownloadProgress,
  useAccuracy,
  useDownloads,
  useErrorsOfChosen,
  useExpectedSpeed,
  useGain,
  useModelInUse,
} from './downloads.tsx';
import { useSizeText } from './model-sizes.ts';
import { isSlowHere, suggestedModel, thisMachine } from './suggested-model.ts';

/** The one model to download first on this machine, and downloads that are under way. */
export function useSuggestedModel(): {
  readonly model: CatalogModel | undefined;
  /** For which it is. */
  readonly language: string;
  readonly downloads: ReadonlyMap<string, ModelDownload>;
} {
  const catalog = useRead('getModelCatalog').data;
  const downloads = useDownloads(catalog?.downloads ?? []);
  const spoken = useModelInUse()?.mode.language ?? 'auto';
  const machine = { ...thisMachine(), errors: useErrorsOfChosen() };
  const language = spoken === 'auto' ? machine.language : spoken;
  return { model: suggestedModel(catalog?.models ?? [], { ...machine, language }), language, downloads };
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
  const models = useTranslations('models');
  const { id, displayName, recommended, size_bytes, installed } = model;
  const size = useSizeText()(size_bytes);
  const accuracyOf = useAccuracy();
  const gainOf = useGain();
  const expected = useExpectedSpeed()(model);
  const isSlow = isSlowHere(model, thisMachine());
  const start = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  return (
    <SettingRow
      title={
        <>
          <span className="inline-block first-letter:uppercase">{recommended?.for ?? displayName}</span>
          {recommended && (
            <span className="font-normal text-quiet">
              {' · '}
              <span className="inline-block">{displayName}</span>
            </span>
          )}
        </>
      }
      description={
        <>
          <span className="block first-letter:uppercase">{note ?? recommended?.reason}</span>
          <FactLine
            facts={[
              gainOf(model) ?? accuracyOf(model) ?? '',
              isSlow ? models('slowHere') : expected === undefined ? models('fastHere') : '',
              expected === undefined
                ? ''
                : models('speedExpected', { rate: Number(expected.toPrecision(expected < 10 ? 1 : 2)) }),
            ]}
          />
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
