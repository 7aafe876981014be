import type { CatalogModel, Mode } from '@quoth/contract';
import { useTranslations } from 'use-intl';

/**
 * A number of bytes for display: whole megabytes, above a thousand gigabytes with one decimal. Only zero bytes are 0.
 */
export function shownSize(bytes: number): {
  readonly unit: 'megabytes' | 'gigabytes';
  readonly size: number;
} {
  if (bytes >= 1_000_000_000) return { unit: 'gigabytes', size: Math.round(bytes / 100_000_000) / 10 };
  return { unit: 'megabytes', size: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1_000_000)) };
}

/** The same in words. */
export function useSizeText(): (bytes: number) => string {
  const t = useTranslations('models');
  return (bytes) => {
    const { unit, size } = shownSize(bytes);
    return t(unit, { size });
  };
}

/**
 * The installed models that no mode uses: removing them frees space, but for those that are part of Quoth. `autoId` is
 * the model that `auto` chooses for the default mode's language; for other languages, every model that supports them
 * counts as used.
 */
export function unusedModels(
  models: readonly CatalogModel[],
  modes: readonly Mode[],
  autoId: string | undefined,
): CatalogModel[] {
  const usual = modes.find(({ isDefault }) => isDefault)?.language;
  return models.filter(
    (model) => model.installed && !model.included && !modes.some((mode) => mayUse(mode, model)),
  );

  function mayUse({ model: named, language }: Mode, { id, slug, languages }: CatalogModel): boolean {
    if (named !== 'auto') return named === id || named === slug;
    if (autoId !== undefined && language === usual) return id === autoId;
    if (language === 'auto' || languages.includes('*')) return true;
    const [wanted] = language.split('-');
    return languages.some((known) => known.split('-')[0] === wanted);
  }
}
