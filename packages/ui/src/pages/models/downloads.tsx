import { type CatalogModel, expectedSpeed, type Mode, type Model, type ModelDownload } from '@quoth/contract';
import { Pause, Play, Upload, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Button, IconButton } from '../../design/button.tsx';
import { ProgressBar } from '../../design/states.tsx';
import { useAction, useApplicationEvent, useRead } from '../../session/application.tsx';
import { clockOfSeconds } from '../history/words.ts';
import { ImportModel } from './import-model.tsx';
import { useSizeText } from './model-sizes.ts';

/** The progress of a download, why it stopped, and what to do then. It continues when the window is closed. */
export function DownloadProgress({
  model,
  download,
}: {
  readonly model: CatalogModel;
  readonly download: ModelDownload;
}) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const sizeText = useSizeText();
  const { id, status, bytes, total, bytes_per_second: speed, seconds_left: left, error } = download;
  const [isChoosingFile, setChoosingFile] = useState(false);
  const isStopped = status === 'paused' || status === 'failed';
  const pause = useAction((client) => client.pauseDownload({ params: { id } }));
  const resume = useAction((client) => client.resumeDownload({ params: { id } }));
  const cancel = useAction((client) => client.cancelDownload({ params: { id } }));
  const facts = [
    t(`status_${status}`),
    t('progress', { done: sizeText(bytes), total: sizeText(total) }),
    speed === null ? undefined : t('speedNow', { size: sizeText(speed) }),
    left === null ? undefined : t('timeLeft', { time: clockOfSeconds(left) }),
  ].filter((fact) => fact !== undefined);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <ProgressBar
          name={t('progressOf', { name: download.displayName })}
          value={total === 0 ? null : bytes / total}
          words={facts.join(', ')}
        />
        {isStopped ? (
          <IconButton icon={Play} name={t('resume')} onClick={() => resume.mutate()} />
        ) : (
          <IconButton icon={Pause} name={t('pause')} onClick={() => pause.mutate()} />
        )}
        <IconButton icon={X} name={app('cancel')} onClick={() => cancel.mutate()} />
      </div>
      <div className={`tabular text-secondary ${status === 'failed' ? 'text-danger' : 'text-quiet'}`}>
        {facts.join(' · ')}
        {error !== null && <span> · {error.message}</span>}
      </div>
      {status === 'failed' && (
        <div>
          <Button icon={Upload} onClick={() => setChoosingFile(true)}>
            {t('byHand')}
          </Button>
        </div>
      )}
      {isChoosingFile && <ImportModel meant={model} onClose={() => setChoosingFile(false)} />}
    </div>
  );
}

/** Unfinished downloads by model, live. */
export function useDownloads(listed: readonly ModelDownload[]): ReadonlyMap<string, ModelDownload> {
  // Progress comes by events; the list is read again only when a download begins or ends.
  const [moved, setMoved] = useState<ReadonlyMap<string, ModelDownload>>(new Map());
  useApplicationEvent((event) => {
    if (event.type === 'model-download-progressed') {
      setMoved((before) => new Map(before).set(event.download.id, event.download));
    }
    // A failed download stays as its event described it, because the list would still show it as downloading.
    if (event.type === 'model-installed' || event.type === 'model-download-cancelled') {
      setMoved((before) => {
        const rest = new Map(before);
        rest.delete(event.id);
        return rest;
      });
    }
  });
  return new Map([...listed.map((download) => [download.id, download] as const), ...moved]);
}

/**
 * How good a model of this machine is, in a few words: how many of 100 words it gets wrong. Undefined if no one has
 * measured it.
 */
export function useAccuracy(): (model: { readonly id: string }) => string | undefined {
  const t = useTranslations('models');
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  return ({ id }) => {
    const percent = catalog.find((each) => each.id === id)?.word_error_rate?.percent;
    return percent === undefined ? undefined : t('accuracy', { count: Math.max(1, Math.round(percent)) });
  };
}

/** What another model gains over the one in use, in a sentence; undefined where it is not known to be better. */
export function useGain(): (other: CatalogModel) => string | undefined {
  const t = useTranslations('models');
  const now = useErrorsOfChosen();
  return ({ word_error_rate: rate, languages }) => {
    if (now === undefined || rate === null || rate.percent >= now) return undefined;
    const figures = { better: Number(rate.percent.toFixed(1)), now: Number(now.toFixed(1)) };
    return t(languages.length > 1 ? 'gainMany' : 'gain', figures);
  };
}

/**
 * How many of 100 words the model that the default mode uses gets wrong; undefined if it uses a provider, or no one has
 * measured it.
 */
export function useErrorsOfChosen(): number | undefined {
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  const used = useModelInUse()?.model;
  return catalog.find(({ id }) => id === used?.id)?.word_error_rate?.percent;
}

/** How many times real time another model may reach here, by what an included one did; undefined where none has run. */
export function useExpectedSpeed(): (other: CatalogModel) => number | undefined {
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  return (other) => expectedSpeed(other, catalog);
}

/** The model of this machine that the default mode uses now; undefined if it uses a provider. */
export function useModelInUse(): { readonly mode: Mode; readonly model: Model } | undefined {
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models;
  const model = models?.find(({ id, auto }) => (mode?.model === 'auto' ? auto : id === mode?.model));
  return mode && model && { mode, model };
}

/** A language tag in words: large in a list, also where a sentence has it small. */
export function useLanguageName(place: 'list' | 'sentence' = 'list'): (tag: string) => string {
  const t = useTranslations('modes');
  const locale = useLocale();
  const names = useMemo(() => new Intl.DisplayNames([locale], { type: 'language' }), [locale]);
  return (tag) => {
    if (tag === 'auto') return t('anyLanguage');
    try {
      const name = names.of(tag.replaceAll('_', '-')) ?? tag;
      return place === 'sentence' ? name : name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
    } catch {
      return tag;
    }
  };
}
