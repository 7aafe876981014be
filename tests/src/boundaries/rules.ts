/** Which of our packages a package may import. One that is missing here fails the test. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: ['words'],
  text: ['contract'],
  words: [],
  ear: [],
  audio: ['contract', 'processes'],
  http: ['text'],
  vendors: ['contract', 'text'],
  client: ['contract'],
  processes: [],
  core: ['contract', 'text', 'vendors', 'audio', 'processes'],
  'api-server': ['contract', 'text', 'http', 'core', 'processes'],
  wyoming: ['contract', 'text', 'audio', 'core'],
  ui: ['contract', 'client', 'words'],
  bridge: ['contract', 'client'],
  cli: ['contract', 'text', 'audio', 'processes', 'client', 'bridge'],
  mcp: ['contract', 'client', 'bridge'],
  gateway: ['contract', 'text', 'http', 'processes', 'vendors', 'audio'],
  desktop: ['contract', 'processes', 'core', 'api-server', 'wyoming', 'client', 'bridge', 'words'],
  tests: [
    'contract',
    'text',
    'words',
    'vendors',
    'audio',
    'core',
    'api-server',
    'wyoming',
    'client',
    'bridge',
    'ui',
    'gateway',
    'cli',
    'desktop',
  ],
  bench: ['contract', 'text', 'audio', 'processes', 'core', 'client', 'gateway', 'desktop'],
};

/** What the tests of every package share. */
export const fixturesOfAll = '@quoth/processes/fixtures/';

/**
 * Folders of core, and chapters beside them, from left to right: each imports only what is further left, of a folder
 * only its `index.ts`.
 */
export const coreOrder: readonly (readonly string[])[] = [
  ['base'],
  // What core offers, in types alone, apart from what does it.
  ['declarations'],
  // Who calls, and what each may do.
  ['callers'],
  ['database', 'secrets', 'intake'],
  ['settings', 'changes', 'named-tokens'],
  ['providers'],
  ['modes', 'vocabulary', 'recordings', 'models'],
  ['actions'],
  ['engines', 'rewriting'],
  ['transcription'],
  ['recording-sessions'],
  ['dictation'],
  ['live-audio'],
  ['backup'],
];

/**
 * Folders of the gateway from left to right: each imports only what is further left, and `gatewayBase`. None of them
 * knows HTTP.
 */
export const gatewayDomain: readonly (readonly string[])[] = [['database', 'ledger'], ['audio'], ['relay']];

/** What every folder of the gateway may import. */
export const gatewayBase: readonly string[] = ['errors.ts', 'fair-queue.ts'];

/** What only the gateway's folder `http` imports, and who puts it together. */
export const knowsHttp = /^(node:https?|hono|@hono\/.*|@quoth\/http)$/;

/** Packages whose code runs in a browser too, but for these folders. */
export const withoutNode: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: [],
  words: [],
  client: ['node'],
  ui: [],
};

/**
 * The only files that listen for an abort by hand: a listener that stays behind, or that no one added because the
 * signal was aborted already, is too easily written. Everything else uses `waitOrAbort` and `settledOrAborted`, or
 * Node's `addAbortListener` with `using`.
 */
export const listensForAbort: readonly string[] = ['core/base/concurrency.ts', 'client/events.ts'];

/** The only files that read the environment. */
export const readsEnvironment = /(^|\/)read-config\.ts$/;

/**
 * Who starts processes beside `packages/processes`, by folder or file, and why. A child that runs our own code and is
 * talked to belongs there:
 * it has the typed channel, the restarts, and the one way to end.
 */
export const startsProcesses: Readonly<Record<string, string>> = {
  'processes/': 'the kit itself',
  'audio/':
    'FFmpeg and decoders: audio goes through pipes, and the system limits their memory before they run',
  'core/actions/': "the user's own programs, which get a text and are given a time",
  'core/engines/host-process.ts': 'a program of macOS that says how much memory a host takes',
  'desktop/active-application/': 'a program of macOS, asked once in a while',
  'desktop/delivery/': "the desktop's own programs for the clipboard and keys",
  'desktop/session/': "the desktop's own programs and settings",
  'desktop/sound/': 'programs of the sound system, whose output is piped',
  'desktop/window.ts': 'the browser, which outlives the application',
  'desktop/restart.ts': 'the application itself, in place of this one',
  'cli/': 'the application, builders, the browser, and what the demo stands in for',
  'gateway/commands/': 'what the demo stands in for',
};
