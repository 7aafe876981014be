export { laterBy, mergeChunks } from './chunks/index.ts';
export type { Certainty, Engine, EngineModel, EngineRequest, EngineResult } from './engine.ts';
export { engineList } from './engine-list.ts';
export type { RecognitionHooks } from './engine-process.ts';
export { LONG_SECONDS } from './engine-supervisor.ts';
export { Engines } from './engines.ts';
export { LiveChunks } from './live/live-chunks.ts';
export { plainSpeech } from './plain-speech.ts';
export { probeModel } from './transcribe-cpp/probe-model.ts';
