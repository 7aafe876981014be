import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Button } from '../../design/button.tsx';
import { SettingGroup, SettingRow } from '../../design/setting-rows.tsx';
import { Page } from '../../shell/page.tsx';
import { ImportModel } from './import-model.tsx';
import { useSizeText } from './model-sizes.ts';
import { ModelTable } from './model-table.tsx';
import { RecommendedModel } from './recommended-model.tsx';
import { unusedModels } from './unused-models.ts';
import { isBasic, useAccuracy, useModelInUse } from './use-accuracy.ts';
import { useDownloads } from './use-downloads.ts';

/** Speech models: the recommended ones, all others, and the disk space they use. */
export function ModelsPage() {
  const t = useTranslations();
  const sizeText = useSizeText();
  const [isImporting, setImporting] = useState(false);
  const query = useRead('getModelCatalog');
  const downloads = useDownloads(query.data?.downloads ?? []);
  const installed = query.data?.models.filter((model) => model.installed) ?? [];
  const bytes = installed.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return (
    <Page
      title={t('pages.models')}
      description={
        query.data === undefined
          ? t('models.description')
          : installed.length === 0
            ? t('models.noneYet')
            : t('models.diskUse', { size: sizeText(bytes), count: installed.length })
      }
      action={
        <Button icon={Upload} onClick={() => setImporting(true)}>
          {t('models.import')}
        </Button>
      }
    >
      <Loaded query={query} rows={6} rowHeight={88}>
        {({ models }) => (
          <>
            <InUse />
            <CanGo models={models} />
            <Recommended models={models} downloads={downloads} />
            <section aria-labelledby="every-model">
              <h2 id="every-model" className="m-0 mb-3 text-heading font-semibold">
                {t('models.others')}
              </h2>
              <ModelTable models={models} downloads={downloads} />
            </section>
          </>
        )}
      </Loaded>
      {isImporting && <ImportModel onClose={() => setImporting(false)} />}
    </Page>
  );
}

/** The model that the default mode uses now, and how good it is. */
function InUse() {
  const t = useTranslations('models');
  const accuracyOf = useAccuracy();
  const used = useModelInUse();
  if (!used) return null;
  const { mode, model } = used;
  return (
    <SettingGroup title={t('inUse')}>
      <SettingRow
        title={model.displayName}
        description={
          <>
            {accuracyOf(model) && <span className="block">{accuracyOf(model)}</span>}
            {isBasic(model) && <span className="block">{t('basic')}</span>}
          </>
        }
        control={<span className="text-secondary text-quiet">{t('usedBy', { mode: mode.name })}</span>}
      />
    </SettingGroup>
  );
}

/** Unused models, and the space that removing them frees. */
function CanGo({ models }: { readonly models: readonly CatalogModel[] }) {
  const t = useTranslations('models');
  const sizeText = useSizeText();
  const modes = useRead('listModes').data?.modes;
  const voices = useRead('listModels', { query: { kind: 'voice' } }).data?.models;
  if (modes === undefined || voices === undefined) return null;
  const unused = unusedModels(models, modes, voices.find(({ auto }) => auto)?.id);
  if (unused.length === 0) return null;
  const size = sizeText(unused.reduce((sum, { size_bytes }) => sum + size_bytes, 0));
  return (
    <p className="m-0 text-secondary text-quiet">
      {t('canGo', { names: unused.map(({ displayName }) => displayName).join(', '), size })}
    </p>
  );
}

function Recommended({
  models,
  downloads,
}: {
  readonly models: readonly CatalogModel[];
  readonly downloads: ReadonlyMap<string, ModelDownload>;
}) {
  const t = useTranslations('models');
  const recommended = models.filter((model) => model.recommended !== null);
  return (
    <section aria-labelledby="recommended-models">
      <h2 id="recommended-models" className="m-0 mb-3 text-heading font-semibold">
        {t('recommended')}
      </h2>
      <ul className="m-0 list-none divide-y divide-line rounded-card border border-line bg-raised p-0">
        {recommended.map((model) => (
          <RecommendedModel key={model.id} model={model} download={downloads.get(model.id)} />
        ))}
      </ul>
    </section>
  );
}
