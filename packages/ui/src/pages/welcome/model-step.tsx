import { Link } from '@tanstack/react-router';
import { CircleCheck, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../design/button.tsx';
import { SettingRow } from '../../design/settings.tsx';
import { Pill } from '../../design/states.tsx';
import { Loaded, useRead } from '../../session/application.tsx';
import { useAccuracy, useModelInUse } from '../models/downloads.tsx';
import { ImportModel } from '../models/import-model.tsx';
import { OfferedModel, useSuggestedModel } from '../models/offered-model.tsx';

/** What works now and how good it is, then the one download that fits this machine better; a model file, where there is no network. */
export function ModelStep() {
  const t = useTranslations('welcome');
  const own = useTranslations('firstModel');
  const [isChoosingFile, setChoosingFile] = useState(false);
  const accuracyOf = useAccuracy();
  const used = useModelInUse()?.model;
  const installed = useRead('listModels', { query: { kind: 'voice', installed_only: true } });
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  const { model: suggested, downloads } = useSuggestedModel();
  return (
    <>
      <div className="divide-y divide-line rounded-card border border-line bg-raised">
        <Loaded query={installed} rows={1}>
          {({ models }) =>
            models
              .filter(({ id, provider }) => provider === 'local' && (used === undefined || id === used.id))
              .map((model) => (
                <SettingRow
                  key={model.id}
                  title={model.displayName}
                  description={
                    <>
                      <span className="block first-letter:uppercase">
                        {catalog.find(({ id }) => id === model.id)?.recommended?.reason}
                      </span>
                      {accuracyOf(model)}
                    </>
                  }
                  control={
                    <Pill tone="success" icon={CircleCheck}>
                      {t(model.id === used?.id ? 'inUse' : 'ready')}
                    </Pill>
                  }
                />
              ))
          }
        </Loaded>
        {suggested && (
          <OfferedModel
            model={suggested}
            download={downloads.get(suggested.id)}
            note={own(noteOf(installed.data?.models.length === 0, downloads.has(suggested.id)))}
          />
        )}
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

/** Where what is part of Quoth was removed, nothing works before the first model. */
function noteOf(hasNone: boolean, isDownloading: boolean): 'needed' | 'speakMeanwhile' | 'suggested' {
  if (hasNone) return 'needed';
  return isDownloading ? 'speakMeanwhile' : 'suggested';
}
