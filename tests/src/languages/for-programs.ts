/** Files whose errors come before there is a window: the command line says them. */
export const filesForCommandLine: readonly string[] = ['apps/desktop/src/read-config.ts'];

/** Sentences of other files that the window never shows: it offers no such choice, or checks it itself. What is filled in is `{}`. */
export const neverInWindow: readonly string[] = [
  // A client, an engine, a provider or an id that someone has typed.
  'There is no provider with this name.',
  'Providers: {}.',
  'Choose another id.',
  '{} is built into Quoth and cannot be removed.',
  'To stop using it, remove its key.',
  '{} is not one of your own servers.',
  '{} is not a gateway; see your balance on its own site.',
  'There is no language model provider with this name.',
  'Available: {}.',
  'Take one of these: {}; or null for the default mode.',
  // Fields that are sent together, or not at all.
  '"preset" and "prompt" are both given.',
  'Give one of them; a prompt is the preset "custom".',
  'A server needs a base URL.',
  'Give baseUrl, such as http://127.0.0.1:8000/v1, or a preset: {}.',
  // To a program that asks.
  'Create a token with that scope under Programs.',
];
