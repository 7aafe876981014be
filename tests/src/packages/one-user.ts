import assert from 'node:assert/strict';
import { copyFileSync, cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bothHalves, sample, startSpeaking } from './speaking.ts';
import type { Steps } from './steps.ts';
import { runHere, type Tree } from './tree.ts';

/** The tarball in a user's own folders. */
export async function tryTarball(steps: Steps, tree: Tree, packages: string): Promise<void> {
  const [archive = ''] = globSync('quoth-[0-9]*-linux-x64.tar.zst', { cwd: packages });
  await steps.step('tarball: installed for one user, used from its menu entry, and removed', async () => {
    // This system has no zstd yet, and the tarball's libraries are a matter of the system.
    await tree.must('apt-get install -y --no-install-recommends zstd libatomic1', { as: 'root' });
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
    // Installed again, as a newer one would be: the Quoth that runs finishes its work, and runs again from the new
    // files.
    await tree.must('quoth start --headless', { env: { PATH } });
    const pidOf = (said: string) => /pid (\d+)/.exec(said)?.[1] ?? assert.fail(said);
    const before = pidOf(await tree.must('quoth status', { env: { PATH } }));
    await tree.must(`tar --zstd -xf /tmp/${archive} && ./${archive.replace('.tar.zst', '')}/quoth install`);
    assert.notEqual(pidOf(await tree.must('quoth status', { env: { PATH } })), before);
    await tree.must(`rm -r ${archive.replace('.tar.zst', '')}`);
    await tree.must('quoth uninstall --yes', { env: { PATH } });
    const left =
      "find ~/.local ~/.config ~/.cache -iname '*quoth*' -not -path '*/share/quoth*' 2>/dev/null || :";
    assert.equal(await tree.must(left), '');
  });
}

/** The rpm by rpm's own program. `next` is the folder of the next version's packages. */
export async function tryRpm(steps: Steps, tree: Tree, packages: string, next: string): Promise<void> {
  await steps.step('rpm: installed by rpm, upgraded while it transcribes, and removed', async () => {
    const asRoot = { as: 'root' };
    await tree.must('apt-get install -y --no-install-recommends rpm', asRoot);
    const [rpm = ''] = globSync('quoth-[0-9]*.x86_64.rpm', { cwd: packages });
    const [nextRpm = ''] = globSync('quoth-[0-9]*.x86_64.rpm', { cwd: next });
    for (const path of [join(packages, rpm), join(next, nextRpm)])
      copyFileSync(path, join(tree.root, 'tmp', basename(path)));
    // Debian's own packages are in no database of rpm's, so that nothing is there of what it needs; that is read
    // instead.
    const needs = await tree.must(`rpm -qRp /tmp/${rpm}`, asRoot);
    assert.match(needs, /^libatomic\.so\.1\(\)\(64bit\)$/m);
    assert.match(needs, /^libc\.so\.6\(GLIBC_2\.34\)\(64bit\)$/m);
    await tree.must(`rpm --install --nodeps /tmp/${rpm}`, asRoot);
    await tree.must('ls /usr/share/applications/app.quoth.Quoth.desktop /usr/lib/systemd/user/quoth.service');
    assert.match(await tree.must(`quoth transcribe ${sample}`), /weather/i);
    await tree.must('quoth stop --now');
    const speaker = await startSpeaking(tree);
    const status = async () => (await tree.run('quoth status')).stdout;
    await tree.must(`rpm --upgrade --nodeps /tmp/${nextRpm}`, asRoot);
    assert.match(await status(), /Quoth 0\./, 'the old version finishes what it does, with its own files');
    await tree.must('ls /usr/lib/quoth/dist/0.*/host-main.js');
    const { code, output } = await speaker.finish();
    assert.equal(code, 0, output);
    assert.match(output, bothHalves);
    for (let tries = 0; !(await status()).includes('Quoth 999.0.0 runs'); tries++) {
      assert(tries < 600, 'the new version takes over');
      await delay(200);
    }
    const removed = await tree.must('rpm --erase quoth 2>&1', asRoot);
    assert.match(removed, /stay in ~\/\.local\/share\/quoth/);
    assert.doesNotMatch(removed, /warning|error/);
    assert.equal((await tree.run('ls -d /usr/lib/quoth /usr/bin/quoth', asRoot)).stdout, '');
  });
}

/** npm's package, on this system. */
export async function tryNpm(steps: Steps, packages: string): Promise<void> {
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
