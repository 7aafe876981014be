import type { CatalogModel, ModelDownload } from '@quoth/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../../design/select.tsx';
import { Table } from '../../design/table.tsx';
import { TextField } from '../../design/text-field.tsx';
import { DownloadProgress } from './download-progress.tsx';
import { ModelAction } from './model-action.tsx';
import { Errors, Languages } from './model-facts.tsx';
import { useSizeText } from './model-sizes.ts';

const filters = ['all', 'installed', 'english', 'many', 'live', 'files'] as const;
type Filter = (typeof filters)[number];

const isWanted: Readonly<Record<Filter, (model: CatalogModel) => boolean>> = {
  all: () => true,
  installed: ({ installed }) => installed,
  english: ({ languages }) => languages.includes('en') || languages.includes('*'),
  many: ({ languages }) => languages.length > 5 || languages.includes('*'),
  live: ({ capabilities }) => capabilities.streaming,
  files: () => true,
};

/** Every model, one file each unless all files are shown, with search and filters. */
export function ModelTable({
  models,
  downloads,
}: {
  readonly models: readonly CatalogModel[];
  readonly downloads: ReadonlyMap<string, ModelDownload>;
}) {
  const t = useTranslations('models');
  const sizeText = useSizeText();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const wanted = search.trim().toLowerCase();
  const fits = models.filter(
    (model) =>
      (model.listed || filter === 'files') &&
      isWanted[filter](model) &&
      `${model.displayName} ${model.family} ${model.id}`.toLowerCase().includes(wanted),
  );
  // What is on this machine first: it is looked for most.
  const shown = [...fits.filter(({ installed }) => installed), ...fits.filter(({ installed }) => !installed)];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-40 flex-1">
          <TextField
            label={t('search')}
            isLabelUnseen
            type="search"
            placeholder={t('search')}
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <div className="w-44">
          <Select
            name={t('filterName')}
            value={filter}
            choices={filters.map((value) => ({ value, label: t(`filter_${value}`) }))}
            onChange={setFilter}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <p role="status" className="m-0 py-6 text-center text-quiet">
          {t('nothingFound')}
        </p>
      ) : (
        <Table
          name={t('others')}
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: t('name'),
              cell: (model) => {
                const download = downloads.get(model.id);
                return (
                  <div className="min-w-44">
                    <div className="font-medium">{model.displayName}</div>
                    <div className="text-secondary text-quiet">
                      {[model.parameters, model.quantisation, model.licence].filter(Boolean).join(' · ')}
                    </div>
                    {model.problem !== null && (
                      <div className="text-secondary text-danger">
                        {t('problem', { problem: model.problem })}
                      </div>
                    )}
                    {download && <DownloadProgress model={model} download={download} />}
                  </div>
                );
              },
            },
            { id: 'languages', title: t('languages'), cell: (model) => <Languages model={model} /> },
            { id: 'errors', title: t('errors'), isNumber: true, cell: (model) => <Errors model={model} /> },
            {
              id: 'speed',
              title: t('speed'),
              cell: ({ speed, measured_speed: measured }) => {
                if (measured !== null) return t('speedMeasured', { rate: Number(measured.toPrecision(2)) });
                return speed === null ? '–' : t(`speed_${speed}`);
              },
            },
            { id: 'size', title: t('size'), isNumber: true, cell: ({ size_bytes }) => sizeText(size_bytes) },
            {
              id: 'state',
              title: t('state'),
              cell: (model) => <ModelAction model={model} download={downloads.get(model.id)} isCompact />,
            },
          ]}
        />
      )}
      <p className="m-0 text-secondary text-quiet">{t('speedHelp')}</p>
    </div>
  );
}
