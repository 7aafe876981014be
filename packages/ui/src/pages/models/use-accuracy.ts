import type { Mode, Model } from '@quoth/contract';
import { useTranslations } from 'use-intl';
import { useRead } from '../../application/use-read.ts';

/** PocketSphinx publishes no figure; this is what it gets wrong of the project's own recordings, as files. */
const POCKETSPHINX_PERCENT = 35;

/** How good a model of this machine is, in a few words: how many of 100 words it gets wrong. Undefined if nobody has measured it. */
export function useAccuracy(): (model: {
  readonly id: string;
  readonly engine: string;
}) => string | undefined {
  const t = useTranslations('models');
  const catalog = useRead('getModelCatalog').data?.models ?? [];
  return ({ id, engine }) => {
    const published = catalog.find((each) => each.id === id)?.word_error_rate?.percent;
    const percent = engine === 'pocketsphinx' ? POCKETSPHINX_PERCENT : published;
    return percent === undefined ? undefined : t('accuracy', { count: Math.max(1, Math.round(percent)) });
  };
}

/** True for the engine that is always there: it works at once, and every other model is much better. */
export function isBasic({ engine }: { readonly engine: string }): boolean {
  return engine === 'pocketsphinx';
}

/** The model of this machine that the default mode uses now; undefined if it uses a provider. */
export function useModelInUse(): { readonly mode: Mode; readonly model: Model } | undefined {
  const mode = useRead('listModes').data?.modes.find(({ isDefault }) => isDefault);
  const models = useRead('listModels', { query: { kind: 'voice' } }).data?.models;
  const model = models?.find(({ id, auto }) => (mode?.model === 'auto' ? auto : id === mode?.model));
  return mode && model && { mode, model };
}
