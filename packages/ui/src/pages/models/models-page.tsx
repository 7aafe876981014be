import { type ApplicationState, type CatalogModel, isUnfit, type ModelDownload } from '@quoth/contract';
import { useSearch } from '@tanstack/react-router';
import { Check, Download, Ellipsis, MemoryStick, Search, Trash2, Undo2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { Button, Icon, IconButton, Tip } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Menu } from '../../design/menu.tsx';
import { Select } from '../../design/select.tsx';
import { SettingGroup, SettingRow } from '../../design/settings.tsx';
import { FactLine, Pill } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useModeName } from '../../session/account.tsx';
import { Loaded, useAction, useRead } from '../../session/application.tsx';
import { Page } from '../../shell/page.tsx';
import {
  DownloadProgress,
  useAccuracy,
  useDownloads,
  useErrorsOfChosen,
  useLanguageName,
  useModelInUse,
} from './downloads.tsx';
import { ImportModel } from './import-model.tsx';
import { unusedModels, useSizeText } from './model-sizes.ts';
import { OfferedModel, useSuggestedModel } from './offered-model.tsx';
import {
  choicesByNeed,
  type ModelSuggestion,
  mainTag,
  slowButBetter,
  spokenLanguages,
  thisMachine,
} from './suggested-model.ts';

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
            <ByNeed models={models} downloads={downloads} />
            <section aria-labelledby="every-model">
              <h2 id="every-model" className="m-0 mb-3 text-heading font-semibold">
                {t('models.others')}
              </h2>
              <ModelTable models={models} downloads={downloads} />
              <CanGo models={models} />
            </section>
          </>
        )}
      </Loaded>
      {isImporting && <ImportModel onClose={() => setImporting(false)} />}
    </Page>
  );
}

/** The model that the default mode uses now, how good it is, and what is in memory. */
function InUse() {
  const t = useTranslations('models');
  const nameOf = useModeName();
  const accuracyOf = useAccuracy();
  const taken = useTaken();
  const used = useModelInUse();
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  const { model: better, downloads } = useSuggestedModel();
  const application = useRead('getApplication');
  const { refetch } = application;
  useEffect(() => {
    // No event says that a model was loaded or left the memory.
    void refetch();
  }, [refetch]);
  if (!used) return null;
  const { mode, model } = used;
  const loaded = application.data?.engines.filter((engine) => engine.loaded) ?? [];
  const own = loaded.find((engine) => engine.model === model.id);
  const entry = catalog.find(({ id }) => id === model.id);
  return (
    <SettingGroup title={t('inUse')}>
      <SettingRow
        title={own ? <LoadedName name={model.displayName} /> : model.displayName}
        description={
          <>
            {entry?.recommended && (
              <span className="block first-letter:uppercase">{entry.recommended.reason}</span>
            )}
            <FactLine
              facts={[
                accuracyOf(model) ?? '',
                ...(own ? taken(own) : [t('notLoaded')]),
                t('usedBy', { mode: nameOf(mode.name) }),
              ]}
            />
          </>
        }
      />
      {loaded
        .filter((engine) => engine !== own)
        .map((engine) => (
          <SettingRow
            key={engine.id}
            title={<LoadedName name={engine.model ?? engine.displayName} />}
            description={<FactLine facts={taken(engine)} />}
          />
        ))}
      {entry?.included && better && (
        <OfferedModel model={better} download={downloads.get(better.id)} note={t('nextStep')} />
      )}
    </SettingGroup>
  );
}

function LoadedName({ name }: { readonly name: string }) {
  const t = useTranslations('models');
  return (
    <span className="flex flex-wrap items-center gap-2">
      {name}
      <Pill icon={MemoryStick} isSmall>
        {t('loaded')}
      </Pill>
    </span>
  );
}

/** How much memory a loaded model takes, and what it runs on. */
function useTaken(): (engine: ApplicationState['engines'][number]) => readonly string[] {
  const t = useTranslations('models');
  const devices = useTranslations('settings');
  return ({ memory_mb: megabytes, device }) => {
    const deviceKey = `device_${device}` as 'device_cpu';
    return [
      megabytes === null ? '' : t('takes', { size: t('megabytes', { size: Math.round(megabytes) }) }),
      devices.has(deviceKey) ? devices(deviceKey) : (device ?? ''),
    ];
  };
}

