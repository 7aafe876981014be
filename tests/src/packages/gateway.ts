import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Steps } from './steps.ts';
import type { Tree } from './tree.ts';

/**
 * Installs the gateway beside nothing else, runs what its unit says as its user, and makes the first account by the
 * documented commands.
 */
export async function tryGateway(steps: Steps, tree: Tree): Promise<void> {
  const asRoot = { as: 'root', env: { no_proxy: '127.0.0.1' } };
  await steps.step('gateway: installed from the repository, with its user', async () => {
    const said = await tree.must('apt-get install -y quoth-gateway 2>&1', asRoot);
    assert.match(said, /without systemd/);
    assert.match(await tree.must('id quoth-gateway', asRoot), /quoth-gateway/);
    assert.match(await tree.must('stat -c "%U %a" /var/lib/quoth-gateway', asRoot), /^quoth-gateway 700/);
  });
  await steps.step(
    'gateway: the service starts as its own user, and has its first account in five commands',
    async () => {
      const unit = await tree.must('cat /usr/lib/systemd/system/quoth-gateway.service', asRoot);
      const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
      const [, user = ''] = /^User=(.+)$/m.exec(unit) ?? [];
      assert.equal(user, 'quoth-gateway');
      const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, one = '']) => one.split('='));
      await tree.must(
        'echo a-key >/etc/quoth-gateway/deepgram-key && chgrp quoth-gateway /etc/quoth-gateway/deepgram-key && chmod 640 /etc/quoth-gateway/deepgram-key',
        asRoot,
      );
      const service = tree.start(command, {
        as: user,
        env: {
          ...Object.fromEntries(variables),
          QUOTH_GATEWAY_DEEPGRAM_KEY_FILE: '/etc/quoth-gateway/deepgram-key',
          QUOTH_GATEWAY_PORT: '39317',
        },
      });
      let said = '';
      service.stdout?.on('data', (chunk: Buffer) => (said += chunk));
      service.stderr?.on('data', (chunk: Buffer) => (said += chunk));
      for (let tries = 0; !said.includes('The gateway is ready'); tries++) {
        assert(tries < 600 && service.exitCode === null, said);
        await delay(200);
      }
      // As root, as "sudo quoth-gateway" in apps/gateway/README.md.
      const options = { as: 'root', env: { QUOTH_GATEWAY_PORT: '39317' } };
      await tree.must("quoth-gateway set-price deepgram '*' --per-minute 0.006 --minimum-seconds 5", options);
      const { id } = JSON.parse(await tree.must('quoth-gateway add-account Ada', options)) as { id: string };
      await tree.must(`quoth-gateway grant ${id} 10.00 --key first-credit`, options);
      await tree.must(`quoth-gateway add-token ${id} laptop --daily-budget 2`, options);
      assert.match(await tree.must(`quoth-gateway account ${id}`, options), /"balance": "10\.00"/);
      const owners = await tree.must('find /var/lib/quoth-gateway ! -user quoth-gateway', asRoot);
      assert.equal(owners, '');
      const ended = new Promise((resolve) => service.once('exit', resolve));
      await tree.must(
        'for process in /proc/[0-9]*; do [ "$(readlink $process/exe)" != /usr/lib/quoth-gateway/bin/node ] || kill -INT "$(basename "$process")"; done',
        { as: user },
      );
      await ended;
    },
  );
  await steps.step('gateway: purging leaves the ledger, and says where', async () => {
    const said = await tree.must('apt-get purge -y quoth-gateway 2>&1', asRoot);
    assert.match(said, /stay in \/var\/lib\/quoth-gateway/);
    await tree.must('test -d /var/lib/quoth-gateway/database', asRoot);
    assert.equal((await tree.run('ls -d /usr/lib/quoth-gateway /usr/bin/quoth-gateway', asRoot)).stdout, '');
  });
}
