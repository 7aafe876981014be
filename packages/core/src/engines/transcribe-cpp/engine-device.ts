import type { Settings } from '@quoth/contract';

/** Where a model runs, in the words of the settings and of the library's `backend` option. */
export type EngineDevice = Settings['engineDevice'];

/** What the engine's host is told at its start. */
export interface TranscribeCppConfig {
  readonly device: EngineDevice;
}
