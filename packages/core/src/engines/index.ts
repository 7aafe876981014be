export type { Engine, EngineModel, EngineRequest, EngineResult } from './engine.ts';
export type { RecognitionHooks } from './engine-process.ts';
export { Engines } from './engines.ts';
