export { systemProxy } from '@quoth/vendors';
export { discardUnfinished } from './backup/index.ts';
export * from './base/index.ts';
export { callerOf, may, sharedToken, theUser } from './callers.ts';
export { type CoreConfig, createCore } from './create-core.ts';
export { AlreadyRunning } from './database/index.ts';
export type * from './declarations/index.ts';
export { dictationFor, playedSoundUnavailable } from './dictation/index.ts';
export type * from './dictation/ports.ts';
// For bench/, which measures the search by itself.
export { findRecordings } from './recordings/index.ts';
export { countWords } from './recordings/statistics.ts';
export { platformSecretStore, type SecretStore, SecretStoreError } from './secrets/index.ts';
