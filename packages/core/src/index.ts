export { systemProxy } from '@quoth/providers';
// For tests/, whose stand-in for the vendors listens to what it is sent.
export { AudioDecoder, AudioIntake } from './audio/index.ts';
export * from './base/index.ts';
export type * from './core.ts';
export { type CoreConfig, createCore } from './create-core.ts';
export { AlreadyRunning } from './database/index.ts';
// For bench/, which measures the search by itself.
export { findRecordings } from './recordings/index.ts';
