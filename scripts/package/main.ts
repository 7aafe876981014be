import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDeb, makeRpm, makeTarball } from './archives.ts';
import {
  type Architecture,
  type Build,
  fetchParts,
  nodePart,
  type Product,
  partsBeside,
  partsInside,
  root,
  writeProgram,
} from './contents.ts';
import { checkShare, writeShare } from './desktop-files.ts';
import { makeModelPackages } from './model.ts';
import { packLibraries, packProgram } from './npm.ts';
import { writeRecipes } from './recipes.ts';
import { signerOf, writeChecksums, writeRepository } from './repository.ts';
import { makeForWindows } from './windows.ts';

// npm run package: everything in dist/packages that a release offers for Linux; `npm run package -- windows` what it
// offers for Windows. Options are in docs/install.md.
const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'dist', 'packages') },
    /** Architectures, such as "x64,arm64". */
    arch: { type: 'string', default: process.arch },
    /** Kinds, such as "deb,rpm,tar,npm". */
    only: { type: 'string', default: 'deb,rpm,tar,npm' },
    products: { type: 'string', default: 'quoth,quoth-gateway' },
    repository: { type: 'string' },
    model: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const kinds = wanted.only.split(',');
const architectures = wanted.arch.split(',') as readonly Architecture[];
for (const architecture of architectures)
  if (!['x64', 'arm64'].includes(architecture))
    throw new Error(`There are packages for x64 and arm64, not for ${architecture}.`);
const signer = signerOf(process.env);
if (wanted.repository && !signer)
  throw new Error(
    'A repository has to be signed: name a key of gpg in QUOTH_SIGNING_KEY (and its keyring in GNUPGHOME).',
  );

// Only this user reads what is being written, and packages have plain permissions whatever this user's are.
process.umask(0o022);
const out = resolve(wanted.out);
const work = join(out, '.work');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const build: Build = { version, epoch: timeOfCommit(), work, out };
const made: string[] = [];
try {
  if (wanted.model) made.push(...(await makeModelPackages(build, resolve(wanted.model))));
  else if (positionals.includes('windows')) made.push(...(await makeForWindows(build, wanted.quick)));
  else await makeAll();
  const debs = made.filter((path) => path.endsWith('.deb'));
  if (wanted.repository && signer) writeRepository(resolve(wanted.repository), debs, build, signer);
  writeChecksums(out, signer);
  if (!wanted.model) writeRecipes(build);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const path of made) console.log(path);

async function makeAll(): Promise<void> {
  const dist = join(work, 'dist');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--into', dist], { stdio: 'inherit' });
  const share = join(work, 'share');
  let hasShare = false;
  for (const architecture of inOrder(architectures)) {
    const platform = `linux-${architecture}` as const;
    const fetched = fetchParts(platform, join(work, 'fetched', architecture));
    const node = nodePart(platform, fetched);
    for (const product of wanted.products.split(',') as readonly Product[]) {
      const built = product === 'quoth' ? 'quoth' : 'gateway';
      const beside = partsBeside(join(dist, built), platform, fetched);
      const inside = partsInside(
        join(dist, built),
        ...(product === 'quoth' ? [join(dist, built, 'page')] : []),
      );
      const program = join(work, architecture, product);
      writeProgram(program, product, { architecture, node, parts: beside, dist });
      if (product === 'quoth' && !hasShare) {
        await writeShare(share, build, program);
        checkShare(share);
        hasShare = true;
      }
      const packed = {
        ...{ build, product, architecture, program, quick: wanted.quick },
        share: product === 'quoth' ? share : undefined,
        parts: [node, ...inside, ...beside],
      };
      if (kinds.includes('deb')) made.push(makeDeb(packed));
      if (kinds.includes('rpm')) made.push(makeRpm(packed));
      if (kinds.includes('tar')) made.push(makeTarball(packed));
      if (kinds.includes('npm') && architecture === process.arch)
        made.push(packProgram(build, product, dist, { inside, beside }));
    }
  }
  if (kinds.includes('npm')) made.push(...(await packLibraries(build)));
}

/** The one that runs here first: its command line writes the man page and completions. */
function inOrder(all: readonly Architecture[]): readonly Architecture[] {
  if (!all.includes(process.arch as Architecture))
    throw new Error(
      `Packages for ${all.join(', ')} are made together with those of this machine: --arch ${process.arch},${all.join(',')}`,
    );
  return [...all].sort((one, other) => Number(other === process.arch) - Number(one === process.arch));
}

/** SOURCE_DATE_EPOCH, or the time of the commit. */
function timeOfCommit(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  const seconds =
    given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  if (!/^\d+\s*$/.test(seconds)) throw new Error('SOURCE_DATE_EPOCH must be seconds since 1970.');
  return Number(seconds);
}
