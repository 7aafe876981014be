/** Which of our packages a package may import. One that is missing here fails the test. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  providers: ['contract'],
  client: ['contract'],
  core: ['contract', 'providers'],
  'api-server': ['contract', 'core'],
  ui: ['contract', 'client'],
  cli: ['contract', 'client', 'mcp'],
  mcp: ['contract', 'client'],
  gateway: ['contract', 'providers'],
  desktop: ['contract', 'core', 'api-server', 'client', 'ui'],
  tests: ['contract', 'providers', 'core', 'api-server', 'client', 'mcp'],
  bench: ['contract', 'core', 'client'],
};

/** Folders of core from left to right: a folder imports only folders further left, and only their `index.ts`. */
export const coreOrder: readonly (readonly string[])[] = [
  ['base'],
  ['database', 'secrets', 'audio'],
  ['settings'],
  ['keys'],
  ['health'],
  ['modes', 'recordings', 'models'],
  ['text-rules'],
  ['engines', 'post-processing'],
  ['pipeline'],
];

/** Files beside the folders that every folder may import as types: what core offers, declared apart from what does it. */
export const coreDeclarations: readonly string[] = ['core.ts'];

/** Packages whose code runs in a browser too, but for these folders. */
export const withoutNode: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['node'],
  ui: [],
};

/** The only files that read the environment. */
export const readsEnvironment = /(^|\/)read-config\.ts$/;
