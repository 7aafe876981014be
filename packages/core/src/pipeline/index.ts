export { Transcriber } from './transcriber.ts';
export { transcriptFile } from './transcript-file.ts';
