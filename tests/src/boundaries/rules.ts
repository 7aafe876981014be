/** Which of our packages a package may import. One that is missing here fails the test. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: ['contract'],
  audio: ['contract'],
  providers: ['contract', 'text'],
  client: ['contract'],
  core: ['contract', 'text', 'providers', 'audio'],
  'api-server': ['contract', 'text', 'core'],
  ui: ['contract', 'client'],
  bridge: ['contract', 'client'],
  cli: ['contract', 'text', 'client', 'bridge'],
  mcp: ['contract', 'client', 'bridge'],
  gateway: ['contract', 'text', 'providers', 'audio', 'ui'],
  desktop: ['contract', 'core', 'api-server', 'client', 'ui', 'bridge'],
  tests: [
    'contract',
    'text',
    'providers',
    'audio',
    'core',
    'api-server',
    'client',
    'bridge',
    'ui',
    'gateway',
    'desktop',
  ],
  bench: ['contract', 'text', 'audio', 'core', 'client', 'gateway', 'desktop'],
};

/** Folders of core from left to right: a folder imports only folders further left, and only their `index.ts`. */
export const coreOrder: readonly (readonly string[])[] = [
  ['base'],
  // What core offers, in types alone, apart from what does it.
  ['declarations'],
  ['database', 'secrets', 'intake'],
  ['settings', 'changes', 'named-tokens'],
  ['providers'],
  ['modes', 'vocabulary', 'recordings', 'models'],
  ['actions'],
  ['engines', 'rewriting'],
  ['transcription'],
  ['dictation'],
  ['live-audio'],
];

/** Packages whose code runs in a browser too, but for these folders. */
export const withoutNode: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: [],
  client: ['node'],
  ui: [],
};

/**
 * The only files that listen for an abort by hand: a listener that stays behind, or that nobody added because the signal was aborted
 * already, is too easily written. Everything else uses `waitOrAbort` and `settledOrAborted`, or Node's `addAbortListener` with `using`.
 */
export const listensForAbort: readonly string[] = [
  'core/base/concurrency/wait-or-abort.ts',
  'client/pause.ts',
];

/** The only files that read the environment. */
export const readsEnvironment = /(^|\/)read-config\.ts$/;
