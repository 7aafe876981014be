import { execFileSync } from 'node:child_process';
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryDesktop } from './desktop.ts';
import { tryGateway } from './gateway.ts';
import { tryNpm, tryRpm, tryTarball } from './one-user.ts';
import { serveFolder } from './served-folder.ts';
import { Steps } from './steps.ts';
import { trySystemd } from './systemd.ts';
import { runHere, type Suite, Tree } from './tree.ts';

// npm run test:packages: packages are made from two clones of what is committed, installed into bare Debian trees as
// docs/install.md says, used, upgraded and removed.
// With --record, what was measured goes to bench/results.md (--busy marks it as of a machine that others use).
const root = join(import.meta.dirname, '..', '..', '..');
if (process.getuid?.() !== 0) {
  console.error('This mounts trees: run it as root.');
  process.exit(2);
}
const suites: readonly Suite[] = ['bookworm', 'trixie'];
const work = mkdtempSync(join(tmpdir(), 'quoth-packages-'));
const steps = new Steps();
/** Of the ELF header: its size, where the processor stands, and which number this one has. */
const [ELF_HEADER, ELF_MACHINE, ARM64] = [64, 18, 183];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopping = true;
    rmSync(work, { recursive: true, force: true });
    process.exit(130);
  });

try {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    console.log('Note: what is not committed is not tested.');
  makeKey();
  const first = clone('one');
  // Of the first: something may be committed meanwhile.
  const second = clone('a folder with another name', first);
  const repository = join(work, 'repository');
  // What the second makes is needed last, and compared meanwhile.
  const madeAgain = steps.step(
    'packages are made from another clone, and then its next version',
    async () => {
      await packageIn(second, ['--out', join(work, 'second')]);
      bumpVersion(second);
      await packageIn(second, [
        ...['--out', join(work, 'next'), '--only', 'deb,rpm'],
        ...['--products', 'quoth', '--arch', 'x64,arm64'],
      ]);
    },
  );
  const made = await steps.step('packages are made from a clone', async () => {
    await packageIn(first, ['--out', join(work, 'first'), '--repository', repository]);
    const model = join(first, 'packages/core/src/models/fixtures/quoth-test-en.gguf');
    await packageIn(first, [
      ...['--out', join(work, 'models'), '--model', model],
      ...['--repository', repository],
    ]);
  });
  if (!made) await madeAgain;
  if (!made) throw new Error('Without the packages, nothing can be tried.');
  await Promise.all([
    compare(madeAgain),
    tryNpm(steps, join(work, 'first')),
    ...suites.map((suite) => trySuite(suite, repository, join(first, 'docs/install.md'), madeAgain)),
    trySystemd(steps, [debOf('first', 'quoth'), debOf('first', 'quoth-gateway')]),
    steps.step('the debs are small enough to download', () => {
      for (const [product, most] of [
        ['quoth', 215],
        ['quoth-gateway', 70],
      ] as const) {
        const { size } = statSync(debOf('first', product));
        steps.measure({
          what: `${product}: size of the deb, packed fast (a release is a quarter smaller)`,
          measured: `${(size / 1e6).toFixed(1)} MB`,
          target: `at most ${most} MB`,
          met: size > 0 && size <= most * 1e6,
        });
      }
    }),
    steps.step('lintian finds no error', async () => {
      for (const name of ['quoth', 'quoth-gateway'])
        await runHere('lintian', [
          ...['--fail-on', 'error', '--tag-display-limit', '0', '--allow-root'],
          debOf('first', name),
        ]);
    }),
  ]);
  if (process.argv.includes('--record'))
    steps.record(join(root, 'bench', 'src', 'main.ts'), process.argv.includes('--busy'));
} finally {
  if (!stopping) rmSync(work, { recursive: true, force: true });
}
steps.finish();

