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
    const say = (text: string) => `${file.packageName}/${file.path}: ${text}`;
    const isTest = /\.test\.ts$/.test(file.path) || isFixture(file.path) || file.packageName === 'tests';
    const found: string[] = [];
    if (!(file.packageName in mayImport)) found.push(say('the package is not in the table of rules'));
    if (file.packageName === 'core') found.push(...unknownFolder(file).map(say));
    if (
      !isTest &&
      file.readsEnvironment &&
      !readsEnvironment.test(file.path) &&
      file.packageName !== 'bench'
    ) {
      found.push(say('reads process.env outside read-config.ts'));
    }
    if (!isTest && file.listensForAbort && !listensForAbort.includes(`${file.packageName}/${file.path}`)) {
      found.push(say('listens for an abort by hand; use waitOrAbort, or addAbortListener with using'));
    }
    const where = `${file.packageName}/${file.path}`;
    if (
      !isTest &&
      file.startsProcesses &&
      file.packageName !== 'bench' &&
      !Object.keys(startsProcesses).some((allowed) => where.startsWith(allowed))
    ) {
      found.push(say('starts a process; use @quoth/processes, or say why not in startsProcesses'));
    }
    if (!isTest && file.startsWithNode && file.packageName !== 'bench' && where !== 'processes/programs.ts') {
      found.push(
        say('starts a program past @quoth/processes/programs, which keeps its console hidden on Windows'),
      );
    }
    for (const specifier of file.imports) {
      if (
        file.packageName === 'gateway' &&
        !isTest &&
        gatewayLayer(file.path) >= 0 &&
        knowsHttp.test(specifier)
      )
        found.push(say(`imports ${specifier}, but knows no HTTP`));
      const reason = specifier.startsWith('.')
        ? relativeViolation(file, specifier)
        : packageViolation(file, specifier, declared, isTest);
      // Fixtures have the freedom of tests, so the product must not lean on them; benchmarks are no product.
      if (
        !isTest &&
        file.packageName !== 'bench' &&
        isFixture(posix.join(posix.dirname(file.path), specifier))
      ) {
        found.push(say(`imports ${specifier}, which only tests may do`));
      }
      if (reason !== undefined) found.push(say(reason));
    }
    return found;
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

function unknownFolder({ path }: SourceFile): string[] {
  const folder = coreFolder(path);
  return folder === undefined || rank(folder) >= 0
    ? []
    : [`the folder ${folder} is not in the order of core`];
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
