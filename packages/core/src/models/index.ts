export { catalogEntries } from './catalog/catalog.ts';
export { readCatalogFile } from './catalog/read-catalog-file.ts';
export type { LocalModel, ProbedModel } from './local-model.ts';
export { type BorrowedModel, ModelLibrary, type ModelLibraryOptions } from './model-library.ts';
export { ModelSpeeds } from './model-speeds.ts';
