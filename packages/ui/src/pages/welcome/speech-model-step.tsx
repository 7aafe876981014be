import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../application/loaded.tsx';
import { useRead } from '../../application/use-read.ts';
import { Pill } from '../../design/pill.tsx';
import { SettingRow } from '../../design/setting-rows.tsx';
import { isBasic, useAccuracy, useModelInUse } from '../models/use-accuracy.ts';
import { OfferedModel, useOfferedModels } from './offered-model.tsx';

/** What is used now and how good it is, and better models one click away. */
export function SpeechModelStep() {
  const t = useTranslations('welcome');
  const accuracyOf = useAccuracy();
  const usedId = useModelInUse()?.model.id;
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } });
  const { models: offered, downloads } = useOfferedModels();
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-raised">
      <Loaded query={installed} rows={1}>
        {({ models }) =>
          models
            .filter(({ provider }) => provider === 'local')
            .sort((a, b) => Number(b.id === usedId) - Number(a.id === usedId))
            .map((model) => (
              <SettingRow
                key={model.id}
                title={model.displayName}
                description={
                  <>
                    {isBasic(model) && <span className="block">{t('basic')}</span>}
                    {accuracyOf(model) && <span className="block">{accuracyOf(model)}</span>}
                  </>
                }
                control={
                  <Pill tone="success" icon={CircleCheck}>
                    {t(model.id === usedId ? 'inUse' : 'ready')}
                  </Pill>
                }
              />
            ))
        }
      </Loaded>
      {offered.slice(0, 3).map((model) => (
        <OfferedModel key={model.id} model={model} download={downloads.get(model.id)} />
      ))}
    </div>
  );
}
