export type * from './ports.ts';
export { createEditText } from './processing-line.ts';
export { createDictation, dictationFor } from './programs.ts';
export { notKept } from './recorder-errors.ts';
export { RecordedSound, RecordingFiles } from './recording-files.ts';
