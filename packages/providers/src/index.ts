export { checkBaseUrl } from './call/base-url.ts';
export { callProvider, type ProviderCall, type ProviderIo, systemIo } from './call/call-provider.ts';
export { connectionWords } from './call/connection-words.ts';
export { ProviderError, type ProviderErrorKind } from './call/provider-error.ts';
export type { AudioContent } from './call/request-init.ts';
export { systemProxy } from './call/system-proxy.ts';
export {
  type ChatCompletion,
  type ChatMessage,
  type ChatRequest,
  type CompletionRequest,
  type CompletionTools,
  compatibleEndpoint,
  completeChat,
  completeText,
  LanguageError,
  type LanguageFacts,
  type LanguageFailure,
  type LanguageModelFacts,
} from './language/index.ts';
export type { LiveLimits } from './speech/live/live-limits.ts';
export type { LiveAudio } from './speech/live/live-session.ts';
export { type LiveRequest, transcribeLive } from './speech/live/transcribe-live.ts';
export { planUpload, type UploadPlan } from './speech/plan-upload.ts';
export type { SpeechAdapter } from './speech/speech-adapter.ts';
export type { AudioFile, SpeechJob } from './speech/speech-job.ts';
export type { SpeechDomain, SpeechModel } from './speech/speech-model.ts';
export type { SpeechTranscript } from './speech/speech-step.ts';
export { type SpeechRequest, transcribeWithVendor } from './speech/transcribe-with-vendor.ts';
export { bearer, type Probe, type Vendor, vendorAt } from './vendor.ts';
export { vendorList } from './vendor-list.ts';
export { type CompatibleEndpoint, openAiCompatible } from './vendors/openai-compatible/index.ts';
export { type QuothGateway, quothGateway } from './vendors/quoth-gateway/index.ts';
export { type GatewayAccount, readGatewayAccount } from './vendors/quoth-gateway/read-account.ts';
