import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Steps } from './steps.ts';
import { Tree, USER, USER_ID } from './tree.ts';

const session = `XDG_RUNTIME_DIR=/run/user/${USER_ID} DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/${USER_ID}/bus`;
const asRoot = { as: 'root' };

/**
 * What a system with systemd does with the packages: the units of the user and of the gateway, and names on the session
 * bus.
 */
export async function trySystemd(steps: Steps, debs: readonly string[]): Promise<void> {
  let tree: Tree | undefined;
  const started = await steps.step('systemd: a tree starts with it as its first process', async () => {
    const booted = await Tree.open('bookworm', 'systemd');
    tree = booted;
    const state = 'state=$(systemctl is-system-running 2>&1)';
    await booted.must(
      `timeout 120 sh -c 'until ${state}; [ "$state" = running ]; do sleep 0.3; done'`,
      asRoot,
    );
    // The manager of an ordinary user, as a login starts it.
    await booted.must(`loginctl enable-linger ${USER} && systemctl start user@${USER_ID}`, asRoot);
    for (const deb of debs) copyFileSync(deb, join(booted.root, 'tmp', basename(deb)));
    await booted.must('apt-get install -y --no-install-recommends /tmp/*.deb', asRoot);
  });
  if (started && tree) await tryUnits(steps, tree);
  await tree?.close();
}

async function tryUnits(steps: Steps, tree: Tree): Promise<void> {
  await steps.step('systemd: its own checker finds nothing wrong in the units', async () => {
    // A bare tree has no "man", which would look for the pages that units name.
    const verify = 'systemd-analyze verify --man=no';
    assert.equal((await tree.run(`${verify} quoth-gateway.service`, asRoot)).output, '');
    assert.equal((await tree.run(`${session} ${verify} --user quoth.service`)).output, '');
  });
  const user = (command: string) => `${session} systemctl --user ${command} quoth`;
  await steps.step("systemd: the user's unit is off until wanted, and starts and stops Quoth", async () => {
    assert.equal((await tree.run(user('is-enabled'))).stdout.trim(), 'disabled');
    assert.equal((await tree.run(user('is-active'))).stdout.trim(), 'inactive');
    await tree.must(user('enable'));
    await tree.must(user('start'));
    const id = (await tree.must(user('show --property MainPID --value'))).trim();
    assert((await tree.must('quoth status')).includes(`pid ${id},`));
    await tree.must(user('stop'));
    assert.match((await tree.run('quoth status')).output, /not running/);
  });
  await steps.step('systemd: the unit leaves a Quoth alone that was started from the menu', async () => {
    await tree.must('quoth start --headless');
    const before = await tree.must('quoth status');
    await tree.must(user('start'));
    await tree.must(user('stop'));
    const pid = /pid \d+/.exec(before)?.[0] ?? assert.fail(before);
    assert((await tree.must('quoth status')).includes(pid));
    await tree.must('quoth stop --now');
  });
  await steps.step('systemd: another program starts Quoth by its name on the session bus', async () => {
    const call = 'dbus-send --session --print-reply --reply-timeout=60000 --dest=org.freedesktop.DBus';
    const asked = `${call} / org.freedesktop.DBus.StartServiceByName string:app.quoth.Quoth uint32:0`;
    assert.match(await tree.must(`${session} ${asked}`), /uint32 1/);
    assert.match(await tree.must('quoth status'), /pid/);
    await tree.must('quoth stop --now');
  });
  await steps.step(
    "systemd: the gateway's service runs as its own user, and its commands find it",
    async () => {
      const settings = [
        'QUOTH_GATEWAY_DEEPGRAM_KEY_FILE=/etc/quoth-gateway/deepgram-key',
        'QUOTH_GATEWAY_PORT=39318',
      ];
      await tree.must('cat >/etc/quoth-gateway/environment', {
        ...asRoot,
        input: `${settings.join('\n')}\n`,
      });
      await tree.must(
        'cd /etc/quoth-gateway && echo a-key >deepgram-key && chgrp quoth-gateway deepgram-key && chmod 640 deepgram-key',
        asRoot,
      );
      const { output } = await tree.run('quoth-gateway accounts', asRoot);
      assert.match(output, /Start the gateway with "sudo systemctl start quoth-gateway"/);
      await tree.must('systemctl enable --now quoth-gateway', asRoot);
      const id = (await tree.must('systemctl show --property MainPID --value quoth-gateway', asRoot)).trim();
      assert.equal((await tree.must(`stat --format=%U /proc/${id}`, asRoot)).trim(), 'quoth-gateway');
      // They wait until it is ready.
      assert.match(await tree.must('quoth-gateway add-account Ada', asRoot), /"name": "Ada"/);
      await tree.must('systemctl restart quoth-gateway', asRoot);
      assert.match(await tree.must('quoth-gateway accounts', asRoot), /Ada/);
      await tree.must('apt-get remove -y quoth-gateway', asRoot);
      assert.equal((await tree.run('systemctl is-active quoth-gateway', asRoot)).stdout.trim(), 'inactive');
    },
  );
  await steps.step('systemd: removing Quoth ends what the user unit started', async () => {
    await tree.must(user('start'));
    await tree.must('apt-get remove -y quoth', asRoot);
    for (let tries = 0; (await tree.run(user('is-active'))).stdout.trim() === 'active'; tries++)
      assert(tries < 60);
  });
}
