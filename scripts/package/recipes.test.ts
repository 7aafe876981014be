import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { recipes, writeRecipes } from './recipes.ts';

const hash = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0').slice(-64);
const release = { version: '1.2.3', date: '2026-11-29', hash };

test('each recipe names the package of its release by address and checksum', () => {
  const made = recipes(release);
  const packages = {
    'aur/PKGBUILD': 'quoth_1.2.3_amd64.deb',
    'nix/quoth.nix': 'quoth-1.2.3-linux-x64.tar.zst',
    'flatpak/app.quoth.Quoth.json': 'quoth-1.2.3-linux-x64.tar.zst',
    'winget/Quoth.Quoth.installer.yaml': 'quoth-setup.exe',
  };
  for (const [recipe, name] of Object.entries(packages)) {
    const text = made.get(recipe) ?? '';
    assert(text.includes(`/${name}`), recipe);
    assert(text.toLowerCase().includes(hash(name)), recipe);
  }
  for (const recipe of ['aur/PKGBUILD', 'aur/quoth.install'])
    execFileSync('bash', ['-n'], { input: made.get(recipe) });
  assert.match(made.get('aur/PKGBUILD') ?? '', /echo pacman >"\$pkgdir\/usr\/lib\/quoth\/package-kind"/);
  assert.equal(JSON.parse(made.get('flatpak/app.quoth.Quoth.json') ?? '').command, 'quoth');
});

test('winget gets its three files, each with the version and its kind', () => {
  const kinds = ['version', 'defaultLocale', 'installer'];
  const files = [...recipes(release)].filter(([path]) => path.startsWith('winget/'));
  assert.deepEqual(
    files.map(([, text]) => /^ManifestType: (.+)$/m.exec(text)?.[1]),
    kinds,
  );
  for (const [, text] of files)
    assert.match(text, /^PackageIdentifier: Quoth\.Quoth\nPackageVersion: 1\.2\.3\n/);
});

test('what was not made gets no recipe', () => {
  const only = (part: string) => [
    ...recipes({ ...release, hash: (name) => (name.includes(part) ? hash(name) : undefined) }).keys(),
  ];
  assert.deepEqual(only('.deb'), ['aur/PKGBUILD', 'aur/quoth.install']);
  assert.deepEqual(only('nothing'), []);
});

test('recipes of an earlier version go, and one whose package another run has made stays', () => {
  const out = temporaryFolder();
  mkdirSync(join(out, 'recipes', 'aur'), { recursive: true });
  writeFileSync(join(out, 'recipes', 'aur', 'PKGBUILD'), 'pkgver=1.2.2');
  for (const name of ['quoth_1.2.2_amd64.deb', 'quoth-setup.exe', 'quoth-1.2.3-windows-x64.zip'])
    writeFileSync(join(out, name), '');
  writeRecipes({ version: '1.2.3', epoch: 0, out });
  assert.deepEqual(readdirSync(join(out, 'recipes')), ['winget']);
  writeRecipes({ version: '1.2.4', epoch: 0, out });
  assert(!existsSync(join(out, 'recipes')), 'the program for Windows is of 1.2.3');
});
