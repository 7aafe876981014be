export type * from './ports.ts';
export { beginEdit } from './processing-line.ts';
export { createDictation, dictationFor } from './programs.ts';
export { playedSoundUnavailable } from './recorder-errors.ts';
