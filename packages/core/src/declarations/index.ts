export type * from './core.ts';
export type * from './dictations.ts';
export type * from './models.ts';
export type * from './modes.ts';
export type * from './programs.ts';
export type * from './recordings.ts';
export type * from './transcriptions.ts';
