export type * from './ports.ts';
export { beginEdit } from './processing-line.ts';
export { createDictation, dictationFor } from './programs.ts';
