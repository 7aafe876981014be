import { parseSync } from 'oxc-parser';

/** What the rules look at in a source file. */
export interface SourceFile {
  /** Name of the package's folder, such as `core`. */
  readonly packageName: string;
  /** Path below the package's `src`, such as `modes/mode-store.ts`. */
  readonly path: string;
  /** What it imports or re-exports, as written, such as `./mode-store.ts`. */
  readonly imports: readonly string[];
  readonly readsEnvironment: boolean;
  readonly listensForAbort: boolean;
  readonly startsProcesses: boolean;
  /** Without `processes/programs`, which keeps consoles of Windows hidden. */
  readonly startsWithNode: boolean;
}

/** Reads a file's imports, dynamic ones of a fixed name included. */
export function parseSourceFile(packageName: string, path: string, source: string): SourceFile {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${packageName}/${path} cannot be parsed: ${errors[0]?.message}`);
  // Types alone start nothing.
  const importsValues = (name: RegExp) =>
    module.staticImports.some(
      ({ moduleRequest, entries }) => name.test(moduleRequest.value) && entries.some(({ isType }) => !isType),
    );
  return {
    packageName,
    path,
    imports: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const fixed = /^(['"`])([^$]*)\1$/.exec(source.slice(start, end))?.[2];
        return fixed === undefined ? [] : [fixed];
      }),
    ],
    readsEnvironment: /\bprocess\s*\.\s*env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(source),
    startsProcesses: importsValues(
      /^(?:node:)?child_process$|^@quoth\/processes\/programs$|^\.\/programs\.ts$/,
    ),
    startsWithNode: importsValues(/^(?:node:)?child_process$/),
    listensForAbort: /\.(?:addEventListener\(\s*['"`]abort['"`]|onabort\b)/.test(source),
  };
}