/** Unused models, and the space that removing them frees. */
function CanGo({ models }: { readonly models: readonly CatalogModel[] }) {
  const t = useTranslations('models');
  const format = useFormatter();
  const sizeText = useSizeText();
  const modes = useRead('listModes').data?.modes;
  const voices = useRead('listModels', { query: { kind: 'voice' } }).data?.models;
  if (modes === undefined || voices === undefined) return null;
  const unused = unusedModels(models, modes, voices.find(({ auto }) => auto)?.id);
  if (unused.length === 0) return null;
  const size = sizeText(unused.reduce((sum, { size_bytes }) => sum + size_bytes, 0));
  return (
    <p className="mt-3 mb-0 text-secondary text-quiet">
      {t('canGo', { names: format.list(unused.map(({ displayName }) => displayName)), size })}
    </p>
  );
}

/** Three models to choose from, by what one needs, for this machine and a language. */
function ByNeed({
  models,
  downloads,
}: {
  readonly models: readonly CatalogModel[];
  readonly downloads: ReadonlyMap<string, ModelDownload>;
}) {
  const t = useTranslations('models');
  const languageName = useLanguageName();
  const machine = thisMachine();
  const [language, setLanguage] = useState(mainTag(machine.language));
  const languages = [...new Set([...spokenLanguages(models), language])]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const choices = choicesByNeed(models, { ...machine, language });
  const given = slowButBetter(models, { ...machine, language, errors: useErrorsOfChosen() });
  return (
    <section aria-labelledby="recommended-models">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recommended-models" className="m-0 text-heading font-semibold">
          {t('recommended')}
        </h2>
        <span className="flex items-center gap-2">
          <span aria-hidden className="text-secondary text-quiet">
            {t('language')}
          </span>
          <Select
            name={t('language')}
            value={language}
            choices={languages}
            onChange={setLanguage}
            className="w-44"
          />
        </span>
      </div>
      <ul className="m-0 grid list-none gap-3 p-0 wide:grid-cols-3">
        {choices.map((choice) => (
          <ModelForNeed key={choice.need} choice={choice} download={downloads.get(choice.model.id)} />
        ))}
      </ul>
      {choices.length === 0 && !given && <p className="m-0 text-quiet">{t('noneForLanguage')}</p>}
      {given && (
        <p className="m-0 mt-3 text-secondary text-quiet">
          {t('slowButBetter', { name: given.displayName })}
        </p>
      )}
    </section>
  );
}

function ModelForNeed({
  choice: { need, model },
  download,
}: {
  readonly choice: ModelSuggestion;
  readonly download: ModelDownload | undefined;
}) {
  const t = useTranslations('models');
  const sizeText = useSizeText();
  const accuracy = useAccuracy()(model);
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-4 wide:flex-col wide:flex-nowrap wide:items-stretch">
      <div className="min-w-48 flex-1">
        <div className="font-medium">{t(`need_${need}`)}</div>
        <div className="text-secondary text-quiet">{t(`needHelp_${need}`)}</div>
        <div className="mt-2 break-words">{model.displayName}</div>
        <div className="tabular text-secondary text-quiet">
          {sizeText(model.size_bytes)}
          {accuracy && <span className="block">{accuracy}</span>}
        </div>
        {model.problem !== null && (
          <div className="text-secondary text-danger">{t('problem', { problem: model.problem })}</div>
        )}
      </div>
      {download ? (
        <div className="w-full">
          <DownloadProgress model={model} download={download} />
        </div>
      ) : (
        <div>
          <ModelAction model={model} download={download} />
        </div>
      )}
    </li>
  );
}

/** Installed models come first, because people look for them most; then those for English, and so on. */
const groups = ['installed', 'english', 'many', 'one'] as const;

