export type { EngineModel, EngineRequest, EngineResult } from './engine.ts';
export { plainPartial, plainSpeech } from './engine.ts';
export { LONG_SECONDS } from './engine-supervisor.ts';
export { createEngines, Engines } from './engines.ts';
export type { RecognitionHooks } from './host-process.ts';
export { doubtsAbout, spokenTimes } from './spoken-time.ts';
