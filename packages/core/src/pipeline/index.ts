export { CloudTranscriber } from './cloud/cloud-transcriber.ts';
export { IdempotentTranscriptions } from './idempotent-transcriptions.ts';
export type { PlannableProvider } from './plan-cloud.ts';
export { Recognizers } from './recognizers.ts';
export { Transcriber } from './transcriber.ts';
export { transcriptFile } from './transcript-file.ts';
