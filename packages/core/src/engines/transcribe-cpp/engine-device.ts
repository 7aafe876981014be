import type { Settings } from '@quoth/contract';

/** Where a model runs, in the words of the settings and of the library's `backend` option. */
export type EngineDevice = Settings['engineDevice'];

/** The configuration of the engine's host. */
export interface TranscribeCppConfig {
  readonly device: EngineDevice;
}
