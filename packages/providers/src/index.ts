export {
  type CompletionRequest,
  type CompletionTools,
  compatibleEndpoint,
  completeText,
  type EndpointAddress,
  LanguageError,
  type LanguageFacts,
  type LanguageFailure,
  type LanguageModelFacts,
  listEndpointModels,
} from './language/index.ts';
export {
  type AudioFormat,
  audioFormats,
  type SpeechAdapter,
  type SpeechDomain,
  type SpeechModel,
} from './speech/speech-adapter.ts';
export type { AudioFile, SpeechJob } from './speech/speech-job.ts';
export type { SpeechTranscript } from './speech/speech-step.ts';
export { bearer, type Probe, type Vendor } from './vendor.ts';
export { vendorList } from './vendor-list.ts';
