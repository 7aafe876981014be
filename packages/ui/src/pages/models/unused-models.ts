import type { CatalogModel, Mode } from '@quoth/contract';

/**
 * The installed models that no mode uses: they can be removed. `autoId` is the model that `auto` chooses for the default mode's language; for other
 * languages, every model that supports them counts as used.
 */
export function unusedModels(
  models: readonly CatalogModel[],
  modes: readonly Mode[],
  autoId: string | undefined,
): CatalogModel[] {
  const usual = modes.find(({ isDefault }) => isDefault)?.language;
  return models.filter((model) => model.installed && !modes.some((mode) => mayUse(mode, model)));

  function mayUse({ model: named, language }: Mode, { id, slug, languages }: CatalogModel): boolean {
    if (named !== 'auto') return named === id || named === slug;
    if (autoId !== undefined && language === usual) return id === autoId;
    if (language === 'auto' || languages.includes('*')) return true;
    const [wanted] = language.split('-');
    return languages.some((known) => known.split('-')[0] === wanted);
  }
}
