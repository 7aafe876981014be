export { createEngines } from './create-engines.ts';
export type { Certainty, Engine, EngineModel, EngineRequest, EngineResult } from './engine.ts';
export type { RecognitionHooks } from './engine-process.ts';
export { LONG_SECONDS } from './engine-supervisor.ts';
export { Engines } from './engines.ts';
export { LiveChunks } from './live/live-chunks.ts';
export { plainPartial, plainSpeech } from './plain-speech.ts';
