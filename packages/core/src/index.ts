export * from './base/index.ts';
export type * from './core.ts';
export { type CoreConfig, createCore } from './create-core.ts';
export { AlreadyRunning } from './database/index.ts';
// For bench/, which measures the search by itself.
export { findRecordings } from './recordings/index.ts';
