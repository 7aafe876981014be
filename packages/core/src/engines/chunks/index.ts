export { laterBy, mergeChunks, nothingSaid } from '@quoth/contract';
export { recognizeInChunks } from './recognize-in-chunks.ts';
