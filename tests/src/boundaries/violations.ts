import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import {
  coreOrder,
  fixturesOfAll,
  gatewayBase,
  gatewayDomain,
  knowsHttp,
  listensForAbort,
  mayImport,
  readsEnvironment,
  startsProcesses,
  withoutNode,
} from './rules.ts';
import type { SourceFile } from './source-file.ts';

/** Names that a package's own package.json declares. */
export type DeclaredDependencies = Readonly<Record<string, readonly string[]>>;

/** What in these files breaks a rule, in words. Tests may import what they test with. */
export function violations(files: readonly SourceFile[], declared: DeclaredDependencies): string[] {
  return files.flatMap((file) => {
    const { packageName, path, imports } = file;
    const where = `${packageName}/${path}`;
    const isTest = /\.test\.ts$/.test(path) || isFixture(path) || packageName === 'tests';
    // Benchmarks are no product.
    const isProduct = !isTest && packageName !== 'bench';
    const mayStart = Object.keys(startsProcesses).some((allowed) => where.startsWith(allowed));
    const knowsNoHttp = packageName === 'gateway' && !isTest && gatewayLayer(path) >= 0;
    const broken: readonly (readonly [isBroken: boolean, text: string])[] = [
      [!(packageName in mayImport), 'the package is not in the table of rules'],
      [
        packageName === 'core' && isUnknown(path),
        `the folder ${coreFolder(path)} is not in the order of core`,
      ],
      [
        isProduct && file.readsEnvironment && !readsEnvironment.test(path),
        'reads process.env outside read-config.ts',
      ],
      [
        !isTest && file.listensForAbort && !listensForAbort.includes(where),
        'listens for an abort by hand; use waitOrAbort, or addAbortListener with using',
      ],
      [
        isProduct && file.startsProcesses && !mayStart,
        'starts a process; use @quoth/processes, or say why not in startsProcesses',
      ],
      [
        isProduct && file.startsWithNode && where !== 'processes/programs.ts',
        'starts a program past @quoth/processes/programs, which keeps its console hidden on Windows',
      ],
      ...imports.flatMap((specifier): [boolean, string][] => {
        const reason = specifier.startsWith('.')
          ? relativeViolation(file, specifier)
          : packageViolation(file, specifier, declared, isTest);
        // Fixtures have the freedom of tests, so the product must not lean on them.
        const isForTests = isProduct && isFixture(posix.join(posix.dirname(path), specifier));
        return [
          [knowsNoHttp && knowsHttp.test(specifier), `imports ${specifier}, but knows no HTTP`],
          [isForTests, `imports ${specifier}, which only tests may do`],
          [reason !== undefined, reason ?? ''],
        ];
      }),
    ];
    return broken.flatMap(([isBroken, text]) => (isBroken ? [`${where}: ${text}`] : []));
  });
}

function packageViolation(
  { packageName, path }: SourceFile,
  specifier: string,
  declared: DeclaredDependencies,
  isTest: boolean,
): string | undefined {
  if (isBuiltin(specifier)) {
    const exceptions = withoutNode[packageName];
    const allowed =
      exceptions === undefined || isTest || exceptions.some((folder) => path.startsWith(`${folder}/`));
    return allowed ? undefined : `imports ${specifier}, but runs in a browser too`;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const own = /^@quoth\/(.+)$/.exec(name)?.[1];
  const isForAllTests = isTest && specifier.startsWith(fixturesOfAll);
  if (
    own !== undefined &&
    own !== packageName &&
    !isForAllTests &&
    !(mayImport[packageName] ?? []).includes(own)
  ) {
    return `may not import ${name}`;
  }
  const known = [...(declared[packageName] ?? []), ...(isTest ? (declared.workspace ?? []) : [])];
  return own === packageName || known.includes(name)
    ? undefined
    : `imports ${name}, which its package.json does not declare`;
}

function relativeViolation(file: SourceFile, specifier: string): string | undefined {
  const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
  if (target.startsWith('..')) return `imports ${specifier}, which lies in another package`;
  if (file.packageName === 'gateway') return gatewayViolation(file, target);
  if (file.packageName !== 'core') return undefined;
  const from = coreFolder(file.path);
  const to = coreFolder(target);
  // Fixtures for several folders; that only tests import them is checked for all.
  if (from === undefined || from === to || target.startsWith('fixtures/')) return undefined;
  if (to === undefined) return `imports ${target} from within a folder`;
  if (target !== `${to}/index.ts` && target !== `${to}.ts`)
    return `imports ${target}; only ${to}/index.ts is open to other folders`;
  return rank(to) < rank(from) ? undefined : `the folder ${from} may not import ${to}`;
}

function gatewayViolation({ path }: SourceFile, target: string): string | undefined {
  const from = gatewayLayer(path);
  if (from < 0 || isFixture(target) || gatewayBase.includes(target)) return undefined;
  const to = gatewayLayer(target);
  return to >= 0 && to <= from ? undefined : `${path.split('/')[0]} may not import ${target}`;
}

/** -1 for what is no part of its domain. */
function gatewayLayer(path: string): number {
  return gatewayDomain.findIndex((layer) => layer.includes(path.split('/')[0] ?? ''));
}

function isFixture(path: string): boolean {
  return path.split('/').slice(0, -1).includes('fixtures');
}

function isUnknown(path: string): boolean {
  const folder = coreFolder(path);
  return folder !== undefined && rank(folder) < 0;
}

/**
 * A book of one chapter is a file beside the folders, and has a place in their order too. Fixtures of all of core stand
 * beside `create-core.ts`.
 */
function coreFolder(path: string): string | undefined {
  if (path.startsWith('fixtures/')) return undefined;
  if (path.includes('/')) return path.split('/')[0];
  const name = path.replace(/(\.test)?\.ts$/, '');
  return rank(name) >= 0 ? name : undefined;
}

function rank(folder: string): number {
  return coreOrder.findIndex((group) => group.includes(folder));
}
