export { catalogEntries } from './catalog.ts';
export type { LocalModel, ProbedModel } from './local-model.ts';
export { type BorrowedModel, ModelLibrary, type ModelLibraryOptions } from './model-library.ts';
export { readCatalogFile } from './read-catalog-file.ts';
