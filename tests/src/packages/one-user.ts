import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Steps } from './steps.ts';
import { runHere, type Tree } from './tree.ts';

/** The packages that no system installs: the tarball in a user's own folders, the rpm by its list, and npm's. */
export async function tryForOneUser(steps: Steps, tree: Tree, packages: string): Promise<void> {
  const [archive = ''] = globSync('quoth-[0-9]*-linux-x64.tar.zst', { cwd: packages });
  await steps.step('tarball: installed for one user, used from its menu entry, and removed', async () => {
    // This system has no zstd yet, and the tarball's libraries are a matter of the system.
    await tree.must(
      'apt-get install -y --no-install-recommends zstd libatomic1 libpocketsphinx3 pocketsphinx-en-us',
      { as: 'root' },
    );
    cpSync(join(packages, archive), join(tree.root, 'tmp', archive));
    await tree.must(
      `tar --zstd -xf /tmp/${archive} && ./${archive.replace('.tar.zst', '')}/quoth install && rm -r ${archive.replace('.tar.zst', '')}`,
    );
    const PATH = '/home/ada/.local/bin:/usr/bin:/bin';
    const text = await tree.must('quoth transcribe ~/.local/lib/quoth/apps/cli/samples/weather.wav', {
      env: { PATH },
    });
    assert.match(text, /weather/i);
    const entry = await tree.must('cat ~/.local/share/applications/app.quoth.Quoth.desktop');
    assert.match(entry, /^Exec=.*\/home\/ada\/\.local\/bin\/quoth/m);
    await tree.must('ls ~/.local/share/icons/hicolor/48x48/apps/app.quoth.Quoth.png');
    await tree.must('quoth uninstall --yes', { env: { PATH } });
    const left =
      "find ~/.local ~/.config ~/.cache -iname '*quoth*' -not -path '*/share/quoth*' 2>/dev/null || :";
    assert.equal(await tree.must(left), '');
  });
  await steps.step('rpm: rpm reads it, and it has what the deb has', async () => {
    const [rpm = ''] = globSync('quoth-[0-9]*.x86_64.rpm', { cwd: packages });
    const list = await runHere('rpm', ['-qlp', '--nosignature', join(packages, rpm)]);
    for (const path of [
      '/usr/bin/quoth',
      '/usr/lib/quoth/bin/node',
      '/usr/share/applications/app.quoth.Quoth.desktop',
    ])
      assert(list.split('\n').includes(path), path);
    const needs = await runHere('rpm', ['-qRp', '--nosignature', join(packages, rpm)]);
    assert.match(needs, /libatomic\.so\.1/);
  });
  await steps.step('npm: the package runs with a Node of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoth-npx-'));
    try {
      const [tarball = ''] = globSync('quoth-[0-9]*.tgz', { cwd: packages });
      await runHere('npm', ['init', '-y'], { cwd: folder });
      await runHere('npm', ['install', '--no-audit', '--no-fund', join(packages, tarball)], { cwd: folder });
      const env = {
        PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
        HOME: folder,
        QUOTH_HOME: join(folder, 'data'),
      };
      const quoth = join(folder, 'node_modules/.bin/quoth');
      assert(existsSync(quoth));
      const sample = join(import.meta.dirname, '../../../apps/cli/samples/weather.wav');
      const text = await runHere('npx', ['--no-install', 'quoth', 'transcribe', sample], {
        cwd: folder,
        env,
      });
      assert.match(text, /weather/i);
      await runHere(quoth, ['stop', '--now'], { env });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
