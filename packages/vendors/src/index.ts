export { type CompatibleEndpoint, openAiCompatible } from './adapters/openai-compatible.ts';
export {
  type GatewayAccount,
  type QuothGateway,
  quothGateway,
  readGatewayAccount,
} from './adapters/quoth-gateway.ts';
export { connectionProblem, UnreadableReply, VendorError, type VendorErrorKind } from './call-error.ts';
export type { AudioContent } from './call-vendor.ts';
export {
  callVendor,
  readReply,
  systemIo,
  systemProxy,
  type VendorCall,
  type VendorIo,
} from './call-vendor.ts';
export {
  type ChatCompletion,
  type ChatMessage,
  type ChatRequest,
  type CompletionRequest,
  type CompletionTools,
  completeChat,
  completeText,
} from './complete-text.ts';
export type { LanguageFacts, LanguageModelFacts } from './language-model.ts';
export { compatibleEndpoint, LanguageError, type LanguageFailure } from './language-model.ts';
export type { LiveLimits, LiveSamples } from './speech/live-session.ts';
export type {
  AudioFile,
  SpeechAdapter,
  SpeechDomain,
  SpeechJob,
  SpeechModel,
  SpeechTranscript,
} from './speech/speech-adapter.ts';
export {
  type LiveRequest,
  planUpload,
  type SpeechRequest,
  transcribeLive,
  transcribeWithVendor,
  type UploadPlan,
} from './speech/transcribe-with-vendor.ts';
export { bearer, type Probe, type Vendor, vendorAt } from './vendor.ts';
export { vendorList } from './vendor-list.ts';