/** What both clones made, and the processor of the next version's native files for another one. */
async function compare(madeAgain: Promise<boolean>): Promise<void> {
  await steps.step('the checksums are signed, and fit', async () => {
    const inFirst = { cwd: join(work, 'first'), env: process.env };
    await runHere('gpg', ['--batch', '--verify', 'SHA256SUMS.asc', 'SHA256SUMS'], inFirst);
    await runHere('sha256sum', ['--check', '--strict', 'SHA256SUMS'], inFirst);
  });
  await madeAgain;
  await steps.step('both clones made the same bytes', () => {
    const sums = (name: string) => readFileSync(join(work, name, 'SHA256SUMS'), 'utf8');
    if (sums('first') !== sums('second')) throw new Error(`${sums('first')}\n${sums('second')}`);
  });
  await steps.step('arm64: cross-packed, and every native file is of that processor', async () => {
    const target = join(work, 'arm64');
    await runHere('dpkg-deb', ['--extract', debOf('next', 'quoth', 'arm64'), target]);
    const headers = globSync('**/*', { cwd: target, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).subarray(0, ELF_HEADER))
      .filter((header) => header.toString('latin1', 0, 4) === '\x7fELF');
    const others = headers.filter((header) => header.readUInt16LE(ELF_MACHINE) !== ARM64).length;
    if (headers.length < 10 || others > 0) throw new Error(`${others} of ${headers.length} are not.`);
    rmSync(target, { recursive: true });
  });
}

/** Both at the same time, each in a tree and with a repository of its own. */
async function trySuite(
  suite: Suite,
  repository: string,
  docs: string,
  madeAgain: Promise<boolean>,
): Promise<void> {
  const own = `${repository}-${suite}`;
  cpSync(repository, own, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const tree = await Tree.open(suite);
  const served = await serveFolder(own);
  const next = async (architecture?: string) => {
    await madeAgain;
    return debOf('next', 'quoth', architecture);
  };
  try {
    await tryDesktop(steps, tree, { served, next, repository: own, docs });
    if (suite === 'bookworm') return await tryGateway(steps, tree);
    await tryTarball(steps, tree, join(work, 'first'));
    await tryRpm(steps, tree, join(work, 'first'), join(work, 'next'));
  } finally {
    served.close();
    await tree.close();
  }
}

/** A key for this run alone. */
function makeKey(): void {
  const home = join(work, 'gnupg');
  mkdirSync(home, { mode: 0o700 });
  process.env.GNUPGHOME = home;
  process.env.QUOTH_SIGNING_KEY = 'packages@quoth.invalid';
  const options = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key'];
  execFileSync('gpg', [...options, process.env.QUOTH_SIGNING_KEY, 'ed25519', 'sign', 'never'], {
    stdio: 'pipe',
  });
}

/** What is committed, with the npm packages of this checkout. */
function clone(name: string, from = root): string {
  const folder = join(work, name);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', from, folder]);
  // Links where both lie on one disk: nothing writes to them.
  const isOneDisk = statSync(root).dev === statSync(folder).dev;
  execFileSync('cp', [isOneDisk ? '-al' : '-a', join(root, 'node_modules'), folder]);
  return folder;
}

async function packageIn(folder: string, options: readonly string[]): Promise<void> {
  const flags = ['--disable-warning=ExperimentalWarning'];
  const program = join(folder, 'scripts/package/main.ts');
  await runHere(process.execPath, [...flags, program, '--quick', ...options], { cwd: folder });
}

function bumpVersion(folder: string): void {
  for (const path of ['package.json', 'packages/contract/src/limits.ts']) {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    const next = text.replace(/(version"?: "|appVersion = ')[\d.]+/i, '$1999.0.0');
    if (next === text) throw new Error(`${path} has no version.`);
    writeFileSync(file, next);
  }
}

function debOf(name: string, product: string, architecture = 'amd64'): string {
  const version = name === 'next' ? '999.0.0' : readVersion();
  const path = join(work, name, `${product}_${version}_${architecture}.deb`);
  if (!existsSync(path)) throw new Error(`${path} was not made.`);
  return path;
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
