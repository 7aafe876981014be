import { printCurl } from './print-curl.ts';
import { printPython } from './print-python.ts';
import { printTypescript } from './print-typescript.ts';

export { type Example, exampleNames, examples } from './examples.ts';
export { curlPreamble } from './print-curl.ts';
export { pythonPreamble } from './print-python.ts';
export { openAiPreamble, typescriptPreamble } from './print-typescript.ts';
export type { Snippet } from './snippet.ts';

/** The languages of the reference, in its order. */
export const languages = [
  { id: 'curl', name: 'curl', print: printCurl },
  { id: 'typescript', name: 'TypeScript', print: printTypescript },
  { id: 'python', name: 'Python', print: printPython },
] as const;
