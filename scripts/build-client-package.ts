import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleNotices } from './bundle-notices.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'packages', 'client');

/** The oldest Node whose features the client uses. */
const OLDEST_NODE = 20;

/**
 * Where declarations come from, what each is called in the package, and its entry where that is no index; code outside
 * imports the packages by these names.
 */
const declarations: readonly { name: string; from: string; to: string; entry?: string }[] = [
  { name: '@quoth/client', from: join(source, 'dist'), to: 'client' },
  { name: '@quoth/contract', from: join(root, 'packages', 'contract', 'dist'), to: 'contract' },
  { name: '@quoth/words', from: join(root, 'packages', 'words', 'dist'), to: 'words', entry: 'message' },
  { name: 'zod', from: join(root, 'node_modules', 'zod'), to: 'zod' },
];

/**
 * Builds the typed client as others install it: JavaScript and declarations, with the contract and what it needs of zod
 * inside, so that nothing else is to be fetched. The folder is emptied first. Gives the files that went in, relative to
 * the checkout.
 */
export async function buildClientPackage(target: string): Promise<readonly string[]> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { metafile } = await build({
    entryPoints: { index: join(source, 'src', 'index.ts'), node: join(source, 'src', 'node', 'index.ts') },
    outdir: target,
    absWorkingDir: root,
    bundle: true,
    // The two entries share one QuothError.
    splitting: true,
    chunkNames: 'shared-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    format: 'esm',
    target: `node${OLDEST_NODE}`,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  writeDeclarations(join(target, 'types'));
  const { name, version, license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  const manifest = {
    name,
    version,
    description: "Typed client of Quoth's local API: speech to text on your own machine",
    license,
    type: 'module',
    exports: {
      '.': { types: './types/client/index.d.ts', default: './index.js' },
      './node': { types: './types/client/node/index.d.ts', default: './node.js' },
    },
    files: ['*.js', 'types', 'THIRD-PARTY-NOTICES.txt', 'bom.cdx.json'],
    sideEffects: false,
    engines: { node: `>=${OLDEST_NODE}` },
    keywords: ['speech-to-text', 'transcription', 'dictation', 'local'],
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), bundleNotices(root, Object.keys(metafile.inputs)));
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  copyFileSync(join(source, 'README.md'), join(target, 'README.md'));
  return Object.keys(metafile.inputs);
}

/** What tsc prints, and zod's own files as far as they are needed; imports are made to fit. */
function writeDeclarations(target: string): void {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-b', '--singleThreaded', source, join(source, 'src', 'node')], { stdio: 'inherit' });
  const pending = [join(source, 'dist', 'index.d.ts'), join(source, 'dist', 'node', 'index.d.ts')];
  const written = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (written.has(file)) continue;
    written.add(file);
    const from = file;
    const text = readFileSync(file, 'utf8').replaceAll(
      /(^(?:import|export)\b[^'"]*\bfrom\s+|^import\s+|\bimport\()(['"])([^'"]+)\2/gm,
      (_, before: string, quote: string, specifier: string) => {
        const wanted = declarationFile(from, specifier);
        pending.push(wanted);
        return `${before}${quote}${specifierBetween(placeOf(from), placeOf(wanted))}${quote}`;
      },
    );
    const place = join(target, placeOf(file));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
  }
}

/** The file that an import of a declaration means. */
function declarationFile(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier).replace(/\.(js|ts)$/, '.d.ts');
  const known = declarations.find(({ name }) => name === specifier || specifier.startsWith(`${name}/`));
  if (!known) throw new Error(`${from} imports ${specifier}, which is not in the package.`);
  const path = join(known.from, specifier.slice(known.name.length).replace(/\.ts$/, ''));
  if (path === known.from) return join(path, `${known.entry ?? 'index'}.d.ts`);
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, 'index.d.ts');
}

/** Its place below the package's folder of types. */
function placeOf(file: string): string {
  const known = declarations.find(({ from }) => !relative(from, file).startsWith('..'));
  if (!known) throw new Error(`${file} belongs to no known package.`);
  return join(known.to, relative(known.from, file));
}

function specifierBetween(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}
