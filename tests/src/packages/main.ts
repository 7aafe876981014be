import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryDesktop } from './desktop.ts';
import { tryGateway } from './gateway.ts';
import { tryForOneUser } from './one-user.ts';
import { serveFolder } from './served-folder.ts';
import { Steps } from './steps.ts';
import { type Suite, Tree } from './tree.ts';

// npm run test:packages: packages are made from two clones of what is committed, installed into bare Debian trees as docs/install.md says, used, upgraded and removed.
const root = join(import.meta.dirname, '..', '..', '..');
if (process.getuid?.() !== 0) {
  console.error('This mounts trees: run it as root.');
  process.exit(2);
}
const suites: readonly Suite[] = ['bookworm', 'trixie'];
const work = mkdtempSync(join(tmpdir(), 'quoth-packages-'));
const steps = new Steps();
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
  const [first, second] = [clone('one'), clone('a folder with another name')];
  await steps.step('packages are made from a clone', () => {
    packageIn(first, ['--out', join(work, 'first'), '--repository', join(work, 'repository')]);
    const model = join(first, 'packages/core/src/models/fixtures/quoth-test-en.gguf');
    packageIn(first, [
      '--out',
      join(work, 'models'),
      '--model',
      model,
      '--repository',
      join(work, 'repository'),
    ]);
  });
  await steps.step('another clone makes the same bytes', () => {
    packageIn(second, ['--out', join(work, 'second')]);
    const sums = (name: string) => readFileSync(join(work, name, 'SHA256SUMS'), 'utf8');
    if (sums('first') !== sums('second')) throw new Error(`${sums('first')}\n${sums('second')}`);
  });
  await steps.step('the checksums are signed, and fit', () => {
    const inFirst = { cwd: join(work, 'first'), env: process.env, stdio: 'pipe' } as const;
    execFileSync('gpg', ['--batch', '--verify', 'SHA256SUMS.asc', 'SHA256SUMS'], inFirst);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], inFirst);
  });
  await steps.step('lintian finds no error', () => {
    for (const name of ['quoth', 'quoth-gateway'])
      execFileSync('lintian', ['--fail-on', 'error', '--tag-display-limit', '0', debOf('first', name)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
  });
  await steps.step('the next version is made', () => {
    bumpVersion(second);
    packageIn(second, ['--out', join(work, 'next'), '--only', 'deb', '--products', 'quoth']);
  });
  for (const suite of suites) {
    const tree = await Tree.open(suite);
    const served = await serveFolder(join(work, 'repository'));
    try {
      const next = debOf('next', 'quoth');
      await tryDesktop(steps, tree, {
        served,
        next,
        repository: join(work, 'repository'),
        docs: join(first, 'docs/install.md'),
      });
      if (suite === 'bookworm') {
        await tryGateway(steps, tree);
        await tryForOneUser(steps, tree, join(work, 'first'));
      }
    } finally {
      served.close();
      await tree.close();
    }
  }
} finally {
  if (!stopping) rmSync(work, { recursive: true, force: true });
}
steps.finish();

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
function clone(name: string): string {
  const folder = join(work, name);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: 2,
  });
  return folder;
}

function packageIn(folder: string, options: readonly string[]): void {
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(folder, 'scripts/package/main.ts'), '--quick', ...options],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
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

function debOf(name: string, product: string): string {
  const version = name === 'next' ? '999.0.0' : readVersion();
  const path = join(work, name, `${product}_${version}_amd64.deb`);
  if (!existsSync(path)) throw new Error(`${path} was not made.`);
  return path;
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
