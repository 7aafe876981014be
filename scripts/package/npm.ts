import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientPackage } from '../build-client-package.ts';
import { buildMcpPackage } from '../build-mcp-package.ts';
import { bundleNotices, packageFolders } from '../bundle-notices.ts';
import {
  type Build,
  type Part,
  type Product,
  partOf,
  root,
  writeIncludedModels,
  writeKind,
  writeText,
} from './contents.ts';
import { partsList } from './parts.ts';

// The npm packages: programs with their libraries as dependencies, of which npm picks the native parts for the
// platform.

/** The oldest Node that has what the programs use: SQLite, and `using`. */
const OLDEST_NODE = 24;

const descriptions: Readonly<Record<Product, string>> = {
  quoth: 'Speech to text on your own machine: command line, application, local API',
  'quoth-gateway': 'Speech-to-text gateway for a team, with accounts and a ledger',
};

/**
 * Packs a product for npm and gives the tarball's path. `inside` are the parts bundled into its files, `beside` those
 * that npm installs.
 */
export function packProgram(
  build: Build,
  product: Product,
  dist: string,
  { inside, beside }: { readonly inside: readonly Part[]; readonly beside: readonly Part[] },
): string {
  const folder = join(build.work, `${product}-npm`);
  const built = product === 'quoth' ? 'quoth' : 'gateway';
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(dist, built), join(folder, 'dist', built), {
    recursive: true,
    filter: (path) => !/\/\.[^/]+$/.test(path),
  });
  const program = `../dist/${built}/${built}.js`;
  writeText(
    join(folder, 'bin', `${product}.js`),
    `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${OLDEST_NODE}) {
  console.error('This needs Node ${OLDEST_NODE} or later, and you have ' + process.versions.node + ': https://nodejs.org');
  process.exit(1);
}
import('${program}');
`,
    0o755,
  );
  writeKind(folder, 'npm');
  if (product === 'quoth') {
    mkdirSync(join(folder, 'docs', 'api'), { recursive: true });
    copyFileSync(join(root, 'docs', 'api', 'index.html'), join(folder, 'docs', 'api', 'index.html'));
    writeIncludedModels(folder);
    const samples = join('apps', 'cli', 'samples');
    cpSync(join(root, samples), join(folder, samples), { recursive: true });
  }
  const { dependencies, optional } = dependenciesOf(dist, built, beside);
  const manifest = {
    name: product,
    version: build.version,
    description: descriptions[product],
    license: 'Apache-2.0',
    type: 'module',
    bin: { [product]: `bin/${product}.js` },
    files: [
      'apps',
      'bin',
      'dist',
      'docs',
      'packages',
      'package-kind',
      'NOTICE',
      'THIRD-PARTY-NOTICES.txt',
      'bom.cdx.json',
    ],
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies,
    optionalDependencies: optional,
    keywords: ['speech-to-text', 'transcription', 'dictation', 'local'],
  };
  writeText(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const inputs = inside.map(({ folder: path }) => `${path.slice(root.length + 1)}/x`);
  writeText(join(folder, 'THIRD-PARTY-NOTICES.txt'), bundleNotices(root, inputs));
  writeText(join(folder, 'bom.cdx.json'), partsList(product, build, inside));
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(folder, name));
  copyFileSync(join(root, 'docs', 'install.md'), join(folder, 'README.md'));
  return npmPack(folder, build.out);
}

/** What the built programs name themselves; the libraries' own dependencies come with them. */
function dependenciesOf(dist: string, built: string, beside: readonly Part[]) {
  const named = (
    JSON.parse(readFileSync(join(dist, built, '.parts.json'), 'utf8')) as {
      readonly beside: readonly string[];
    }
  ).beside;
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, partOf(join(root, 'node_modules', name)).version]));
  const here = new Set(beside.map(({ name }) => name));
  return {
    dependencies: versions(
      [...here].filter((name) => named.includes(name) || name === '@picovoice/pvrecorder-node'),
    ),
    // Other platforms' own; npm leaves out what cannot be installed.
    optional: built === 'quoth' ? versions(['@primno/dpapi']) : {},
  };
}

/** The typed client and the MCP bridge, packed. */
export async function packLibraries(build: Build): Promise<string[]> {
  const made: string[] = [];
  for (const [name, make] of [
    ['client', buildClientPackage],
    ['mcp', buildMcpPackage],
  ] as const) {
    const folder = join(build.work, `${name}-npm`);
    const inputs = await make(folder);
    const parts = packageFolders(inputs).map((path) => partOf(join(root, path)));
    writeText(join(folder, 'bom.cdx.json'), partsList(`@quoth/${name}`, build, parts));
    made.push(npmPack(folder, build.out));
  }
  return made;
}

/** npm's own tarball, which has no times of its own. */
export function npmPack(folder: string, out: string): string {
  // Older versions of npm print a list, newer ones an object.
  const [packed] = Object.values(
    JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as Record<string, { readonly filename: string }>,
  );
  if (!packed) throw new Error(`npm packed nothing of ${folder}.`);
  return join(out, packed.filename.replace('@', '').replace('/', '-'));
}
