/** Files whose errors come before there is a window: the command line says them. */
export const filesForCommandLine: readonly string[] = ['apps/desktop/src/read-config.ts'];

/** Sentences of other files that the window never shows: it offers no such choice, or checks it itself. What is filled in is `{}`. */
export const neverInWindow: readonly string[] = [
  // A client, an engine, a provider or an id that someone has typed.
  'Take one of these: {}; or null for the default mode.',
  // To a program that asks.
  'Create a token with that scope under Programs.',
];
