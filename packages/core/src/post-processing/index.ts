export { createPostProcessing } from './create-post-processing.ts';
export type { LanguageProvider } from './language-access.ts';
export type { PostProcessing } from './post-processing.ts';
export type { Rewriting } from './rewriter.ts';
