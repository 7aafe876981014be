export { createPostProcessing } from './create-post-processing.ts';
export type { PostProcessing } from './post-processing.ts';
export type { Rewriting } from './rewriter.ts';
