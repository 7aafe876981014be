export { IdempotentTranscriptions } from './idempotent-transcriptions.ts';
export { Transcriber } from './transcriber.ts';
export { transcriptFile } from './transcript-file.ts';
