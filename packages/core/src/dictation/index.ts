export type * from './ports.ts';
export { createEditText } from './processing-line.ts';
export { createDictation, dictationFor } from './programs.ts';