function groupOf({ installed, languages }: CatalogModel): (typeof groups)[number] {
  if (installed) return 'installed';
  if (languages.length > 1 || languages.includes('*')) return 'many';
  return languages.includes('en') ? 'english' : 'one';
}

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
function ModelTable({
  models,
  downloads,
}: {
  readonly models: readonly CatalogModel[];
  readonly downloads: ReadonlyMap<string, ModelDownload>;
}) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const sizeText = useSizeText();
  const { find = '' } = useSearch({ from: '/models' });
  const [sought, setSought] = useState({ find, text: find });
  const search = sought.find === find ? sought.text : find;
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (find !== '') table.current?.scrollIntoView({ block: 'start' });
  }, [find]);
  const [filter, setFilter] = useState<Filter>('all');
  const wanted = search.trim().toLowerCase();
  const fits = models.filter(
    (model) =>
      (model.listed || filter === 'files') &&
      isWanted[filter](model) &&
      `${model.displayName} ${model.family} ${model.id}`.toLowerCase().includes(wanted),
  );
  const shown = groups.flatMap((group) => fits.filter((model) => groupOf(model) === group));
  return (
    <div ref={table} className="flex scroll-mt-4 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-40 flex-1">
          <TextField
            label={t('search')}
            isLabelUnseen
            type="search"
            placeholder={t('search')}
            start={<Icon of={Search} className="text-quiet" />}
            value={search}
            onValueChange={(text) => setSought({ find, text })}
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
          {app('noResults')}
        </p>
      ) : (
        <Table
          name={t('others')}
          rows={shown}
          keyOf={({ id }) => id}
          groupOf={(model) => t(`filter_${groupOf(model)}`)}
          columns={[
            {
              id: 'name',
              title: t('name'),
              cell: (model) => {
                const download = downloads.get(model.id);
                return (
                  <div className="min-w-32">
                    <div className="font-medium">{model.displayName}</div>
                    {model.included && <div className="text-secondary text-quiet">{t('included')}</div>}
                    <div className="text-secondary text-quiet wide:hidden">
                      <Languages model={model} /> · {sizeText(model.size_bytes)}
                    </div>
                    {model.problem !== null && (
                      <div className="text-secondary text-danger">
                        {t('problem', { problem: model.problem })}
                      </div>
                    )}
                    {isUnfit(model.self_test_error_rate) && (
                      <div className="text-secondary text-danger">
                        {t('unfit', {
                          percent: Math.min(100, Math.round((model.self_test_error_rate ?? 0) * 100)),
                        })}
                      </div>
                    )}
                    {download && <DownloadProgress model={model} download={download} />}
                  </div>
                );
              },
            },
            {
              id: 'languages',
              title: t('languages'),
              isExtra: true,
              cell: (model) => <Languages model={model} />,
            },
            {
              id: 'errors',
              title: t('errors'),
              isNumber: true,
              isExtra: true,
              cell: (model) => <Errors model={model} />,
            },
            {
              id: 'speed',
              title: t('speed'),
              isExtra: true,
              cell: ({ speed, measured_speed: measured }) => {
                if (measured !== null)
                  return (
                    <span className="whitespace-nowrap">
                      {t('speedMeasured', { rate: Number(measured.toPrecision(2)) })}
                    </span>
                  );
                return speed === null ? '–' : t(`speed_${speed}`);
              },
            },
            {
              id: 'size',
              title: t('size'),
              isNumber: true,
              isExtra: true,
              cell: ({ size_bytes }) => sizeText(size_bytes),
            },
            {
              id: 'state',
              title: t('state'),
              isTitleUnseen: true,
              isNumber: true,
              cell: (model) => <ModelAction model={model} download={downloads.get(model.id)} isCompact />,
            },
          ]}
        />
      )}
      <p className="m-0 text-secondary text-quiet">{t('speedHelp')}</p>
    </div>
  );
}

/** A licence as people write it; nothing for one that has no common name. */
function licenceName(id: string): string {
  if (id === 'other') return '';
  return id.startsWith('apache') ? id.replace('a', 'A') : id.toUpperCase();
}

