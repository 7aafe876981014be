export { catalogEntries, readCatalogFile, spokenLanguage } from './catalog.ts';
export { type LocalModel, localModels, type ProbedModel } from './local-models.ts';
export { ModelLibrary, type ModelLibraryOptions } from './model-library.ts';
export { restoreRemedy } from './model-rows.ts';
export { ModelSpeeds } from './model-speeds.ts';
