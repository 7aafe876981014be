export type { LocalModel, ProbedModel } from './local-model.ts';
export { type BorrowedModel, ModelLibrary, type ModelLibraryOptions } from './model-library.ts';
export { probeHeader } from './probe-header.ts';