/** A model's languages in a few words. */
function Languages({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const languageName = useLanguageName();
  const locale = useLocale();
  const format = useFormatter();
  const { languages } = model;
  if (languages.includes('*')) return t('anyLanguage');
  if (languages.length <= 2)
    return format.list(languages.map(languageName), { type: 'unit', style: 'short' });
  return (
    <Tip
      text={format.list(
        languages.map(languageName).sort((one, other) => one.localeCompare(other, locale)),
        { type: 'unit', style: 'short' },
      )}
    >
      <span className="whitespace-nowrap">{t('languageCount', { count: languages.length })}</span>
    </Tip>
  );
}

/** The published error rate and where it was published. */
function Errors({ model }: { readonly model: CatalogModel }) {
  const t = useTranslations('models');
  const format = useFormatter();
  const rate = model.word_error_rate;
  if (rate === null) return <span className="text-quiet">{t('notPublished')}</span>;
  return (
    <Tip text={t('errorsSource', { source: rate.source })}>
      <span className="tabular">
        {t('errorsValue', { percent: format.number(rate.percent, { minimumFractionDigits: 2 }) })}
      </span>
    </Tip>
  );
}

/**
 * What can be done with a model: download it, import its file, restore or remove it. A download has its own buttons.
 */
function ModelAction({
  model,
  download,
  isCompact = false,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload | undefined;
  /** In a table row, whose group says what is installed: no text. */
  readonly isCompact?: boolean;
}) {
  const t = useTranslations();
  const sizeText = useSizeText();
  const [isChoosingFile, setChoosingFile] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, displayName, installed, imported, included, address, size_bytes } = model;
  const fetchIt = useAction((client) => client.downloadModels({ body: { ids: [id] } }));
  const remove = useAction((client) => client.removeModel({ params: { id } }), {
    onDone: () => setAsking(false),
  });
  const note = [model.parameters, model.quantisation, licenceName(model.licence)].filter(Boolean).join(' · ');
  if (installed) {
    return (
      <div className="-me-2 flex items-center justify-end gap-2">
        {!isCompact && (
          <span className="inline-flex items-center gap-1.5 text-success">
            <Icon of={Check} />
            {t(included ? 'models.included' : 'models.installed')}
          </span>
        )}
        <Menu
          trigger={<IconButton icon={Ellipsis} name={t('app.actionsOf', { name: displayName })} />}
          actions={[
            {
              id: 'remove',
              label: t('models.remove'),
              icon: Trash2,
              run: () => setAsking(true),
              isDangerous: true,
            },
          ]}
          note={note}
        />
        <Confirm
          title={t('models.removeTitle', { name: displayName })}
          consequence={t(
            imported
              ? 'models.removeOwnConsequence'
              : included
                ? 'models.removeIncludedConsequence'
                : 'models.removeConsequence',
            { size: sizeText(size_bytes) },
          )}
          action={t('models.remove')}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate()}
          isBusy={remove.isPending}
        />
      </div>
    );
  }
  if (included) {
    return (
      <Button
        icon={Undo2}
        aria-label={t('models.restoreNamed', { name: displayName })}
        busy={fetchIt.isPending}
        onClick={() => fetchIt.mutate()}
      >
        {t('app.restore')}
      </Button>
    );
  }
  if (download || address === null) return null;
  return (
    <div className={`flex items-center ${isCompact ? '-me-2 justify-end' : 'gap-1'}`}>
      {isCompact ? (
        <IconButton
          icon={Download}
          name={t('models.downloadNamed', { name: displayName })}
          disabled={fetchIt.isPending}
          onClick={() => fetchIt.mutate()}
        />
      ) : (
        <Button
          icon={Download}
          aria-label={t('models.downloadNamed', { name: displayName })}
          busy={fetchIt.isPending}
          onClick={() => fetchIt.mutate()}
        >
          {t('models.download')}
        </Button>
      )}
      <Menu
        trigger={<IconButton icon={Ellipsis} name={t('app.actionsOf', { name: displayName })} />}
        actions={[
          { id: 'by-hand', label: t('models.byHand'), icon: Upload, run: () => setChoosingFile(true) },
        ]}
        note={note}
      />
      {isChoosingFile && <ImportModel meant={model} onClose={() => setChoosingFile(false)} />}
    </div>
  );
}
